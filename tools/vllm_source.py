"""Downloads the published source files of vLLM that `tests/integrations/test_vllm.py` checks against, into target/vllm.

`python -m tools.vllm_source`. pip reads the metadata of a source distribution by running its setup, which imports PyTorch; a stand-in
module saves that download. Nothing of vLLM is built, installed or committed.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "0.33.0"
TARGET = Path("target/vllm")
FILES = ("v1/engine/detokenizer.py", "tokenizers/registry.py", "tokenizers/protocol.py", "tokenizers/hf.py", "plugins/__init__.py")
BUILD = ("setuptools>=77,<81", "setuptools_scm>=8", "setuptools-rust", "wheel", "packaging", "jinja2")
STAND_IN = {
    "torch/__init__.py": 'class version:\n    cuda = hip = xpu = None\n\n\n__version__ = "0"\n',
    "torch/utils/__init__.py": "",
    "torch/utils/cpp_extension.py": "CUDA_HOME = ROCM_HOME = None\n",
}


def download() -> None:
    """Download the source distribution and unpack `FILES`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in STAND_IN.items():
            path = Path(folder, "stand-in", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        python = f"{folder}/venv/bin/python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--upgrade", "pip", *BUILD], check=True)
        options = ["--quiet", "--no-deps", "--no-binary", ":all:", "--no-build-isolation", "--dest", folder]
        names = {"VLLM_TARGET_DEVICE": "empty", "VLLM_VERSION_OVERRIDE": VERSION, "PYTHONPATH": f"{folder}/stand-in"}
        subprocess.run([python, "-m", "pip", "download", *options, f"vllm=={VERSION}"], check=True, env={**os.environ, **names})
        with tarfile.open(f"{folder}/vllm-{VERSION}.tar.gz") as archive:
            for name in FILES:
                file = archive.extractfile(f"vllm-{VERSION}/vllm/{name}")
                assert file is not None, f"{name} is not in the source of vllm {VERSION}"
                target = TARGET / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read())
    print(f"{len(FILES)} files of vllm {VERSION} are in {TARGET}")


if __name__ == "__main__":
    download()
