"""Figures and signatures stay the same when code changes: a small evaluation with every metric of a suite gives the recorded JSON.

The record was written before metrics had a registry. A change of a definition raises the metric's version and needs a new record:
`python -m tests.evaluate.test_figures_stay`.
"""

import json
import re
import tempfile
from pathlib import Path

from morfem.evaluate import evaluate
from morfem.evaluate.report import json_format

from tests.conftest import sentences

RECORD = Path(__file__).with_name("figures.json")
FILES = {
    "segmented.tsv": "word\tsegmentations\nevde\tev+de\nkitaplar\tkitap+lar\nyollarda\tyol+lar+da\nevlar\tev+ler\ngel\tgel\ngöze\tgöz+e\n",
    "stems.csv": ",full_word,pt1,rest\n0,evde,ev,de\n1,kitaplar,kitap,lar\n2,yollarda,yol,larda\n3,gel,gel,\n",
    "forms.tsv": "".join(
        f"{stem}\t{stem}{ending}\t{tags}\n"
        for stem in ("okul", "yol", "top", "kol", "son", "tuz", "kuş", "buz", "çocuk", "kutu", "ordu", "boru", "doğu", "koku", "konu",
                     "soru", "yolcu", "kuyu", "toplu", "oyun", "koyun", "duygu", "uyku")
        for ending, tags in (("", "N;NOM;SG"), ("da", "N;LOC;SG"), ("dan", "N;ABL;SG"), ("lar", "N;NOM;PL"))
    ),
    "roots.tsv": "word\troot\troot_positions\nמכתב\tכתב\t1,2,3\nשומר\tשמר\t0,2,3\nלומדים\tלמד\t0,2,3\n",
    "decisions.tsv": "string\ttype\tmean_rt_ms\taccuracy\nev\tword\t500\t0.9\nkitaplar\tword\t640\t0.8\ngel\tword\t520\t0.95\n"
    "ver\tnonword\t700\t0.6\nkatıplor\tnonword\t610\t0.7\nyolm\tnonword\t650\t0.9\n",
}  # fmt: skip
SUITE = """
name = "small"
[[text]]
data = "lines"
path = "lines.txt"
metrics = { round_trip = {}, compression = {}, distribution = {}, purity = {} }
"""
GOLD = {
    "segmented.tsv": ("segmentation", "boundaries"),
    "stems.csv": ("morphscore", "morphscore"),
    "forms.tsv": ("inflections", "root_consistency = {}, affix_consistency"),
    "roots.tsv": ("roots", "roots"),
    "decisions.tsv": ("lexical_decision", "plausibility"),
}


def rendered(folder: Path) -> str:
    """The JSON of the evaluation, without what may change: the version, and the hashes of the bundled tokenizers' files."""
    for name, content in FILES.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "lines.txt").write_text("\n".join(sentences("tr")) + "\n", encoding="utf-8")
    entries = [f'[[gold]]\npath = "{name}"\nformat = "{format}"\nmetrics = {{ {used} = {{}} }}\n' for name, (format, used) in GOLD.items()]
    (folder / "small.toml").write_text(SUITE + "".join(entries), encoding="utf-8")
    report = evaluate(["tr-mft", "ko-thunder"], folder / "small.toml", data=folder, resamples=50)
    text = re.sub(r"(tok:(?:tr-mft|ko-thunder)#)[0-9a-f]{8}", r"\1", json_format.render(report))
    record = json.loads(re.sub(r"morfem:[^|\"]+", "morfem", text))
    kept = ("schema", "suite", "tokenizers", "floors", "scores", "comparisons", "skipped", "failures", "dropped")
    # The last digits of a float depend on the machine's linear algebra.
    shown = {key: json.loads(json.dumps(record[key]), parse_float=lambda digits: round(float(digits), 9)) for key in kept}
    return json.dumps(shown, ensure_ascii=False, indent=1) + "\n"


def test_a_small_evaluation_gives_the_recorded_figures_and_signatures(tmp_path: Path) -> None:
    assert rendered(tmp_path) == RECORD.read_text("utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        RECORD.write_text(rendered(Path(folder)), encoding="utf-8")
