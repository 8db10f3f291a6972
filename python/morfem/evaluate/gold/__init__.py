"""Gold data: annotations by people, against which tokenizers are measured. `read` reads these formats:

=======================  ================================================================================================================
``segmentation``         ``word<TAB>segmentations``: ``+`` joins segments, ``|`` separates alternatives; a column ``labels`` has the
                         morphemes of the analyses (Morpho Challenge). `without` names a file whose words are left out
``inflectional_groups``  ``word<TAB>ig_segmentation<TAB>count``: derivation only; inflection stays with what it is attached to
``derivations``          base, derived word, categories, affix, without a header (UniMorph): one cut a word, at the affix
``morphscore``           comma-separated ``full_word,pt1,rest``: one cut a word. `stem` says which part is the stem
``ud_segments``          ``surface<TAB>segments<TAB>upos<TAB>count``: syntactic words; hidden articles (``ה_``) are removed first
``nafis``                prefix, stem and suffix of Arabic words, all analyses
``korean``               morphemes, tags and segments of Korean words; `which` is ``concat``, those that their morphemes spell, or ``all``
``affixes``              root, word, prefix, suffix, circumfix of Malay words, with ``surface_segments`` or without
``roots``                words, roots and the positions of the root's letters; the names of the columns are options
``infixes``              word, root and infix
``inflections``          lemma, form, features, without a header (SIGMORPHON, UniMorph)
``conllu``               treebanks of Universal Dependencies
``lexical_decision``     strings with mean response times
=======================  ================================================================================================================

Invalid rows, above all those whose segments do not spell their word, are left out and listed with their line numbers.
"""

import importlib
import os
from typing import Any

from ..._core import MorfemError
from ...output import sha256
from .kinds import Gold, Inflected, Responses, Rooted, Segmented

__all__ = ["FORMATS", "Gold", "Inflected", "Responses", "Rooted", "Segmented", "read"]

FORMATS = {
    "segmentation": "segmented",
    "inflectional_groups": "segmented",
    "derivations": "segmented",
    "morphscore": "segmented",
    "ud_segments": "segmented",
    "nafis": "segmented",
    "korean": "affixed",
    "affixes": "affixed",
    "roots": "rooted",
    "infixes": "rooted",
    "inflections": "inflected",
    "conllu": "inflected",
    "lexical_decision": "responses",
}


def read(path: str | os.PathLike[str], format: str, **options: Any) -> Gold:
    """Reads gold data.

    Parameters
    ----------
    path : path of the file.
    format : one of `FORMATS`.
    options : options of the format.

    Raises
    ------
    MorfemError : if the format or an option is unknown, or if the file has no valid row.
    OSError : if the file cannot be read.

    >>> read("words.tsv", "korean", which="fused")
    Traceback (most recent call last):
    morfem.MorfemError: words.tsv: format 'korean': which must be 'concat' or 'all', not 'fused'
    """
    if format not in FORMATS:
        raise MorfemError(f"unknown format {format!r} of gold data; the formats are {', '.join(FORMATS)}")
    dropped: list[tuple[int, str]] = []
    reader = getattr(importlib.import_module(f".{FORMATS[format]}", __package__), format)
    place = os.fspath(path)
    try:
        gold: Gold = reader(place, dropped, **options)
    except TypeError as error:
        if not str(error).startswith(f"{format}()"):
            raise
        raise MorfemError(f"{place}: format {format!r}: {str(error).removeprefix(f'{format}() ')}") from None
    if not len(gold):
        reason = f": {len(dropped)} rows were dropped, the first in line {min(dropped)[0]}: {min(dropped)[1]}" if dropped else ""
        raise MorfemError(f"{place}: no valid row in the format {format!r}{reason}")
    gold.path, gold.sha256, gold.dropped = place, sha256(place), sorted(dropped)
    gold.options = {"gold": format, **options, **gold.options}
    return gold
