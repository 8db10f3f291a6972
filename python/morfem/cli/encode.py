"""`morfem encode` and `morfem decode`.

A text of a text file is a line with its line end. So `decode` restores exactly the bytes of the file, with any line ends. Texts are read,
encoded and written batch by batch.
"""

import json as json_format
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, BinaryIO, Literal

import typer

from .. import load
from .._core import MorfemError, Tokenizer, VocabularyError
from ..corpus import ARCHIVES, JSON, Corpus, decoded, find
from ..encoder import Encoder
from ..formats import FORMATS
from ..formats.flat import flat_texts
from ..output import whole
from ..progress import Meter
from ..train.schema import paths
from . import formats
from .arguments import Column, Compose, Field, Files, HeldOut, OnBadText, Output, Ray, Threads, TokenizerName
from .arrays import open_arrays
from .table import Table, counted

# How encoded texts are written: as lines, or as one of `FORMATS`.
Format = Literal["table", "text", "jsonl", "ids", "bin", "megatron", "datatrove", "olmo", "mds", "parquet", "arrow"]
WRITERS: dict[str, Callable[[Encoder, BinaryIO], formats.Writer]] = {
    "table": Table,
    "text": formats.Text,
    "jsonl": formats.Jsonl,
    "ids": formats.Ids,
}
BINARY = {form.suffixes[0] for form in FORMATS.values()} - {".bin"}  # suffixes of encoded texts that decode cannot read
MDS_SHARD = 1 << 24  # tokens: 64 MB, the size of MosaicML's own writer


def encode(
    tokenizer: TokenizerName,
    files: Files = None,
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="Encode this text.")] = None,
    field: Field = None,
    column: Column = None,
    on_bad_text: OnBadText = "fail",
    compose: Compose = False,
    format: Annotated[
        Format | None,
        typer.Option(
            help="table: for reading. text: tokens separated by spaces. jsonl: ids, tokens and offsets. ids: numbers separated by spaces. "
            "bin: one array of 16-bit numbers (32-bit if there are more than 65,536 ids), and an index: o.idx.npy for o.bin. "
            "megatron, datatrove, olmo, mds (MosaicML), parquet, arrow: what these programs read.",
            show_default="by the suffix of --output; otherwise table in a terminal, ids in a pipe",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --format jsonl.")] = False,
    output: Output = None,
    threads: Threads = None,
    parse_special: Annotated[
        bool, typer.Option("--parse-special", help="Specials in a text, such as </s>, become their ids. By default they are plain text.")
    ] = False,
    append: Annotated[
        str | None, typer.Option("--eos", "--append", metavar="SPECIAL", help="Add this special, such as </s>, after every text.")
    ] = None,
    held_out: HeldOut = None,
    shard_tokens: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Write shards of at most N tokens and a manifest into the folder --output. The same command continues an interrupted run.",
            show_default="one file; for mds 16,777,216",
        ),
    ] = None,
    shuffle: Annotated[
        bool, typer.Option("--shuffle", help="Write the texts in random order. For the formats of training programs.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of --shuffle.")] = 0,
    ray: Ray = None,
) -> None:
    """Turn texts into ids.

    A text is a line of a text file with its line end, a field of JSON, or a cell of a .csv, .tsv or Parquet column. Output is UTF-8.

    With --ray each file becomes a file in the folder --output, in a format for training programs other than mds. If the command is
    interrupted, the same command continues.
    """
    if ray is not None:
        if text is not None or not files or output is None or json or compose or held_out is not None or threads is not None:
            raise typer.BadParameter("--ray needs FILES and --output FOLDER, without --text, --json, --compose, --held-out and --threads")
        if shuffle or seed or shard_tokens is not None:
            raise typer.BadParameter("--ray writes a file for each file, in its order, without --shuffle, --seed and --shard-tokens")
        from ..integrations.ray import encode_files

        done = encode_files(
            tokenizer,
            files,
            output,
            address=ray,
            format=format or "parquet",
            field=field,
            column=column,
            parse_special=parse_special,
            append=append,
            on_bad_text=on_bad_text,
        )
        told = [counted(number, what[:-1].replace("_", " ")) for what, number in done.items() if number or what != "bad_texts"]
        print(f"{output}: {', '.join(told)}", file=sys.stderr)
        return
    if shard_tokens is None and format == "mds":
        shard_tokens = MDS_SHARD
    chosen = _format(format, json, output, is_folder=shard_tokens is not None)
    if chosen not in FORMATS and (shard_tokens is not None or shuffle):
        raise typer.BadParameter(f"--shard-tokens and --shuffle need a --format for training: {', '.join(FORMATS)}")
    if seed and not shuffle:
        raise typer.BadParameter(f"--seed {seed} has no effect without --shuffle; give both, or leave --seed out")
    if text is not None and files:
        raise typer.BadParameter("give files or --text, not both")
    encoder = Encoder(load(tokenizer), threads, parse_special, append)
    is_typed = text is None and not files and field is None and sys.stdin.isatty()
    source = iter([text]) if text is not None else paths(files or ["-"])
    corpus = Corpus(
        source,
        field=field,
        column=column,
        hold_out=held_out,
        only_held_out=held_out is not None,
        line_ends=True,
        on_bad_text=on_bad_text,
        compose=compose,
    )
    is_job = bool(corpus.files) and not is_typed and (output is not None or not sys.stdout.isatty())
    start, tokens = monotonic(), 0
    with ExitStack() as stack:
        if output is not None and chosen in FORMATS:
            job = {**_job(encoder, corpus), "format": chosen, "field": field, "column": column, "held_out": held_out}
            job["on_bad_text"] = on_bad_text
            if compose:
                job["compose"] = True
            arrays = open_arrays(FORMATS[chosen], encoder, output, shard_tokens=shard_tokens, seed=seed if shuffle else None, job=job)
            writer = stack.enter_context(arrays)
        else:
            file = stack.enter_context(whole(output))
            writer = WRITERS[chosen](encoder, file)
        meter = stack.enter_context(Meter(is_job, has_lines=False))
        for batch in _typed() if is_typed else corpus.texts():
            tokens += writer.write(batch)
            meter(f"encoding {corpus.names}", corpus.done, corpus.size, is_bytes=True)
            if is_typed and output is None:
                sys.stdout.buffer.flush()
        writer.close()
    if output is not None:
        print(f"{output}: {counted(corpus.lines, 'text')}, {counted(tokens, 'token')} in {monotonic() - start:.1f} s", file=sys.stderr)


