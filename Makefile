# `make help` lists the targets. Everything is built into .venv; PYTHON chooses the Python it is made of.
PYTHON ?= python3
CORPORA ?= ../shared/data/corpora
BIN := .venv/bin
SOURCES := Cargo.toml Cargo.lock pyproject.toml $(shell find crates -name '*.rs' -o -name Cargo.toml)

export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test lint bench train docs clean
.DELETE_ON_ERROR:

help:  ## what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name what; do printf '  make %-8s %s\n' "$$name" "$$what"; done

demo: .venv/built  ## build, and show every bundled tokenizer at work
	@$(BIN)/python -m morfem.demo

test: .venv/built .venv/with-test  ## all tests, of the core and of the package
	cargo test --release --workspace --exclude morfem-python --quiet
	$(BIN)/python -m pytest

lint: .venv/built .venv/with-test .venv/with-lint  ## what style and types have to say
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy python tests
	$(BIN)/python -m mypy.stubtest morfem._core
	cargo fmt --all --check
	cargo clippy --release --workspace --all-targets --quiet -- -D warnings

bench: .venv/built .venv/with-bench  ## speed and size beside other libraries
	$(BIN)/python benchmarks/run.py

train: .venv/built  ## train the bundled tokenizers again, from CORPORA=folder
	@test -f $(CORPORA)/ko.txt.xz || { echo "make train: no $(CORPORA)/ko.txt.xz; say where the corpora lie: make train CORPORA=folder" >&2; exit 1; }
	$(BIN)/morfem train thunder $(CORPORA)/ko.txt.xz --vocab-size 128000 --score token_savings --max-token-bytes 48 --hold-out 50 --name ko-thunder --language ko \
		--card python/morfem/artifacts/ko-thunder/README.md --output python/morfem/artifacts/ko-thunder
	@mkdir -p target && $(BIN)/python -m tools.usable_lines $(CORPORA)/.. tr > target/tr.txt
	$(BIN)/morfem train mft target/tr.txt --pack languages/tr --roots 30200 --name tr-mft --language tr \
		--card python/morfem/artifacts/tr-mft/README.md --output python/morfem/artifacts/tr-mft
	$(BIN)/morfem train mft target/tr.txt --pack languages/tr --vocab-size 65536 --roots 19000 --merges 38000 --name tr-mft-64k --language tr \
		--card python/morfem/artifacts/tr-mft-64k/README.md --output python/morfem/artifacts/tr-mft-64k

docs: .venv/built .venv/with-docs  ## the reference of the Python package, into site/
	$(BIN)/pdoc --docformat numpy --output-directory site morfem
	@echo "open site/index.html"

clean:  ## remove everything that was built
	rm -rf .venv target site .pytest_cache .mypy_cache .ruff_cache .hypothesis python/morfem/_core*.so
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
