"""Progress of long jobs, on standard error, and what of a job is kept when it is interrupted.

In a terminal it is a bar with rate and remaining time, which is removed at the end. Otherwise it is one line per finished stage.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import rich.progress


class Meter:
    """Shows the progress of a job whose stages follow each other.

    Call it with the name of the stage, and with `done` of `total` steps. Set `is_bytes` if the steps are bytes. Without a terminal, a
    finished stage is printed as a line if `has_lines`. `of` is what the stages are about, such as the file; a bar names it after the stage.
    """

    def __init__(self, is_shown: bool = True, *, has_lines: bool = True, of: str = "") -> None:
        self._bar: rich.progress.Progress | None = None
        self._stage = ""
        self._start = monotonic()
        self._of = f" ({of})" if of else ""
        self._has_lines = is_shown and has_lines and not sys.stderr.isatty()
        if is_shown and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(bar_width=None),
                TaskProgressColumn(),
                TextColumn("{task.fields[rate]}", justify="right"),
            )
            self._bar = Progress(*columns, console=Console(stderr=True), expand=True, transient=True)
            self._task = self._bar.add_task("", total=None, rate="")

    def __call__(self, stage: str, done: int, total: int | None, is_bytes: bool = False) -> None:
        if stage != self._stage:
            self._finish()
            self._stage, self._start = stage, monotonic()
            if self._bar is not None:
                self._bar.reset(self._task, description=stage + self._of, total=None, rate="")
                # Not earlier: before the first stage of a training another meter shows how the corpus is read.
                self._bar.start()
        if self._bar is not None:
            rate = done / max(monotonic() - self._start, 1e-3)
            shown = f"{rate / 1e6:.1f} MB/s" if is_bytes else f"{rate:,.0f}/s"
            if total and rate:
                minutes, seconds = divmod(round((total - done) / rate), 60)
                shown += f", {minutes}:{seconds:02} left"
            self._bar.update(self._task, completed=done, total=total or None, rate=shown)

    def __enter__(self) -> "Meter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self._finish()
        if self._bar is not None:
            self._bar.stop()

    def _finish(self) -> None:
        if self._stage and self._has_lines:
            print(f"{self._stage}: {monotonic() - self._start:.1f} s", file=sys.stderr, flush=True)


def tell(is_shown: bool, message: str) -> None:
    """Print a line about a job that goes on, such as what it has kept of an earlier run."""
    if is_shown:
        print(f"morfem: {message}", file=sys.stderr, flush=True)


@contextmanager
def keeping(kept: Callable[[], str]) -> Iterator[None]:
    """Ctrl-C within it says what is kept, if `kept` names something. What an inner part of the job has said stands."""
    try:
        yield
    except KeyboardInterrupt as stop:
        if stop.args or not (what := kept()):
            raise
        raise KeyboardInterrupt(f"{what}; the same command continues") from None
