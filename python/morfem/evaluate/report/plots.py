"""Plots as SVG, without a plotting library, so that a page is self-contained: bars with intervals, and points with intervals on two axes.

Lengths are in units of a drawing that is `WIDTH` wide, about the width of a phone. Colours are classes of the page's style sheet.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from .tables import Cell, digits, number, shortened

WIDTH, HEIGHT = 360, 270  # the height is that of points
ROW = 24
LETTER = 6.7  # mean width of a letter in a label
LONGEST = 19  # the most letters of a label


@dataclass(frozen=True)
class Point:
    """A tokenizer in a plot of points: (value, low, high) on each axis; low and high are None if there is no interval."""

    name: str
    x: tuple[float, float | None, float | None]
    y: tuple[float, float | None, float | None]
    is_floor: bool


@dataclass(frozen=True)
class Scale:
    """Maps numbers from `low` to `high` to positions from `first` to `last`, linearly or logarithmically."""

    low: float
    high: float
    first: float
    last: float
    is_logarithmic: bool = False

    def __call__(self, value: float) -> float:
        """The position of a number."""
        low, high, at = (math.log10(number) if self.is_logarithmic else number for number in (self.low, self.high, value))
        return self.first + (at - low) / (high - low) * (self.last - self.first)

    def ticks(self) -> list[float]:
        """A few round numbers on the scale."""
        if self.is_logarithmic:
            decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            found = [float(f"{step}e{decade}") for decade in decades for step in (1, 2, 5)]
            return [tick for tick in found if self.low <= tick <= self.high]
        rough = (self.high - self.low) / 6
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        return [step * index for index in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


def bars(title: str, cells: Sequence[Cell], floors: Sequence[str]) -> str:
    """A bar per tokenizer, starting at zero, with its interval as a line across the end. Cells without a number have no bar."""
    limits = [limit for cell in cells for limit in (cell.score.value, cell.score.low, cell.score.high) if limit is not None]
    known = [0.0, *(limit for limit in limits if math.isfinite(limit))]
    label = min(LONGEST, max(len(cell.score.tokenizer) for cell in cells)) * LETTER + 10
    value = max(len(cell.value) for cell in cells) * 6.6 + 8
    scale = Scale(min(known), max(known) if max(known) > min(known) else min(known) + 1, label, WIDTH - value)
    parts = []
    for row, cell in enumerate(cells):
        score = cell.score
        top = row * ROW
        middle = top + ROW / 2
        style = "floor" if score.tokenizer in floors else "best" if cell.is_best else "other"
        parts.append(_text(0, middle + 4, shortened(score.tokenizer, LONGEST), style, "start"))
        if math.isfinite(score.value):
            left, right = sorted((scale(0), scale(score.value)))
            size = f'width="{max(right - left, 1):.1f}" height="{ROW - 10}"'
            parts.append(f'<rect class="bar {style}" x="{left:.1f}" y="{top + 5}" {size} rx="2"/>')
        if score.low is not None and score.high is not None and math.isfinite(score.low) and math.isfinite(score.high):
            line = f"M{scale(score.low):.1f} {middle}H{scale(score.high):.1f}"
            parts.append(f'<path class="halo" d="{line}"/><path class="interval" d="{line}"/>')
        parts.append(_text(WIDTH, middle + 4, cell.value, style, "end"))
    return _drawing(title, len(cells) * ROW, parts)


def points(title: str, x_name: str, y_name: str, found: Sequence[Point]) -> str:
    """A point per tokenizer, with intervals and a name, and labelled axes. There must be at least one point."""
    left, right, top, bottom = 46.0, WIDTH - 10.0, 12.0, HEIGHT - 40.0
    xs = [limit for point in found for limit in point.x if limit is not None]
    ys = [limit for point in found for limit in point.y if limit is not None]
    is_wide = min(xs) > 0 and max(xs) > 20 * min(xs)
    x_scale = _scale(xs, left, right, is_wide)
    y_scale = _scale(ys, bottom, top, False)
    x_digits, y_digits = _digits(x_scale.ticks()), _digits(y_scale.ticks())
    parts = []
    for tick in x_scale.ticks():
        at = x_scale(tick)
        parts.append(f'<path class="grid" d="M{at:.1f} {top}V{bottom}"/>')
        parts.append(_text(at, bottom + 15, number(tick, 0 if is_wide and tick >= 1 else x_digits), "tick", "middle"))
    for tick in y_scale.ticks():
        at = y_scale(tick)
        parts.append(f'<path class="grid" d="M{left} {at:.1f}H{right}"/>')
        parts.append(_text(left - 6, at + 4, number(tick, y_digits), "tick", "end"))
    parts.append(_text((left + right) / 2, HEIGHT - 6, x_name, "axis", "middle"))
    turned = f"translate(9 {(top + bottom) / 2}) rotate(-90)"
    parts.append(f'<text class="axis" text-anchor="middle" transform="{turned}">{escape(y_name)}</text>')
    taken = [box for point in found for box in _cross(point, x_scale, y_scale)]
    for point in found:
        x, y = x_scale(point.x[0]), y_scale(point.y[0])
        style = "floor" if point.is_floor else "own"
        if point.x[1] is not None and point.x[2] is not None:
            parts.append(f'<path class="interval" d="M{x_scale(point.x[1]):.1f} {y:.1f}H{x_scale(point.x[2]):.1f}"/>')
        if point.y[1] is not None and point.y[2] is not None:
            parts.append(f'<path class="interval" d="M{x:.1f} {y_scale(point.y[1]):.1f}V{y_scale(point.y[2]):.1f}"/>')
        parts.append(f'<circle class="point {style}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
        name = shortened(point.name, LONGEST)
        box = _free(x, y, len(name) * LETTER, taken, (left, top, right, bottom))
        taken.append(box)
        parts.append(_text(box[0], box[3] - 3, name, style, "start"))
    return _drawing(title, HEIGHT, parts)


def near(found: Sequence[Point]) -> list[Point]:
    """The points, without trivial baselines that are so far off that the other points would be crowded together.

    On both axes, the tokenizers that are not trivial baselines span a window. A baseline may lie outside by the window's width. If there
    are fewer than two such tokenizers, all points are kept.

    >>> own = [Point("a", (1.3, None, None), (0.5, None, None), False), Point("b", (1.6, None, None), (0.6, None, None), False)]
    >>> floors = [Point("words", (1, None, None), (0.4, None, None), True), Point("characters", (7, None, None), (0.4, None, None), True)]
    >>> [point.name for point in near([*own, *floors])]
    ['a', 'b', 'words']
    """
    own = [point for point in found if not point.is_floor]
    if len(own) < 2:
        return list(found)
    spans = [(min(values), max(values)) for values in ([point.x[0] for point in own], [point.y[0] for point in own])]

    def is_near(point: Point) -> bool:
        places = zip(spans, (point.x[0], point.y[0]), strict=True)
        return all(2 * low - high - 1e-9 <= at <= 2 * high - low + 1e-9 for (low, high), at in places)

    return [point for point in found if not point.is_floor or is_near(point)]


Box = tuple[float, float, float, float]  # left, top, right, bottom


def _cross(point: Point, x_scale: Scale, y_scale: Scale) -> list[Box]:
    """The boxes that a point and its intervals cover."""
    x, y = x_scale(point.x[0]), y_scale(point.y[0])
    left, right = (x if limit is None else x_scale(limit) for limit in point.x[1:])
    bottom, top = (y if limit is None else y_scale(limit) for limit in point.y[1:])
    return [(x - 5, y - 5, x + 5, y + 5), (left, y - 2, right, y + 2), (x - 2, top, x + 2, bottom)]


def _free(x: float, y: float, width: float, taken: Sequence[Box], frame: Box) -> Box:
    """The box near (x, y), within the frame, where a label covers the least of what is already drawn."""
    beside = [(8.0, -7.0), (-8 - width, -7.0), (-width / 2, -21.0), (-width / 2, 7.0)]
    corners = [(5.0, -19.0), (5.0, 5.0), (-5 - width, -19.0), (-5 - width, 5.0)]
    further = [(8.0, -33.0), (8.0, 19.0), (-8 - width, -33.0), (-8 - width, 19.0)]
    offsets = [*beside, *corners, *further]
    boxes = [(x + right, y + down, x + right + width, y + down + 14) for right, down in offsets]
    inside = [box for box in boxes if box[0] >= frame[0] and box[2] <= frame[2] and box[1] >= frame[1] - 12 and box[3] <= frame[3] + 2]
    return min(inside or boxes, key=lambda box: sum(_shared(box, other) for other in taken))


def _shared(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _scale(values: Sequence[float], first: float, last: float, is_logarithmic: bool) -> Scale:
    """A scale with some margin on both sides."""
    low, high = min(values), max(values)
    if is_logarithmic:
        return Scale(low / 1.3, high * 1.3, first, last, True)
    room = (high - low or abs(high) or 1.0) * 0.08
    return Scale(low - room, high + room, first, last)


def _digits(ticks: Sequence[float]) -> int:
    """The digits after the decimal point that distinguish the ticks."""
    step = min((b - a for a, b in pairwise(ticks)), default=1.0)
    return max(0, min(digits(ticks), -math.floor(math.log10(step) + 1e-9)))


def _text(x: float, y: float, content: str, style: str, anchor: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def _drawing(title: str, height: float, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
