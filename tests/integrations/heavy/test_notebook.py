"""Notebooks show encodings, analyses and explanations as HTML."""

import pytest

nbclient = pytest.importorskip("nbclient", reason="notebooks are run with nbclient")
pytest.importorskip("ipykernel", reason="notebooks are run by a kernel")
nbformat = pytest.importorskip("nbformat")


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("morfem.load('tr-mft').encode('kitaplar')", "kitap</span>"),
        ("morfem.load('tr-mft').analyze('kitaplar')[0]", "<small>PL</small>"),
        ("morfem.load('he-splinter').explain('לעבוד')", "root <bdi><b>עבד</b></bdi>"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_the_last_line_of_a_cell_is_shown_as_html(source: str, shown: str) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(f"import morfem\n{source}")])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert shown in notebook.cells[0].outputs[0].data["text/html"]
