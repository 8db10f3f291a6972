"""Errors of a trainer in the words of the command line: parameters of Python are named as options."""

import re
from typing import Any

from ..train.schema import parameters
from .arguments import flag

# Words of a sentence, although they are names of parameters too.
WORDS = ("corpus", "members", "progress", "name", "language", "field", "column")
BEFORE = "needs|give|leave|leave out|with|without|instead of|as|because"  # what stands before an option that is a plain word
PART = r"[\w/.'\"-]"  # a character that makes a name beside it a part of something else, such as a path
# Sentences that have another form on the command line. What a group finds is kept.
SENTENCES = (
    (r'give it (?:one|another code): tokenizer\.with_record\(language="\w*"\)', "train it with --language CODE"),
    (r"give either an alphabet to learn with, or a tokenizer that has learned", "give either --alphabet TABLE or --learned TOKENIZER"),
    (r"give work=('[^']*') \(--work [^)]*\)$", r"give --work \1"),
    (r"choose another one for work$", "choose another one for --work"),
    (r"\ba budget\b", "--budget"),
    (r", or None for\b", ", or leave it out for"),
)


def of_command_line(message: str, schema: dict[str, Any]) -> str:
    """An error of the trainer with this schema, as `morfem train` shows it.

    `name=value` becomes an option with a value. A name with an underscore, such as `vocab_size`, becomes an option wherever it is written,
    unless it is a part of a path. A plain word, such as `merges`, becomes one only where a sentence names an option: at the start of the
    message, and after words such as "give" and "leave".
    """
    options = {each.name: flag(each) for each in parameters(schema)}
    options = {name: option for name, option in options.items() if name not in WORDS}
    for pattern, written in SENTENCES:
        message = re.sub(pattern, written, message)
    any_name, long_name = "|".join(options), "|".join(name for name in options if "_" in name)
    for pattern in (
        rf"(?<!{PART})(?P<name>{any_name})=(?P<value>\"[^\"]*\"|[^\s,;:)]+)",
        rf"(?<!{PART})(?P<name>{long_name})(?!{PART})",
        rf"(?P<before>^|\b(?:{BEFORE}) )(?P<name>{any_name})(?!{PART}|=| text)",
    ):
        message = re.sub(pattern, lambda found: _with_option(found.groupdict(), options), message)
    return message


def _with_option(found: dict[str, str], options: dict[str, str]) -> str:
    """What a pattern has found, with the option in place of the name."""
    value = found.get("value")
    return found.get("before", "") + options[found["name"]] + ("" if value is None else " " + value.strip('"'))
