"""Writes the playground that needs no server into `target/playground/`: the page, and the bundled tokenizers as packs.

    python -m tools.playground

`make playground` puts the core beside them, as WebAssembly, and this program the tables of search of each language as JSON.
`morfem.integrations.packed` describes a pack; the browser decompresses it,
and `crates/morfem-wasm/src/pack.rs` reads it. Precomputed chunks are left out: they only make the first pass over a long text faster. A
tokenizer whose pack is larger than 2.5 MB is left to the server. Any static web server can serve the folder.
"""

import hashlib
import json
import shutil
from pathlib import Path

import morfem
from morfem.integrations.packed import packed
from morfem.search import Analyzer
from morfem.search import available as searchable
from morfem.server.limits import Limits
from morfem.server.service import Service

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "python" / "morfem" / "server" / "page"
TARGET = ROOT / "target" / "playground"
LARGEST = 2_500_000  # bytes of a compressed pack
PRECOMPUTED = ("frequent.tsv", "known.tsv")


def without_precomputed(tokenizer: morfem.Tokenizer) -> dict[str, bytes]:
    """The files of a tokenizer without its precomputed chunks."""
    files = tokenizer.files()
    record = json.loads(files["morfem.json"])
    for name in files.keys() & PRECOMPUTED:
        del files[name], record["files"][name]
    blank = json.dumps({**record, "hash": ""}, indent=2, ensure_ascii=False) + "\n"
    seal = hashlib.sha256(blank.encode()).hexdigest()
    files["morfem.json"] = blank.replace('"hash": ""', f'"hash": "{seal}"').encode()
    return files


def main() -> None:
    """Write the folder."""
    engine = TARGET / "engine"
    engine.mkdir(parents=True, exist_ok=True)
    shutil.copytree(PAGE, TARGET, dirs_exist_ok=True)
    page = (PAGE / "index.html").read_text("utf-8")
    (TARGET / "index.html").write_text(page.replace("<title>", '<meta name="engine" content="engine/">\n    <title>'), "utf-8")
    tokenizers = {}
    for name in morfem.available():
        tokenizer = morfem.load(name)
        pack = packed(without_precomputed(tokenizer))
        is_small = len(pack) <= LARGEST
        print(f"{name}: {len(pack) / 1e6:.2f} MB" + ("" if is_small else f", more than {LARGEST / 1e6} MB: only morfem serve has it"))
        if is_small:
            tokenizers[name] = tokenizer
            (engine / f"{name}.pack.gz").write_bytes(pack)
            if tokenizer.language in searchable():
                (engine / f"{tokenizer.language}.search.json").write_text(json.dumps(Analyzer(tokenizer).tables), "utf-8")
    (engine / "tokenizers.json").write_text(json.dumps(Service(tokenizers, Limits()).tokenizers()), "utf-8")


if __name__ == "__main__":
    main()
