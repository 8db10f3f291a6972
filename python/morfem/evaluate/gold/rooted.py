"""Words with the positions of their root's letters: Hebrew and Arabic root lists, Malay infixes."""

from .kinds import Rooted
from .table import Dropped, rows

UNALIGNED = {
    "-": "a letter of the root is missing in the word",
    "*": "the root fits the word in several ways",
    "?": "the root is uncertain",
}


def roots(path: str, dropped: Dropped, *, word: str = "word", root: str = "root", positions: str = "root_positions") -> Rooted:
    """Words, roots and positions, from columns with these names. Positions count from 0 and are separated by commas."""
    gold = Rooted(words=[], roots=[], positions=[])
    seen: dict[tuple[str, tuple[int, ...]], int] = {}
    for line, row in rows(path, [word, root, positions], dropped):
        cell = row[positions]
        found = tuple(int(part) for part in cell.split(",") if part.isascii() and part.isdigit())
        if cell in UNALIGNED:
            dropped.append((line, UNALIGNED[cell]))
        elif len(found) != cell.count(",") + 1 or sorted(set(found)) != list(found) or found[-1] >= len(row[word]):
            dropped.append((line, f"{cell!r} is not a list of positions in {row[word]!r}"))
        elif (first := seen.setdefault((row[word], found), line)) != line:
            dropped.append((line, f"{row[word]!r} repeats line {first}"))
        else:
            gold.words.append(row[word])
            gold.roots.append(row[root])
            gold.positions.append(list(found))
    return gold


def infixes(path: str, dropped: Dropped) -> Rooted:
    """Words with an infix, which follows the root's first letter."""
    gold = Rooted(words=[], roots=[], positions=[])
    for line, row in rows(path, ["word", "root", "infix"], dropped):
        word, root, infix = row["word"], row["root"], row["infix"].strip("-")
        begin = word.find(root[:1] + infix + root[1:])
        if begin < 0 or not root or not infix:
            dropped.append((line, f"{word!r} does not consist of {root!r} and {infix!r}"))
            continue
        rest = begin + 1 + len(infix)
        gold.words.append(word)
        gold.roots.append(root)
        gold.positions.append([begin, *range(rest, rest + len(root) - 1)])
    return gold
