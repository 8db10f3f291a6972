"""The command line `morfem`.

Exit status: 0 success, 1 bad input, 2 wrong usage, 130 interrupted. An error is one line on standard error. Output files are written whole
or not at all.

Data is always written as UTF-8: texts, ids, tokens, linear texts, JSON, and the tables of `encode` and `compare`. In other output,
characters that the encoding of standard output lacks become escapes such as ``\\u0131``.
"""

import errno
import functools
import os
import re
import signal
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from types import FrameType
from typing import Annotated, Any

import typer

from .._core import MorfemError, __version__
from ..checks import did_you_mean
from ..corpus import CorpusWarning
from . import analyze, bench, compare, demo, describe, encode, evaluate, extend, inflect, linear, roots, search, serve, train

COMPLETION = "_MORFEM_COMPLETE"  # set by the script of --show-completion, when the shell asks what may stand here
app = typer.Typer(
    name="morfem",
    help="Exact, fast tokenizers for morphologically rich languages.",
    rich_markup_mode=None,
    suggest_commands=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command()(encode.encode)
app.command()(encode.decode)
app.add_typer(train.app)
app.command()(extend.extend)
app.command("eval")(evaluate.evaluate)
app.command()(compare.compare)
app.command()(bench.bench)
app.command()(analyze.analyze)
app.command()(inflect.inflect)
app.command()(roots.add_roots)
app.add_typer(inflect.app)
app.command()(linear.explain)
app.command()(linear.linearize)
app.command()(linear.delinearize)
app.command()(demo.demo)
app.command()(search.index)
app.command()(search.search)
app.command()(describe.info)
app.command()(describe.export)
app.command()(serve.serve)


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
    """Run the command with the arguments of the process, then exit."""
    _open_closed_streams()
    signal.signal(signal.SIGTERM, _terminate)
    if COMPLETION in os.environ:
        app(prog_name="morfem")  # answers the shell, and ends
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    status = run(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second Ctrl-C ends the program, without a traceback
    try:
        sys.stdout.flush()
    except OSError:
        # Otherwise Python would try to flush again at exit, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the command. Returns the exit status."""
    try:
        status = _invoke(list(arguments) or ["--help"])
        sys.stdout.flush()
        return status
    except KeyboardInterrupt as stop:
        print("; ".join(["morfem: interrupted", *map(str, stop.args)]), file=sys.stderr)
        return 130
    except typer.TyperException as error:
        message = error.format_message()
        if message.startswith("Usage:"):  # the help of a command that got no arguments
            print(message, file=sys.stderr)
            return error.exit_code
        message = message.removeprefix("Invalid value: ").replace("Value error, ", "").rstrip(".")
        place: Any = getattr(error, "ctx", None)
        if wrong := re.match("No such command '(.*)'", message):
            names = [name for name, command in place.command.commands.items() if not command.hidden]
            message += "; " + did_you_mean(wrong[1], names, f"there are {', '.join(names)}")
        return _fail(message, error.exit_code, f"; see {place.command_path if place else 'morfem'} --help")
    except BrokenPipeError:
        # The reader of our output has closed the pipe: end quietly, like a program that SIGPIPE ends.
        return 141
    except OSError as error:
        if error.errno == errno.EBADF and error.filename is None:
            return _fail("standard input or standard output is closed; open it, or name files", 1)
        reason = error.strerror or str(error)
        return _fail(f"{error.filename}: {reason}" if error.filename else reason, 1)
    except MemoryError:
        return _fail("out of memory", 1)
    except UnicodeEncodeError as error:
        return _fail(f"U+{ord(error.object[error.start]):04X} is half a surrogate pair, which is not valid text", 1, _undecoded(arguments))
    except MorfemError as error:
        return _fail(str(error), 1, _undecoded(arguments) if "half a surrogate pair" in str(error) else "")


@functools.cache
def _command() -> Any:
    """The command with its subcommands."""
    command = typer.main.get_command(app)
    _plain_help(command)
    return command


def _invoke(arguments: list[str]) -> int:
    command = _command()
    with warnings.catch_warnings():
        warnings.simplefilter("default", CorpusWarning)  # a corpus that is read twice says it once
        warnings.showwarning = lambda message, *_: print(f"morfem: note: {message}", file=sys.stderr)
        try:
            with command.make_context("morfem", arguments) as context:
                command.invoke(context)
        except typer.Exit as end:
            return end.exit_code
    return 0


def _open_closed_streams() -> None:
    """Opens each standard stream that the caller has closed, so that its number is not given to another file.

    Reading or writing it is an error. What would go to standard error is lost.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            place = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
            if place != number:
                os.dup2(place, number)
                os.close(place)
            setattr(sys, name, os.fdopen(number, "r" if name == "stdin" else "w", encoding="utf-8"))


def _fail(message: str, status: int, more: str = "") -> int:
    print(f"morfem: error: {' '.join(message.split())}{more}", file=sys.stderr)
    return status


def _undecoded(arguments: Sequence[str]) -> str:
    """What to do about the first argument that the encoding of the locale could not decode: Python keeps its bytes as surrogates."""
    wrong = next((argument for argument in arguments if any("\udc80" <= c <= "\udcff" for c in argument)), None)
    encoding = sys.getfilesystemencoding()
    return f"; the argument {wrong!a} is not {encoding}, which the locale asks for: set LC_ALL=C.UTF-8, or give a file" if wrong else ""


def _plain_help(command: Any) -> None:
    """Hide the Python types of arguments in the help of a command and its subcommands, and list each with its whole first sentence."""
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: None
    for below in getattr(command, "commands", {}).values():
        below.short_help = re.split(r"(?<=\.)\s", below.help or "")[0]  # without docstrings (python -OO) there is no help
        _plain_help(below)


def _terminate(number: int, frame: FrameType | None) -> None:
    """End the program on SIGTERM with an exception, so that unfinished files are removed."""
    sys.exit(128 + number)
