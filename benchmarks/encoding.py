"""The three passes of encoding: first and second over running text, and the long tail."""

from collections.abc import Mapping

from race import Contender, different, race
from report import Row, compared
from setting import Setting
from texts import development_lines, rare_words, size

PASSES = ("first pass", "second pass", "long tail")
Wanted = Mapping[tuple[str, str], float]


def three_passes(setting: Setting, code: str, name: str, contenders: list[Contender], wanted: Wanted) -> tuple[list[Row], str]:
    """Rows that compare the first contender with each other one, and a note on whether ids agree. `wanted`: ratios by peer and pass."""
    running = development_lines(setting.corpora, code)[: setting.measured_lines]
    rare = rare_words(setting.corpora, setting.work, code)[: setting.measured_lines]
    seconds = race(contenders, running, setting.rounds, passes=2)
    for contender, tail in race(contenders, rare, setting.rounds, passes=1).items():
        seconds[contender] += tail
    ours, *peers = (contender.name for contender in contenders)
    rows = [
        compared(f"{name}, {what}", peer, seconds[ours][index], seconds[peer][index], size(texts) / 1e6, "MB/s", wanted.get((peer, what)))
        for peer in peers
        for index, (what, texts) in enumerate(zip(PASSES, (running, running, rare), strict=True))
    ]
    # A peer with another vocabulary has other ids in all of them.
    differing = [each for each in different(contenders, running) if not each.endswith(f" {len(running)}")]
    told = f" Lines with other ids: {'; '.join(differing)}." if differing else ""
    return rows, f"{name}, {size(running) / 1e6:.1f} MB in {len(running)} lines.{told}"
