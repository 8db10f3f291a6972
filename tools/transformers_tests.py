"""Fetches the official tests for tokenizers of transformers, which are in its source distribution and in no wheel.

    python -m tools.transformers_tests

They are written to target/transformers_tests as a package of that name. Nothing of them is part of this repository.
"""

import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "target" / "transformers_tests"
MODULES = ("test_tokenization_common.py", "test_tokenizers_backend_mixin.py", "test_sentencepiece_backend_mixin.py")


def main() -> None:
    wanted = f"transformers=={version('transformers')}"
    with tempfile.TemporaryDirectory() as download:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "transformers", "--dest", download, wanted]
        subprocess.run(pip, check=True)
        (archive,) = Path(download).glob("*.tar.gz")
        with tarfile.open(archive) as files:
            wanted_files = {f"{archive.name.removesuffix('.tar.gz')}/tests/{module}": module for module in MODULES}
            contents = {module: _read(files, name) for name, module in wanted_files.items()}
    (FOLDER / "fixtures").mkdir(parents=True, exist_ok=True)
    # The tests train small tokenizers on any text.
    (FOLDER / "fixtures" / "sample_text.txt").write_bytes((ROOT / "tests" / "texts" / "ms.txt").read_bytes())
    for module, content in {**contents, "__init__.py": b""}.items():
        (FOLDER / module).write_bytes(content)


def _read(files: tarfile.TarFile, name: str) -> bytes:
    file = files.extractfile(name)
    assert file is not None
    return file.read()


if __name__ == "__main__":
    main()
