"""How many forms of an inflection table the Finnish pack makes from lemma and features, of the lemmas that its lexicon has.

    python -m experiments.mft.finnish_inflection DATA/gold/fi/fin.trn DATA/gold/fi/fin.dev

Features are those of the SIGMORPHON tables. A form counts if it is among `inflections`. Left out are forms of several words (the perfect,
the negative) and lemmas that the lexicon lacks, most of them compounds. An accusative is spelled like a genitive or nominative.
"""

import sys
from collections import Counter
from pathlib import Path

import morfem
from morfem import languages

CASES = {
    "GEN": "GEN", "PRT": "PART", "IN+ESS": "INE", "IN+ABL": "ELA", "IN+ALL": "ILL", "AT+ESS": "ADE", "AT+ABL": "ABL", "AT+ALL": "ALL",
    "FRML": "ESS", "TRANS": "TRA", "PRIV": "ABE", "INS": "INS",
}  # fmt: skip
OTHER = {
    **{
        "NOM(SG)": [""],
        "NOM(PL)": ["PL.NOM"],
        "ACC(SG)": ["GEN", ""],
        "ACC(PL)": ["PL.NOM"],
        "COM(PL)": ["PL COM", "COM", "PL COM 3.POSS", "COM 3.POSS"],
    },
    **{f"PSS({person})": [f"{person.replace(',', '')}.POSS"] for person in ("1,SG", "2,SG", "1,PL", "2,PL", "3")},
    **{f"{case}(SG)": [gloss] for case, gloss in CASES.items()},
    **{f"{case}(PL)": [f"PL {gloss}"] for case, gloss in CASES.items()},
}
VERBAL = {
    "V.PTCP;PASS;PST": ["PTCP.PASS"],
    "V.PTCP;ACT;PST": ["PTCP.PST"],
    "V.PTCP;AG": ["INF3"],
    "V.PTCP;PASS;PRS": ["PASS PTCP.PRS"],
    "V.PTCP;NEG": ["PTCP.NEG"],
    "V.PTCP;ACT;PRS": ["PTCP.PRS"],
    "V;NFIN;ACT;NOM(1)": ["INF1", "INF1 TRA 3.POSS"],
    "V;NFIN;ACT;INS;NOM(2)": ["INF2 INS"],
    "V;NFIN;ACT;IN+ESS;NOM(2)": ["INF2 INE"],
    "V;NFIN;PASS;IN+ESS;NOM(2)": ["PASS INF2 INE"],
    "V;NFIN;4;ACT;NOM": ["NMLZ"],
    "V;NFIN;4;ACT;PRT": ["NMLZ PART"],
    **{f"V;NFIN;ACT;{case};NOM(3)": [f"INF3 {CASES[case]}"] for case in ("AT+ESS", "PRIV", "IN+ALL", "IN+ABL", "IN+ESS")},
    "V;PASS;PRS;POS;IND": ["PASS PERS4"],
    "V;PASS;PST;POS;IND": ["PASS PST PERS4"],
    "V;PASS;PRS;POS;COND": ["PASS COND PERS4"],
    "V;PASS;PRS;POS;POT": ["PASS POT PERS4"],
    "V;PASS;PRS;POS;IMP": ["PASS IMP.3SG"],
    "V;ACT;PRS;POS;IMP;NOM(2,SG)": [""],
    **{
        f"V;ACT;PRS;POS;IMP;NOM({person})": [f"IMP.{person.replace(',', '')}"]
        for person in ("3,SG", "1,PL", "2,PL", "3,PL")
    },
    **{
        f"V;ACT;{tense};POS;{mood};NOM({number},{count})": [f"{gloss} {number}{count}", *[gloss] * (number + count == "3SG")]
        for tense, mood, gloss in (("PRS", "IND", ""), ("PST", "IND", "PST"), ("PRS", "COND", "COND"), ("PRS", "POT", "POT"))
        for number in "123"
        for count in ("SG", "PL")
    },
}  # fmt: skip
# Where a root may take two allomorphs, each has a gloss.
ALSO = {"GEN": ("GEN:DEN", "GEN:TTEN", "GEN:TEN", "GEN:IEN"), "PART": ("PART:TA",), "3.POSS": ("3.POSS:NSA",)}


def ways(tags: str) -> list[list[str]]:
    """The glosses that may spell the features; none for forms of several words."""
    found = [way.split() for way in VERBAL.get(tags, OTHER.get(tags.partition(";")[2], []))]
    for way in list(found):
        for place, gloss in enumerate(way):
            found += [[*way[:place], other, *way[place + 1 :]] for other in ALSO.get(gloss, ())]
    return found


def forms(pack: languages.LanguagePack, lemma: str, tags: str) -> set[str]:
    """The forms that the pack makes."""

    def spelled(way: list[str]) -> list[str]:
        try:
            return pack.inflections(lemma, way)
        except morfem.MorfemError:
            return []

    made = {form for way in ways(tags) for form in spelled(way)}
    return made | ({lemma} if [] in ways(tags) and not tags.startswith("V") else set())


def main() -> None:
    """Prints the shares of nominals and of verbs."""
    pack = languages.pack("fi")
    lexicon = (languages.path("fi") / "lexicon.tsv").read_text("utf-8").splitlines()[1:]
    known = {(lemma, kind == "verb") for lemma, kind in (line.split("\t")[:2] for line in lexicon)}
    right, total = Counter[str](), Counter[str]()
    for path in sys.argv[1:]:
        for line in Path(path).read_text("utf-8").splitlines():
            lemma, tags, form = line.split("\t")
            if (lemma, tags[0] == "V") in known and ways(tags) and " " not in form:
                kind = "verbs" if tags[0] == "V" else "nominals"
                total[kind] += 1
                right[kind] += form in forms(pack, lemma, tags)
    for kind in total:
        print(f"{kind}: {right[kind]} of {total[kind]}, {right[kind] / total[kind]:.3f}")
    print(f"all: {right.total() / total.total():.3f}")


if __name__ == "__main__":
    main()