def decode(
    tokenizer: TokenizerName,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILES", help="Files or patterns written by encode, as ids, jsonl or bin; - is standard input.", show_default="-"
        ),
    ] = None,
    ids: Annotated[str | None, typer.Option(metavar="IDS", help="Decode these ids, separated by spaces or commas.")] = None,
    json: Annotated[bool, typer.Option("--json", help='Write one line {"text": ...} per text.')] = False,
    output: Output = None,
    skip_special: Annotated[bool, typer.Option("--skip-special", help="Leave specials out. By default they are written as text.")] = False,
) -> None:
    """Turn ids back into texts.

    Texts are written one directly after the other; lines of a text file include their line ends.

    Texts from JSON lines or Parquet have no line ends. Use --json to keep them apart.
    """
    if ids is not None and files:
        raise typer.BadParameter("give files or --ids, not both")
    model = load(tokenizer)
    sources = [("--ids", _split(ids))] if ids is not None else None
    last = b""
    with whole(output) as file:
        for place, text_ids in sources or _encoded(files or ["-"], model):
            content = _decoded(model, text_ids, skip_special, place)
            if json:
                formats.write_json(file, {"text": content.decode(errors="replace")})
            else:
                file.write(content)
                last = content or last
        if output is None and sys.stdout.isatty() and last and not last.endswith(b"\n"):
            file.write(b"\n")


