"""A library that is missing or of another version is named, with the extra that installs it."""

import importlib.metadata
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from morfem.require import LibraryError, require


def test_a_missing_library_is_an_error_that_names_the_extra() -> None:
    with pytest.raises(LibraryError, match=r"needs no_such_library>=1,<2.*pip install 'morfem\[extra\]'"):
        require("no_such_library.module", "extra", ">=1,<2")


@pytest.mark.parametrize(
    ("version", "versions", "is_right"),
    [
        ("3.8.18", ">=3.8,<4", True),
        ("3.8", ">=3.8,<4", True),
        ("3.10.0", ">=3.8,<4", True),
        ("3.7.9", ">=3.8,<4", False),
        ("4.0.0", ">=3.8,<4", False),
        ("4.0.0rc1", ">=3.8,<4", False),
        ("2.7.1+cpu", ">=2.4,<3", True),
    ],
)
def test_the_version_must_be_in_the_range(monkeypatch: pytest.MonkeyPatch, version: str, versions: str, is_right: bool) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda name: version)
    if is_right:
        assert require("numpy", "extra", versions).__name__ == "numpy"
        return
    with pytest.raises(LibraryError) as error:
        require("numpy", "extra", versions)
    assert str(error.value) == f"numpy {version} is installed, but morfem needs numpy{versions}: pip install 'morfem[extra]'"


def test_every_part_of_the_package_is_an_attribute_of_it_and_needs_no_library() -> None:
    code = """
import sys
sys.modules.update(dict.fromkeys(("onnxruntime", "safetensors", "starlette", "tantivy", "torch", "uvicorn")))
import morfem
assert not {"numpy", "morfem.morpheus"} & sys.modules.keys()
for name in morfem.__all__:
    getattr(morfem, name)
print(morfem.morpheus.Morpheus.__name__, morfem.server.Client.__name__)
try:
    morfem.morpheus.load()
except morfem.MorfemError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.stdout.splitlines()[:1] == ["Morpheus Client"], result.stderr
    assert "pip install 'morfem[morpheus]'" in result.stdout


@pytest.mark.parametrize("module", ["integrations.transplant", "integrations.transformers", "transplanting", "search", "train"])
def test_the_evaluation_suite_is_not_loaded_by_what_does_not_evaluate(module: str) -> None:
    program = f"import morfem.{module}, sys; print([name for name in sys.modules if name.startswith('morfem.evaluate')])"
    if module == "integrations.transformers":
        pytest.importorskip("transformers")
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.stdout == "[]\n", result.stderr


# Modules that import their library when it is used.
USES = {"search.index": "; adapter.Index('.')", "search.mteb": "; adapter.Search().mteb_model_meta"}


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("integrations.arrow", "pyarrow", "parquet"),
        ("integrations.datatrove", "datatrove", "datatrove"),
        ("integrations.sklearn", "sklearn", "scikit-learn"),
        ("integrations.spacy", "spacy", "spacy"),
        ("search.index", "tantivy", "search"),
        ("search.mteb", "mteb", "mteb"),
    ],
)
def test_every_integration_names_its_extra(tmp_path: Path, module: str, library: str, extra: str) -> None:
    (tmp_path / library).mkdir()
    (tmp_path / library / "__init__.py").write_text(f"raise ModuleNotFoundError('none', name={library!r})")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import morfem.{module} as adapter"
    program += USES.get(module, "")
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert f"which is not installed: pip install 'morfem[{extra}]'" in result.stderr
    extras = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8").partition("[project.optional-dependencies]")[2]
    assert f"\n{extra} = [" in extras


def test_a_library_whose_distribution_has_another_name_and_lists_no_modules_has_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn")
    monkeypatch.setattr("morfem.require._distributions", dict)  # what Python 3.10 knows of scikit-learn
    assert require("sklearn", "scikit-learn", ">=1.6,<2").__name__ == "sklearn"


def test_every_extra_is_tried_with_the_lowest_versions() -> None:
    root = Path(__file__).parents[2]
    spec = importlib.util.spec_from_file_location("smoke", root / "tests" / "smoke.py")
    assert spec is not None
    assert spec.loader is not None
    smoke = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(smoke)
    table = (root / "pyproject.toml").read_text("utf-8").partition("[project.optional-dependencies]\n")[2].partition("\n[")[0]
    extras = re.findall(r"^([\w-]+) = \[", table, re.MULTILINE)
    assert [extra for extra in extras if not hasattr(smoke, extra.replace("-", "_"))] == []
