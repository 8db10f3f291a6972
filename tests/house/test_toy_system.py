"""A system that only the tests have is one folder and one line of the list; laws, files, training and commands follow."""

import inspect
import json
import re
from pathlib import Path

import morfem
import pytest
import typer
from morfem.train.schema import SCHEMAS, parameters

from tests.conftest import training_texts

ROOT = Path(__file__).parents[2]
CORE = ROOT / "crates" / "morfem"
FOLDER = CORE / "src" / "systems" / "toy"

needs_toy = pytest.mark.skipif("toy" not in SCHEMAS, reason="the extension was built without the feature `toy`; make builds it with it")


def test_a_new_system_is_named_in_one_line_of_the_list() -> None:
    places = []
    for path in [*CORE.glob("src/**/*.rs"), *ROOT.glob("crates/morfem-python/src/**/*.rs"), *ROOT.glob("python/**/*.py*")]:
        if FOLDER not in path.parents and path.suffix in (".rs", ".py", ".pyi"):
            lines = path.read_text(encoding="utf-8").splitlines()
            places += [(path.relative_to(ROOT).as_posix(), line.strip()) for line in lines if re.search(r"\btoy\b", line)]
    of_list = [place for place in places if place[0] == "crates/morfem/src/systems/mod.rs"]
    assert places == of_list
    assert [line for _, line in places] == [
        '#[cfg(feature = "toy")]',
        "pub mod toy;",
        '#[cfg(feature = "toy")]',
        'Entry::of::<toy::Runs>(&["toy"], &toy::RunsTrainer),',
    ]


def test_no_file_above_the_list_names_a_system() -> None:
    """The trainers of a system are known by what they say of themselves."""
    kinds = "|".join(SCHEMAS)
    above = [*CORE.glob("src/train/*.rs"), CORE / "src" / "options.rs", *ROOT.glob("python/morfem/train/*.py")]
    above += [ROOT / "crates/morfem-python/src/training.rs", ROOT / "python/morfem/cli/train.py"]
    for path in above:
        code = "\n".join(line.split("//")[0] for line in path.read_text(encoding="utf-8").split('"""')[0::2])
        assert not re.search(rf"\b(train_|train\.|== \"|== ')({kinds})\b", code), path


def test_no_line_of_the_package_decides_by_the_name_of_a_system() -> None:
    """What a tokenizer can do is asked of the core: a list of kinds in Python would not know a new one."""
    kind = rf"[\"'](?:{'|'.join(SCHEMAS)})[\"']"
    decides = re.compile(rf"kind\b[^\n]*(==|!=|\bin\b)[^\n]*{kind}|{kind}, {kind}")
    assert decides.search('BYTE_EXACT = ("bpe", "unigram", "thunder")')
    assert decides.search('if tokenizer.kind != "mft":')
    for path in ROOT.glob("python/morfem/**/*.py"):
        code = "\n".join(line.split("#")[0] for line in "".join(path.read_text(encoding="utf-8").split('"""')[0::2]).splitlines())
        assert not decides.search(code), path


@needs_toy
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vowels": "finnish"}, 'vowels "finnish" is not known; choose english or turkish'),
        ({"min_count": 0}, "min_count is 0; give a whole number of 1 or more"),
        ({"min_count": 2.5}, "min_count is 2.5; give a whole number of 1 or more"),
        ({"vocab_size": 10}, "ask for 261 or more"),
        ({"vocab_size": []}, "vocab_size has no size; give one or more"),
    ],
)
def test_its_options_are_checked_before_the_corpus_is_read(options: dict[str, object], message: str) -> None:
    def never() -> None:
        raise AssertionError("the corpus was read")

    with pytest.raises(morfem.MorfemError, match=re.escape(message)):
        vars(morfem.train)["toy"](iter(never, 0), progress=False, **options)


@needs_toy
def test_it_shows_what_it_cannot_do() -> None:
    toy = vars(morfem.train)["toy"](training_texts(), progress=False)
    with pytest.raises(morfem.MorfemError, match="linearize is for tokenizers of kind splinter, and toy is of kind toy"):
        toy.linearize("kitap")


def test_a_trainer_has_the_signature_of_its_schema() -> None:
    for kind, schema in SCHEMAS.items():
        known = inspect.signature(vars(morfem.train)[kind]).parameters
        defaults = {option["name"]: option["default"] for option in schema["options"]}
        assert {name: known[name].default for name in defaults} == defaults
        assert all(f"\n{name} : " in (vars(morfem.train)[kind].__doc__ or "") for name in known)
    with pytest.raises(TypeError, match=r"bpe\(\): got an unexpected keyword argument 'min_counts'"):
        vars(morfem.train)["bpe"](["a"], vocab_size=300, min_counts=3)


def test_a_command_has_the_options_of_the_description_and_three_of_its_own() -> None:
    from morfem.cli import app
    from morfem.cli.arguments import flag

    commands = typer.main.get_command(app).commands["train"].commands  # type: ignore[attr-defined]
    for kind, schema in SCHEMAS.items():
        taken = {name: each.opts[0] for each in commands[kind].params if (name := each.name) != "help"}
        described = {each.name: each.name if each.shell.is_argument else flag(each) for each in parameters(schema) if each.shell}
        own = {"output": "--output", "overwrite": "--overwrite", "card": "--card"}
        assert taken == described | own
        assert {each.name for each in parameters(schema)} - set(described) == {"progress"}


def test_the_stub_of_the_trainers_is_up_to_date() -> None:
    from tools.train_stub import STUB, stub

    assert STUB.read_text(encoding="utf-8") == stub(), "run python -m tools.train_stub"


def test_the_record_has_the_options_that_were_used() -> None:
    tokenizer = morfem.train.unigram(training_texts(), vocab_size=400, max_token_bytes=20, progress=False)
    options = tokenizer.record["options"]
    defaults = {option["name"]: option["default"] for option in SCHEMAS["unigram"]["options"]}
    del defaults["general_share"]  # recorded only if there was general text
    assert options == defaults | {"max_token_bytes": 20}


def test_bundled_packs_are_part_of_the_package() -> None:
    assert morfem.languages.available() == ["ar", "fi", "he", "ko", "ms", "tr"]
    assert (morfem.languages.path("tr") / "lexicon.tsv").is_file()
    with pytest.raises(morfem.MorfemError, match="no language 'xx'; bundled are ar, fi, he, ko, ms, tr"):
        morfem.languages.path("xx")


def test_a_pack_by_its_code_is_the_bundled_folder() -> None:
    texts = training_texts()
    by_code = morfem.train.mft(texts, pack="tr", vocab_size=4000, roots=500, progress=False)
    by_path = morfem.train.mft(texts, pack=morfem.languages.path("tr"), vocab_size=4000, roots=500, progress=False)
    assert by_code == by_path
    assert json.loads(by_code.files()["morfem.json"])["training"]["pack"].keys() >= {"lexicon.tsv", "phonology.toml"}
