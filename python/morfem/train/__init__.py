"""Training: a corpus in, a `Tokenizer` out.

There is one function for each trainer of the core, made from what the core says of its options: signature, defaults and documentation are
defined there, once. Every function reads the corpus once, counts its distinct chunks (what the splitter cuts a text into), and gives the
counts to the compiled trainer. The result depends on the corpus and the options alone, not on the number of threads or the time of day.
`vocab_size` counts everything: specials, the 256 bytes, and what was learned; several sizes give several tokenizers. Ctrl-C stops a
training within a second.

A corpus is a path, a pattern, a list of these, an iterable of texts, or a mapping of words to counts; see `morfem.corpus.texts`. A word
of a list of counts is counted as it stands in running text, with a space before it.

>>> from morfem import train
>>> tokenizer = train.bpe(["kitap", "kitaplar", "kitapta"], vocab_size=264, progress=False)
>>> tokenizer.encode("kitap!").tokens
['kitap', '<0x21>']
"""

from .boundaries import Teacher
from .function import function
from .schema import SCHEMAS, SPECIAL_TOKENS

__all__ = ["SPECIAL_TOKENS", "Teacher", *SCHEMAS]

globals().update({kind: function(schema) for kind, schema in SCHEMAS.items()})
