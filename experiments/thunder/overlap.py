"""(c) Overlap of vocabularies: the paper's Venn diagram of Thunder-Tok, BPE and Unigram.

Tokens are compared by their bytes, without specials and single bytes. The areas of the circles and of the overlap of each two circles are
to scale. The region of all three follows from these and is not to scale, so the numbers are what counts.
"""

from itertools import combinations
from math import acos, cos, hypot, pi, sin, sqrt
from pathlib import Path

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.patches import Circle

COLOURS = ("#0072B2", "#E69F00", "#009E73")
Regions = dict[tuple[bool, ...], int]


def regions(sets: list[set[bytes]]) -> Regions:
    """Number of tokens by the sets that contain them."""
    found: Regions = {}
    for token in set().union(*sets):
        place = tuple(token in members for members in sets)
        found[place] = found.get(place, 0) + 1
    return found


def draw(names: list[str], sets: list[set[bytes]], size: int, path: Path) -> None:
    """The diagram of three sets, as an SVG."""
    radii = [sqrt(len(members) / pi) for members in sets]
    distances = {
        (one, two): _distance(radii[one], radii[two], len(sets[one] & sets[two])) for one, two in combinations(range(len(sets)), 2)
    }
    centres = _triangle(distances[0, 1], distances[0, 2], distances[1, 2])
    figure, axes = pyplot.subplots(figsize=(6, 5.4))
    for name, members, colour, (x, y), radius in zip(names, sets, COLOURS, centres, radii, strict=True):
        axes.add_patch(Circle((x, y), radius, facecolor=colour, edgecolor=colour, alpha=0.3, linewidth=1.5))
        outward = _outward((x, y), centres)
        axes.annotate(
            f"{name}\n{len(members):,}",
            (x + outward[0] * radius * 1.06, y + outward[1] * radius * 1.06),
            ha="right" if outward[0] < -0.3 else "left" if outward[0] > 0.3 else "center",
            va="bottom" if outward[1] > 0 else "top",
            fontsize=12,
            color=colour,
            weight="bold",
        )
    for place, number in regions(sets).items():
        x, y = _widest(place, centres, radii)
        axes.annotate(f"{number:,}", (x, y), ha="center", va="center", fontsize=10)
    axes.set_title(f"Tokens that the vocabularies of {size:,} share", fontsize=12, pad=18)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.autoscale_view()
    axes.margins(0.16)
    # Equal pictures are equal files: no date, and no random ids.
    matplotlib.rcParams["svg.hashsalt"] = "morfem"
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)


def _shared_area(one: float, two: float, distance: float) -> float:
    """Area that two circles share."""
    if distance >= one + two:
        return 0.0
    if distance <= abs(one - two):
        return pi * min(one, two) ** 2
    along = (distance**2 + one**2 - two**2) / (2 * distance)
    half, other = acos(along / one), acos((distance - along) / two)
    return one**2 * (half - sin(2 * half) / 2) + two**2 * (other - sin(2 * other) / 2)


def _distance(one: float, two: float, area: float) -> float:
    """Distance at which two circles share an area, by bisection: the larger the distance, the smaller the area."""
    near, far = abs(one - two), one + two
    for _ in range(60):
        middle = (near + far) / 2
        near, far = (middle, far) if _shared_area(one, two, middle) > area else (near, middle)
    return near


def _triangle(first: float, second: float, third: float) -> list[tuple[float, float]]:
    """Corners at these distances: 0 to 1, 0 to 2, 1 to 2. Where there is no such triangle, the nearest flat one."""
    angle = acos(max(-1.0, min(1.0, (first**2 + second**2 - third**2) / (2 * first * second))))
    return [(0.0, 0.0), (first, 0.0), (second * cos(angle), -second * sin(angle))]


def _outward(centre: tuple[float, float], centres: list[tuple[float, float]]) -> tuple[float, float]:
    x = centre[0] - sum(x for x, _ in centres) / len(centres)
    y = centre[1] - sum(y for _, y in centres) / len(centres)
    length = hypot(x, y) or 1.0
    return x / length, y / length


def _widest(place: tuple[bool, ...], centres: list[tuple[float, float]], radii: list[float]) -> tuple[float, float]:
    """The point of a region that is farthest from every circle's edge."""
    left, low = (min(centre[axis] - radius for centre, radius in zip(centres, radii, strict=True)) for axis in (0, 1))
    right, high = (max(centre[axis] + radius for centre, radius in zip(centres, radii, strict=True)) for axis in (0, 1))
    steps = 200
    grid = ((left + (right - left) * i / steps, low + (high - low) * j / steps) for i in range(steps + 1) for j in range(steps + 1))

    def room(point: tuple[float, float]) -> float:
        signed = [radius - hypot(point[0] - x, point[1] - y) for (x, y), radius in zip(centres, radii, strict=True)]
        return min(depth if inside else -depth for depth, inside in zip(signed, place, strict=True))

    return max(grid, key=room)
