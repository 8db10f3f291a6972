"""The command line `morfem`.

Exit status: 0 done, 1 bad input, 2 wrong usage, 130 interrupted. An error is one line on standard error; files are written whole or not
at all.
"""

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Annotated

import typer

from .._core import MorfemError, __version__
from . import bench, compare, describe, encode, evaluate, linear, train

app = typer.Typer(
    name="morfem",
    help="Exact, fast tokenizers for morphologically rich languages.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(encode.encode)
app.command()(encode.decode)
app.add_typer(train.app)
app.command("eval")(evaluate.evaluate)
app.command()(compare.compare)
app.command()(bench.bench)
app.command()(linear.explain)
app.command()(linear.linearize)
app.command()(linear.delinearize)
app.command()(describe.info)
app.command()(describe.export)


def _version(is_asked: bool) -> None:
    if is_asked:
        print(f"morfem {__version__}")
        raise typer.Exit


@app.callback()
def _morfem(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    pass


def main() -> None:
    """Runs the command with the arguments of the process, and ends it."""
    signal.signal(signal.SIGTERM, _terminate)
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:
        # Keeps Python from trying once more, when it ends, to write what cannot be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Runs the command; returns the exit status."""
    try:
        command = typer.main.get_command(app)
        with command.make_context("morfem", list(arguments) or ["--help"]) as context:
            command.invoke(context)
        sys.stdout.flush()
        return 0
    except typer.Exit as end:
        return end.exit_code
    except KeyboardInterrupt:
        print("morfem: interrupted", file=sys.stderr)
        return 130
    except typer.TyperException as error:
        message = error.format_message().removeprefix("Invalid value: ").rstrip(".")
        return _fail(message, error.exit_code, "; see morfem --help")
    except BrokenPipeError:
        # Whoever reads our output has enough: end quietly, as a program does that SIGPIPE ends.
        return 141
    except OSError as error:
        reason = error.strerror or str(error)
        return _fail(f"{error.filename}: {reason}" if error.filename else reason, 1)
    except MemoryError:
        return _fail("out of memory", 1)
    except UnicodeEncodeError as error:
        return _fail(f"U+{ord(error.object[error.start]):04X} is half a surrogate pair, which is no text", 1)
    except MorfemError as error:
        return _fail(str(error), 1)


def _fail(message: str, status: int, more: str = "") -> int:
    print(f"morfem: error: {' '.join(message.split())}{more}", file=sys.stderr)
    return status


def _terminate(number: int, frame: FrameType | None) -> None:
    """SIGTERM ends the program the way an exception does, so that half-written files are removed."""
    sys.exit(128 + number)
