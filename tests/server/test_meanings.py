"""The page of `morfem serve` puts every affix into words."""

import json
import re

import pytest
from morfem.languages import having, path

from tests.pages import ROOT

WORDS = json.loads((ROOT / "python" / "morfem" / "server" / "page" / "glosses.json").read_text("utf-8"))


@pytest.mark.parametrize("language", having("morphotactics.tsv"))
def test_every_affix_of_a_language_pack_has_a_meaning(language: str) -> None:
    lines = [line for line in (path(language) / "affixes.tsv").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    glosses = [re.sub(":.*", "", line.partition("\t")[0]) for line in lines[1:]]
    assert glosses
    assert [gloss for gloss in glosses if gloss not in WORDS and not any(part in WORDS for part in gloss.split("."))] == []