def _format(format: str | None, json: bool, output: Path | None, is_folder: bool) -> str:
    """The format that the options ask for. `is_folder` says that the output is a folder, whose name decides nothing."""
    if json and format not in (None, "jsonl"):
        raise typer.BadParameter("--json is --format jsonl; give one of them")
    suffix = "" if output is None or is_folder else output.suffix.lower()
    if suffix in ARCHIVES:
        raise typer.BadParameter(f"--output {output}: output is not compressed; leave {suffix} out, and compress the file afterwards")
    if json:
        format = "jsonl"
    elif format is None and output is None:
        format = "table" if sys.stdout.isatty() else "ids"
    elif format is None:
        of_suffix = {form.suffixes[0]: name for name, form in reversed(FORMATS.items())}
        format = "jsonl" if suffix in JSON else of_suffix.get(suffix, "ids")
    form = FORMATS.get(format)
    if is_folder and output is None:
        raise typer.BadParameter("--shard-tokens and --format mds write a folder: give --output FOLDER")
    if form is not None and not is_folder and suffix != form.suffixes[0]:
        files = ", ".join(f"o{suffix}" for suffix in form.suffixes)
        raise typer.BadParameter(f"--format {format} and --output FILE{form.suffixes[0]} go together; it writes {files}")
    if form is None and (of_form := next((name for name, form in FORMATS.items() if suffix and suffix in form.suffixes), None)):
        raise typer.BadParameter(f"--format {of_form} and --output FILE{suffix} go together; --output FILE{suffix} is not text")
    return format


def _job(encoder: Encoder, corpus: Corpus) -> dict[str, Any]:
    """What the ids of a corpus depend on."""
    return {
        "tokenizer": {"name": encoder.tokenizer.name, "sha256": encoder.tokenizer.hash},
        "eos": encoder.append,
        "parse_special": encoder.parse_special,
        "corpus": [{"name": file.name, "bytes": file.size} for file in corpus.files],
    }


def _typed() -> Iterator[list[str]]:
    """Texts typed in a terminal, without their line ends."""
    print("Type a text and press Enter; Ctrl-D ends.", file=sys.stderr)
    for number, line in enumerate(sys.stdin.buffer, 1):
        yield [decoded(line, "standard input", number).removesuffix("\n")]


def _encoded(files: list[str], model: Tokenizer) -> Iterator[tuple[str, Any]]:
    """The ids of each text in files written by `encode`, with the place of the text for errors."""
    for file in (file for path in paths(files) for file in find(path)):
        if file.suffix == ".bin":
            for number, ids in enumerate(flat_texts(Path(file.path), model), 1):
                yield f"{file.path}, text {number}", ids
            continue
        if file.suffix in BINARY:
            raise MorfemError(f"{file.path}: decode reads ids, jsonl and bin, not {file.suffix}; encode the texts into one of these")
        if file.path == "-" and sys.stdin.isatty():
            print("Type ids and press Enter; Ctrl-D ends.", file=sys.stderr)
        for first, block in Corpus(Path(file.path)).blocks(file):
            for number, line in enumerate(block.removesuffix("\n").split("\n"), first):
                place = f"{file.path}, line {number}"
                yield place, _record(line, place) if line.startswith(("{", "[")) else _split(line)


def _decoded(model: Tokenizer, ids: Any, skip_special: bool, place: str) -> bytes:
    """The bytes of a text. `place` is for errors."""
    if isinstance(ids, list):
        ids = [_id(word, place) for word in ids]
    try:
        return model.decode_bytes(ids, skip_special=skip_special)
    except VocabularyError as error:
        raise VocabularyError(f"{place}: {error}") from None


def _split(ids: str) -> list[str]:
    return ids.replace(",", " ").split()


def _record(line: str, place: str) -> list[Any]:
    """The ids in a line of JSON."""
    try:
        record = json_format.loads(line)
    except (ValueError, RecursionError) as error:
        raise MorfemError(f"{place}: not valid JSON: {error}") from None
    ids = record.get("ids") if isinstance(record, dict) else record
    if not isinstance(ids, list):
        raise MorfemError(f"{place}: no field 'ids' with a list")
    return ids


def _id(word: object, place: str) -> int:
    if isinstance(word, int) and not isinstance(word, bool):
        return word
    # No id has more than 10 digits, and Python converts at most 4,300.
    if isinstance(word, str) and len(word) < 40 and word.isascii() and word.removeprefix("-").isdigit():
        return int(word)
    raise MorfemError(f"{place}: {str(word)[:40]!r} is not an id")
