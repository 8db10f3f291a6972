"""The line about seed, time and machine that every page of results has."""

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from benchmarks.report import machine

NOT_RECORDED = "time of the whole run not recorded, because results are kept and single parts are measured again"


def conditions(seed: str = "seed 0", time: str | None = None) -> str:
    """The line; by default with the CPU time of this process and its children so far."""
    return f"Conditions: {seed}; {time or f'{sum(os.times()[:4]):,.0f} s of CPU time'}; {machine()}, no GPU, beside other programs.\n"
