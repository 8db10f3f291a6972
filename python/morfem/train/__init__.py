"""Training: a corpus in, a `Tokenizer` out.

There is one function for each trainer of the core. The core defines its options once; signature, defaults and documentation are made from
that definition. A function reads the corpus once, counts its distinct chunks (the splitter cuts a text into chunks), and gives the counts
to the compiled trainer. The result depends only on the corpus and the options, not on the number of threads. `vocab_size` counts all ids:
specials, the 256 bytes, and the learned ones. Several sizes give several tokenizers. Ctrl-C stops a training within a second.

A corpus is a path, a pattern, a list of these, an iterable of texts, or a mapping of words to counts; see `morfem.corpus.texts`. In a
mapping, a word is counted with a space before it, as in running text. `extend` adds a language to an existing vocabulary, and `prune` takes
away what a text does not need. `ChunkCounts` counts chunks apart from a training, for example on several machines; `docs/scale.md` shows
how.

>>> from morfem import train
>>> tokenizer = train.bpe(["kitap", "kitaplar", "kitapta"], vocab_size=264, progress=False)
>>> tokenizer.encode("kitap!").tokens
['kitap', '<0x21>']
"""

from .._core import ChunkCounts
from ..morpheus.boundaries import Teacher
from .extension import Extension, ExtensionReport, extend
from .function import function
from .pruning import Pruned, prune
from .schema import SCHEMAS, SPECIAL_TOKENS

__all__ = ["SPECIAL_TOKENS", "ChunkCounts", "Extension", "ExtensionReport", "Pruned", "Teacher", "extend", "prune", *SCHEMAS]

globals().update({kind: function(schema) for kind, schema in SCHEMAS.items()})
