"""Writes docs/mft-affixes.tsv: every affix id of a bundled MFT tokenizer, with its allomorphs and an example. The playground has the
allomorphs too, as JSON.

    python -m tools.affix_table

The allomorphs of a form are its spellings in each harmony, after a vowel, a voiceless consonant and another consonant. The example is a
word of `MORE`, or of the comments of `affixes.tsv`, that the tokenizer spells with that id. The tokenizer may encode the word differently,
because many derived words are roots of their own, and some forms have several functions.
"""

import itertools
import json
import re
from pathlib import Path

import morfem

from tools.pack_grammar import Affix, Grammar, table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "mft-affixes.tsv"
PLAYGROUND = ROOT / "python" / "morfem" / "server" / "page" / "allomorphs.json"
NAME = "tr-mft"
# The pack in the artefact: the tables that the tokenizer was trained with, without the roots that have no ids.
PACK = Path(morfem.__file__).parent / "artifacts" / NAME
# Examples for rows whose comment has no example, or only one that another function with the same form could have.
MORE = """
1PL.POSS ev+imiz, 2SG.POSS ev+in, 2PL.POSS ev+iniz, ACC ev+i, DAT ev+e, ABL ev+den, INS araba+yla, EQU çocuk+ça, FAM dayı+gil,
WHILE.COP gel+ir+ken, ASSERT güzel+dir, 2SG gel+iyor+sun, 1PL gel+iyor+uz, 3PL gel+iyor+lar, 2SG.PST gel+di+n, 2PL.PST gel+di+niz,
IMP.3SG gel+sin, IMP.2PL.HON gel+iniz, IMP.2SG.INSIST gel+sene, IMP.2PL.INSIST gel+senize, PST gel+di, EVID gel+miş+im,
AOR gel+ir, PROG.FORMAL gel+mekte, FUT gel+ecek, NEC gel+meli, COND gel+se, OPT gel+e, IMPOSS.AOR gel+eme+m,
CVB.WITHOUT gel+meksizin, CVB.RATHER gel+mektense, CVB.ASIF gel+miş+çesine, REFL giy+in, SOUND fısıl+da+dı, NMLZ.AV gör+ev, NMLZ.AR
çık+ar, FOR.TIME gün+dür, PTCP.EVID gel+miş+ler, PTCP.AOR gel+ir+i, PTCP.NEG gel+mez+i, PTCP.IMPOSS gel+emez+i, CONT.DUR bak+adur+du,
BECOME.AL az+al+dı, BECOME.AR mor+ar+dı, CONSIDER önem+se+di, CONSIDER.IM ben+imse+di, VBZ.A oyun+a+dı, IMPOSS.PROG.SPOKEN gel+emiyo+m
"""
HEAD = "id\ttoken\tgloss\tmakes\tallomorphs\texample\n"


def affix_ids(tokenizer: morfem.Tokenizer) -> dict[str, int]:
    """The ids of affixes by gloss. A token is named by its form; if two affixes have the same form, the later name includes the gloss."""
    ids: dict[str, int] = {}
    names: set[str] = set()
    for gloss, forms, _, _ in table(PACK / "affixes.tsv", ("gloss", "form", "class", "features")):
        form = forms.replace("<", "~").replace(">", "~").split("~")[0]
        ids[gloss] = tokenizer.token_to_id(f"+{form}/{gloss}" if form in names else f"+{form}")
        names.add(form)
    return ids


def allomorphs(grammar: Grammar, affix: Affix) -> list[str]:
    """The spellings of an affix, in the order of its forms in the table and of the harmonies of the pack."""
    vowels = {harmony: vowel for vowel, harmony in reversed(grammar.vowels.items()) if harmony != "neutral"}
    consonants = (grammar.voiceless[0], next(letter for letter in "lnmrbd" if letter not in grammar.voiceless))
    contexts = [(harmony, last) for harmony, vowel in vowels.items() for last in (*consonants, vowel)]
    return list(dict.fromkeys(grammar.spelt(form.letters, *context) for form in affix.forms for context in contexts))


def examples(tokenizer: morfem.Tokenizer, grammar: Grammar, ids: dict[str, int]) -> dict[str, str]:
    """An example for each gloss, with + between the pieces: from `MORE`, otherwise from the comment above its row."""
    written = [(word, gloss) for gloss, word in (example.split() for example in MORE.replace(",\n", ", ").split(", "))]
    words: list[str] = []
    is_comment = False
    for line in (PACK / "affixes.tsv").read_text("utf-8").splitlines():
        if line.startswith("#"):
            words = [*(words if is_comment else ()), *re.findall(r"\w+(?:\+\w+)+", line)]
        else:
            written += [(word, line.split("\t")[0]) for word in words]
        is_comment = line.startswith("#")
    found: dict[str, str] = {}
    by_spelling: dict[str, list[str]] = {}
    for gloss in ids:
        for spelling in allomorphs(grammar, grammar.affixes[gloss]):
            by_spelling.setdefault(spelling, []).append(gloss)
    tokens = {tokenizer.id_to_token(id): id for id in range(tokenizer.vocab_size)}
    for word, gloss in written:
        root, *pieces = word.lower().split("+")
        if gloss not in found and (root_id := tokens.get(f"▁{root}")) is not None:
            for chain in itertools.product(*(by_spelling.get(piece, ()) for piece in pieces)):
                spelled = tokenizer.decode([root_id, *map(ids.__getitem__, chain)])
                if gloss in chain and follows(grammar, chain) and spelled == root + "".join(pieces):
                    found[gloss] = word
    return found


def follows(grammar: Grammar, chain: tuple[str, ...]) -> bool:
    """Whether the affixes may follow each other, after a root of some class."""
    states = set(itertools.chain.from_iterable(grammar.classes.values()))
    for gloss in chain:
        states = {target for state in states for affix, target in grammar.reachable(state)[0] if affix.gloss == gloss}
    return any(grammar.reachable(state)[1] for state in states)


def page(tokenizer: morfem.Tokenizer) -> str:
    """The table, as TSV."""
    grammar = Grammar(PACK)
    ids = affix_ids(tokenizer)
    example = examples(tokenizer, grammar, ids)
    lines = []
    for gloss, id in sorted(ids.items(), key=lambda item: item[1]):
        affix = grammar.affixes[gloss]
        spelled, makes = ", ".join(allomorphs(grammar, affix)), affix.makes.replace("_", " ")
        lines.append(f"{id}\t{tokenizer.id_to_token(id)}\t{gloss}\t{makes}\t{spelled}\t{example.get(gloss, '')}\n")
    return HEAD + "".join(lines)


def spellings(tokenizer: morfem.Tokenizer) -> str:
    """The allomorphs of each token, as JSON."""
    grammar = Grammar(PACK)
    rows = []
    for gloss, id in sorted(affix_ids(tokenizer).items(), key=lambda item: item[1]):
        token, spelled = tokenizer.id_to_token(id), allomorphs(grammar, grammar.affixes[gloss])
        rows.append(f"{json.dumps(token, ensure_ascii=False)}: {json.dumps(spelled, ensure_ascii=False)}")
    return "{\n  " + ",\n  ".join(rows) + "\n}\n"


if __name__ == "__main__":
    PLAYGROUND.write_text(spellings(morfem.load(NAME)), "utf-8")
    PAGE.write_text(page(morfem.load(NAME)), "utf-8")
