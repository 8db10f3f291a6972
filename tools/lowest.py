"""Installs every extra with the lowest versions that its bounds allow, and runs a short use of each (`make lowest`).

pip takes the newest versions, so nobody sees that a bound in pyproject.toml is too low until another library holds a version back. uv can
choose the lowest ones. It takes only built packages: for each Python the lowest version is the first that was built for it, and without a
compiler nobody can install an older one. morfem itself is installed from a wheel, so that nothing in the source tree is used by mistake.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import tomllib

ROOT = Path(__file__).parents[1]
WORK = ROOT / "target" / "lowest"
# Libraries that are not built, because they have nothing to compile.
SOURCES = ("pyspark", "rouge-score", "sqlitedict", "word2number")
# Their libraries need a newer Python than morfem does.
FROM_3_11 = ("search", "transformers", "lm-eval", "transplant", "mteb")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", help="interpreters, such as python3.10")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    wheel = _wheel()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    failed = 0
    for python in options.pythons:
        version = subprocess.check_output([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], text=True).strip()
        for extra in extras:
            if version == "3.10" and extra in FROM_3_11:
                print(f"{version}\t{extra}\tneeds Python 3.11", flush=True)
                continue
            start, log = time.monotonic(), WORK / f"{version}-{extra}.log"
            is_good = _tried(python, extra, wheel, log)
            failed += not is_good
            print(f"{version}\t{extra}\t{'works' if is_good else f'FAILED: see {log}'}\t{time.monotonic() - start:.0f} s", flush=True)
    return 1 if failed else 0


def _tried(python: str, extra: str, wheel: Path, log: Path) -> bool:
    """Whether an extra works with the lowest versions. The log lists the versions, and what the use of it printed."""
    folder = WORK / "environment"
    shutil.rmtree(folder, ignore_errors=True)
    inside = str(folder / "bin" / "python")
    kinds = ["--only-binary", ":all:", *(option for name in SOURCES for option in ("--no-binary", name))]
    lowest = ["--resolution", "lowest-direct", *kinds, "-r", "pyproject.toml", "--extra", extra]
    commands = [
        ["uv", "venv", "--python", python, str(folder)],
        ["uv", "pip", "install", "--python", inside, *lowest],
        ["uv", "pip", "install", "--python", inside, "--no-deps", str(wheel)],
        [inside, "-I", str(ROOT / "tests" / "smoke.py"), extra],
    ]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with open(log, "wb") as file:
        for command in commands:
            if subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}, stdout=file, stderr=file).returncode:
                return False
    shutil.rmtree(folder)
    return True


def _wheel() -> Path:
    """A wheel of morfem as it is now."""
    shutil.rmtree(WORK / "wheel", ignore_errors=True)
    maturin = str(Path(sys.executable).with_name("maturin"))
    subprocess.run([maturin, "build", "--release", "--features", "toy", "--quiet", "--out", str(WORK / "wheel")], cwd=ROOT, check=True)
    (wheel,) = (WORK / "wheel").iterdir()
    return wheel


if __name__ == "__main__":
    sys.exit(main())
