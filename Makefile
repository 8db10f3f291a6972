# `make help` lists the targets. Everything is installed into .venv; PYTHON selects the interpreter.
PYTHON ?= python3
CORPORA ?= ../shared/data/corpora
BIN := .venv/bin
SOURCES := Cargo.toml Cargo.lock pyproject.toml $(shell find crates -name '*.rs' -o -name Cargo.toml)

export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test lint bench train docs clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: .venv/built  ## build, and show every bundled tokenizer at work
	@$(BIN)/python -m morfem.demo

test: .venv/built .venv/with-test  ## run all tests, of the core and of the package
	cargo test --release --workspace --quiet
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4

lint: .venv/built .venv/with-test .venv/with-lint  ## check style, types and lints
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy python tests
	$(BIN)/python -m mypy.stubtest morfem._core
	cargo fmt --all --check
	cargo clippy --release --workspace --all-targets --quiet -- -D warnings

bench: .venv/built .venv/with-bench  ## measure speed and size beside other libraries
	$(BIN)/python benchmarks/run.py

# What of a vocabulary is for what, and what makes a whole word or stem worth an id; chosen on development data.
he_units = --wholes .575 --roots .124 --patterns .025 --outer-patterns .04 --pieces .047 --word-weight .3 --root-weight .35 --tear-power 1.4 --stem-weight 2.24 --affix-power .8
ar_units = --wholes .605 --roots .124 --patterns .03 --outer-patterns .045 --pieces .05 --word-weight .5 --root-weight .6 --tear-power 1 --stem-weight 2.08 --affix-power .6
ms_units = --wholes .68 --roots 0 --patterns 0 --outer-patterns 0 --pieces .06 --word-weight .3 --stem-weight 1.6 --affix-power .2

train: .venv/built .venv/with-morpheus-train  ## train the bundled tokenizers again, from CORPORA=folder
	@test -f $(CORPORA)/ko.txt.xz || { echo "make train: no $(CORPORA)/ko.txt.xz; say where the corpora lie: make train CORPORA=folder" >&2; exit 1; }
	$(BIN)/morfem train thunder $(CORPORA)/ko.txt.xz --vocab-size 128000 --score token_savings --max-token-bytes 48 --hold-out 50 --name ko-thunder --language ko \
		--card python/morfem/artifacts/ko-thunder/README.md --overwrite --output python/morfem/artifacts/ko-thunder
	@mkdir -p target && $(BIN)/python -m tools.usable_lines $(CORPORA)/.. tr > target/tr.txt
	$(BIN)/morfem train mft target/tr.txt --pack languages/tr --roots 30200 --name tr-mft --language tr \
		--card python/morfem/artifacts/tr-mft/README.md --overwrite --output python/morfem/artifacts/tr-mft
	$(BIN)/morfem train mft target/tr.txt --pack languages/tr --vocab-size 65536 --roots 22000 --merges 36500 --name tr-mft-64k --language tr \
		--card python/morfem/artifacts/tr-mft-64k/README.md --overwrite --output python/morfem/artifacts/tr-mft-64k
	$(BIN)/python -m tools.measured_words $(CORPORA)/.. experiments/morpheus/lists/*.tsv > target/measured.txt
	$(BIN)/morfem train morpheus target/tr.txt --pack languages/tr --measured target/measured.txt --work target/tr-morpheus \
		--merges 1000 --pieces 13000 --joins capitals --sparsity 8 --name tr-morpheus --language tr \
		--card python/morfem/artifacts/tr-morpheus/README.md --overwrite --output python/morfem/artifacts/tr-morpheus
	@for language in he ar ms; do $(BIN)/python -m tools.usable_lines $(CORPORA)/.. $$language > target/$$language.txt || exit 1; done
	$(BIN)/morfem train splinter target/he.txt --tables languages/he --language he $(he_units) \
		--card python/morfem/artifacts/he-splinter/README.md --overwrite --output python/morfem/artifacts/he-splinter
	$(BIN)/morfem train splinter target/ar.txt --tables languages/ar --language ar $(ar_units) \
		--card python/morfem/artifacts/ar-splinter/README.md --overwrite --output python/morfem/artifacts/ar-splinter
	$(BIN)/morfem train splinter target/ms.txt --tables languages/ms --language ms $(ms_units) \
		--card python/morfem/artifacts/ms-splinter/README.md --overwrite --output python/morfem/artifacts/ms-splinter

docs: .venv/built .venv/with-docs  ## write the reference of the Python package into site/
	$(BIN)/pdoc --docformat numpy --output-directory site morfem
	@echo "open site/index.html"

clean:  ## remove everything that was built
	rm -rf .venv target site .pytest_cache .mypy_cache .ruff_cache .hypothesis python/morfem/_core*.so python/morfem/_core*.pyd
	find python tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# A thing that is missing ends make with one sentence.
need_python = $(if $(shell $(PYTHON) -c 'import sys; print(sys.version_info >= (3, 10) or "")' 2>/dev/null),,$(error \
	$(PYTHON) is not Python 3.10 or newer; install that, or name it: make PYTHON=python3.12))
need_cargo = $(if $(shell command -v cargo),,$(error there is no cargo; install Rust 1.90 or newer from https://rustup.rs))

.venv/made:
	$(need_python)$(need_cargo)
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install maturin==1.16.0
	@touch $@

.venv/built: .venv/made $(SOURCES)
	$(need_cargo)
	@echo "building morfem; the first time this takes some minutes"
	@VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/maturin develop --release --quiet
	@touch $@

.venv/with-%: pyproject.toml | .venv/built
	@$(BIN)/pip install "morfem[$*]"
	@touch $@
