"""Analyses and explanations of words as JSON objects, for the command line and the server."""

from typing import Any

from ._core import Analysis, Explanation


def analysis(found: Analysis) -> dict[str, Any]:
    """An analysis as a JSON object."""
    return {name: getattr(found, name) for name in ("root", "part_of_speech", "affixes", "glosses", "segments", "score")}


def explanation(found: Explanation) -> dict[str, Any]:
    """An explanation as a JSON object."""
    steps = [{name: getattr(step, name) for name in ("token", "left", "positions", "is_attested")} for step in found.steps]
    return {"steps": steps, "residue": found.residue, "residue_positions": found.residue_positions, "root": found.root}
