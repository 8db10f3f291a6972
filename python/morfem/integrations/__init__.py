"""morfem in other libraries: one module for each library, each with an extra of its own.

A module imports its library when it is imported itself. If the library is missing or of an unsupported version, the error names the extra
that installs it.
"""

# The named special tokens of a plain morfem tokenizer, which does not name them itself.
NAMED = {"bos": "<s>", "eos": "</s>", "pad": "<pad>", "mask": "<mask>"}
