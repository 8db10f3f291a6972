"""The second program of docs/transformers.md, which needs PyTorch, runs."""

import pytest

pytest.importorskip("transformers")
pytest.importorskip("torch")

from tests.integrations.transformers.test_page import PAGE, programs

pytestmark = pytest.mark.filterwarnings("default")


def test_the_second_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(programs()[1], str(PAGE), "exec"), {})
    assert "Kitap" in capsys.readouterr().out
