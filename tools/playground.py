"""Writes the playground that needs no server into `target/playground/`: the page, and the bundled tokenizers as packs.

    python -m tools.playground

`make playground` puts the core beside them, as WebAssembly. A pack is a line of JSON, the list of files with their sizes, and then the
files; the browser decompresses it (`crates/morfem-wasm/src/pack.rs` reads it). Any static web server can serve the folder.
"""

import gzip
import json
import shutil
import sys
from pathlib import Path

import morfem
from morfem.server.service import Service

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "python" / "morfem" / "server" / "page"
TARGET = ROOT / "target" / "playground"
LARGEST = 2_500_000  # bytes of a compressed pack


def packed(tokenizer: morfem.Tokenizer) -> bytes:
    """The pack of a tokenizer, compressed. Equal tokenizers have equal packs."""
    files = tokenizer.files()
    sizes = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return gzip.compress(b"\n".join([sizes, b"".join(files.values())]), 9, mtime=0)


def main() -> int:
    """Write the folder. Returns the exit status."""
    engine = TARGET / "engine"
    engine.mkdir(parents=True, exist_ok=True)
    shutil.copytree(PAGE, TARGET, dirs_exist_ok=True)
    page = (PAGE / "index.html").read_text("utf-8")
    (TARGET / "index.html").write_text(page.replace("<title>", '<meta name="engine" content="engine/">\n    <title>'), "utf-8")
    tokenizers = {name: morfem.load(name) for name in morfem.available()}
    (engine / "tokenizers.json").write_text(json.dumps(Service(tokenizers).tokenizers()), "utf-8")
    too_large = []
    for name, tokenizer in tokenizers.items():
        pack = packed(tokenizer)
        (engine / f"{name}.pack.gz").write_bytes(pack)
        print(f"{name}: {len(pack) / 1e6:.2f} MB")
        too_large += [name] if len(pack) > LARGEST else []
    if too_large:
        print(f"larger than {LARGEST / 1e6} MB: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
