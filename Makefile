# `make help` lists the targets. Everything is installed into .venv; PYTHON selects the interpreter.
PYTHON ?= python3
CORPORA ?= ../shared/data/corpora
BIN := .venv/bin
SOURCES := Cargo.toml Cargo.lock pyproject.toml $(shell find crates -name '*.rs' -o -name Cargo.toml)

export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test test-integrations vllm-source lint bench train docs clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: .venv/built  ## build, and show every bundled tokenizer at work
	@$(BIN)/python -m morfem.demo

test: .venv/built .venv/with-test  ## all tests, of the core and of the package
	cargo test --release --workspace --features toy --quiet
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4

test-integrations: .venv/built .venv/with-test-integrations target/transformers_tests  ## tests with large libraries, such as PyTorch
	$(BIN)/python -m pytest tests/integrations

# The official tests of transformers are in its source distribution alone.
target/transformers_tests: pyproject.toml tools/transformers_tests.py | .venv/with-test-integrations
	$(BIN)/python -m tools.transformers_tests
	@touch $@

lint: .venv/built .venv/with-test .venv/with-lint  ## check style, types and lints
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy python tests
	$(BIN)/python -m mypy.stubtest morfem._core
	cargo fmt --all --check
	cargo clippy --release --workspace --features toy --all-targets --quiet -- -D warnings

vllm-source: .venv/made  ## download the source files of vLLM that its tests check
	$(BIN)/python -m tools.vllm_source

bench: .venv/built .venv/with-bench  ## measure speed and size beside other libraries
	$(BIN)/python benchmarks/run.py

# What of a vocabulary is for what, and what makes a whole word or stem worth an id; chosen on development data.
he_units = --whole-share .575 --root-share .124 --pattern-share .025 --outer-pattern-share .04 --piece-share .047 --word-weight .3 --root-weight .35 --tear-exponent 1.4 --stem-weight 2.24 --affix-exponent .8
ar_units = --whole-share .605 --root-share .124 --pattern-share .03 --outer-pattern-share .045 --piece-share .05 --word-weight .5 --root-weight .6 --tear-exponent 1 --stem-weight 2.08 --affix-exponent .6
ms_units = --whole-share .68 --root-share 0 --pattern-share 0 --outer-pattern-share 0 --piece-share .06 --word-weight .3 --stem-weight 1.6 --affix-exponent .2

# With four times the ids most words would be whole, and hide their roots; so fewer of the ids are for whole words.
he_large = --vocab-size 131072 --general-share .2 --whole-share .1 --pattern-share .06 --outer-pattern-share .15 --piece-share .1
ar_large = --vocab-size 131072 --general-share .2 --whole-share .3 --pattern-share .05 --outer-pattern-share .12 --piece-share .1

# The general text of all bundled tokenizers but ko-thunder, and the share of the ids that is for it.
general = --general target/general.jsonl --overwrite
card = --card python/morfem/artifacts/$(1)/README.md --compact --output python/morfem/artifacts/$(1)
published = --card docs/published/$(1).md --output target/published/$(1)

train: .venv/built .venv/with-morpheus-train  ## train the bundled and the published tokenizers, from CORPORA=folder
	@test -f $(CORPORA)/ko.txt.xz || { echo "make train: no $(CORPORA)/ko.txt.xz; say where the corpora lie: make train CORPORA=folder" >&2; exit 1; }
	$(BIN)/morfem train thunder $(CORPORA)/ko.txt.xz --vocab-size 128000 --score token_savings --max-token-bytes 48 --hold-out 50 --name ko-thunder --language ko \
		--overwrite $(call card,ko-thunder)
	@mkdir -p target/published && $(BIN)/python -m tools.general_text $(CORPORA)/.. > target/general.jsonl
	@for language in tr he ar ms; do $(BIN)/python -m tools.usable_lines $(CORPORA)/.. $$language > target/$$language.txt || exit 1; done
	$(BIN)/morfem train mft target/tr.txt --pack tr --roots 22500 --general-share .27 --name tr-mft --language tr $(general) $(call card,tr-mft)
	$(BIN)/morfem train mft target/tr.txt --pack tr --vocab-size 65536 --roots 16800 --merges 32700 --general-share .222 --name tr-mft-64k --language tr \
		$(general) $(call card,tr-mft-64k)
	$(BIN)/morfem train mft target/tr.txt --pack tr --vocab-size 131072 --roots 26500 --merges 79500 --general-share .17 --name tr-mft-128k --language tr \
		$(general) $(call published,tr-mft-128k)
	$(BIN)/python -m tools.measured_words $(CORPORA)/.. experiments/morpheus/lists/*.tsv > target/evaluation-words.txt
	$(BIN)/morfem train morpheus target/tr.txt --pack tr --evaluation-words target/evaluation-words.txt --work target/tr-morpheus \
		--merges 1000 --pieces 13000 --merge-scope capitals --l1 8 --name tr-morpheus --language tr --overwrite $(call card,tr-morpheus)
	$(BIN)/morfem train splinter target/he.txt --alphabet he --clitics he --language he $(he_units) --general-share .27 $(general) $(call card,he-splinter)
	$(BIN)/morfem train splinter target/ar.txt --alphabet ar --clitics ar --language ar $(ar_units) --general-share .27 $(general) $(call card,ar-splinter)
	$(BIN)/morfem train splinter target/ms.txt --alphabet ms --clitics ms --language ms $(ms_units) --general-share .15 $(general) $(call card,ms-splinter)
	$(BIN)/morfem train splinter target/he.txt --alphabet he --clitics he --language he $(he_units) $(he_large) --name he-splinter-128k \
		$(general) $(call published,he-splinter-128k)
	$(BIN)/morfem train splinter target/ar.txt --alphabet ar --clitics ar --language ar $(ar_units) $(ar_large) --name ar-splinter-128k \
		$(general) $(call published,ar-splinter-128k)
	$(BIN)/python -m tools.publish newest

docs: .venv/built .venv/with-docs  ## write the documentation site into site/
	$(BIN)/python -m tools.site
	@echo "open site/index.html, or run: $(BIN)/python -m http.server --directory site"

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
	@VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/maturin develop --release --features toy --quiet
	@touch $@

.venv/with-%: pyproject.toml | .venv/built
	@$(BIN)/pip install "morfem[$*]"
	@touch $@
