# Needs make and Python 3.11 or newer; everything else goes into .venv.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help demo test test-llguidance test-gbnf test-decode-full test-browser test-compiled test-full test-ray check format textmate docs test-site bench bench-compiled bench-growth bench-stream bench-read bench-corpus bench-convert clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

demo: .venv/.installed ## Validate the examples and show the calls parsed from them
	@echo "── Are the examples well formed, and do they fit their tools' schemas?"
	$(BIN)/pi-native validate examples/session.txt examples/chat.jsonl --tools examples/tools.json
	@echo
	@echo "── The calls of one assistant turn, as JSON"
	$(BIN)/pi-native parse examples/session.txt --tools examples/tools.json --format jsonl
	@echo
	@echo "── What is said of a text with mistakes (exit code 1: there are findings)"
	$(BIN)/pi-native validate examples/broken/mistakes.txt --tools examples/tools.json || test $$? -eq 1

test: .venv/.installed-dev ## Run all tests
	$(BIN)/python -m pytest -n auto

test-browser: .venv/.installed-browser ## Test the page of `report` in Chromium, if there is one
	$(BIN)/python -m pytest tests/browser/test_page.py

test-ray: .venv/.installed-ray ## Test --engine ray on a cluster that the tests start
	$(BIN)/python -m pytest -n 0 tests/cluster

test-llguidance: .venv/.installed-llguidance ## Test the decoding grammars with llguidance
	$(BIN)/python -m pytest tests/decode/test_llguidance.py

test-gbnf: .venv/.installed-dev ## Test the decoding grammars with llama.cpp (builds it: a C++ compiler, 20 minutes)
	@$(PIP) install --editable '.[decode-gbnf]'
	$(BIN)/python -m pytest tests/decode/test_gbnf.py

test-decode-full: .venv/.installed-dev ## Test the decoding grammars with the engines that are installed, on all samples
	DECODE=full $(BIN)/python -m pytest -n auto tests/decode

test-site: docs .venv/.installed-browser ## Test the docs site, its playground and quiz in Chromium, the TextMate grammar in its engine
	$(BIN)/python -m pytest tests/site tests/browser --ignore tests/browser/test_page.py tests/editor

docs: .venv/.installed-docs build/node/.installed ## Build the docs site with its playground into build/site (needs npm)
	DISABLE_MKDOCS_2_WARNING=true NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet --config-file docs/site/mkdocs.yml
	@echo "build/site is ready; look at it with: python3 -m http.server --directory build/site"

textmate: .venv/.installed ## Write the TextMate grammar, for editors, to build/pi-native.tmLanguage.json
	@mkdir -p build
	$(BIN)/python -m pi_native.editor.textmate build/pi-native.tmLanguage.json

test-full: .venv/.installed-dev ## Run the property tests with many more examples (takes long)
	HYPOTHESIS_PROFILE=full $(BIN)/python -m pytest -n auto tests/properties tests/convert

# Those of what is compiled and what stands close to it; the rest calls it from outside.
test-compiled: .venv-compiled/.installed ## Run the core's tests against the package compiled by mypyc (needs a C compiler)
	.venv-compiled/bin/python -m pytest -n auto tests/test_[a-s]*.py tests/test_tr*.py tests/properties tests/rendering tests/experiment

check: .venv/.installed-dev ## Lint, check the formatting and the types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src

format: .venv/.installed-dev ## Format the code and mend what the linter can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.installed ## Measure the speed, as ratios to the standard library's json and str.find
	$(BIN)/python -m bench.parse

bench-compiled: .venv-compiled/.installed ## Measure the same with the package compiled by mypyc
	.venv-compiled/bin/python -m bench.parse

bench-stream: .venv/.installed ## Measure the same in chunks of 4 characters, and the cost of one feed; QUICK=1 for smaller sizes
	$(BIN)/python -m bench.growth --way "chunks of 4" $(if $(QUICK),--quick)

bench-growth: .venv/.installed ## Measure how time grows with size; QUICK=1 for smaller sizes
	$(BIN)/python -m bench.growth $(if $(QUICK),--quick)

bench-read: .venv/.installed ## Measure what reading transcripts costs beside json.loads
	$(BIN)/python -m bench.read

bench-corpus: .venv/.installed ## Measure validating a million turns; SMALL=1 for twenty thousand
	$(BIN)/python -m bench.corpus $(if $(SMALL),--turns 20000)

bench-convert: .venv/.installed ## Measure how many calls a second are converted
	$(BIN)/python -m bench.convert

clean: ## Remove .venv, builds and caches
	rm -rf .venv .venv-compiled build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are renewed only when pyproject.toml changes: the install is editable, so code changes need none.
.venv/.installed: pyproject.toml | .venv
	@echo "Installing pi-native into .venv …"
	@$(PIP) install --editable .
	@touch $@

.venv/.installed-dev: .venv/.installed
	@echo "Installing the development tools into .venv …"
	@$(PIP) install --editable '.[dev]'
	@touch $@

.venv/.installed-llguidance: .venv/.installed-dev
	@echo "Installing llguidance into .venv …"
	@$(PIP) install --editable '.[decode-llguidance]'
	@touch $@

.venv/.installed-ray: .venv/.installed-dev
	@echo "Installing Ray into .venv …"
	@$(PIP) install --editable '.[ray]'
	@touch $@

.venv/.installed-browser: .venv/.installed-dev
	@echo "Installing playwright into .venv …"
	@$(PIP) install --editable '.[browser]'
	@touch $@

.venv/.installed-docs: .venv/.installed-dev
	@echo "Installing the tools of the docs into .venv …"
	@$(PIP) install --editable '.[docs]'
	@touch $@

# What the playground and the tests of the TextMate grammar take from npm, exactly as the lock file says.
build/node/.installed: docs/site/package.json docs/site/package-lock.json
	@mkdir -p build/node
	@cp $^ build/node
	npm ci --prefix build/node --no-audit --no-fund --silent
	@touch $@

# Compiled code is not editable: it is built anew when a source changes.
.venv-compiled/.installed: pyproject.toml hatch_build.py $(wildcard src/pi_native/*.py src/pi_native/*/*.py grammar/*.lark)
	@test -d .venv-compiled || $(PYTHON) -m venv .venv-compiled
	@echo "Compiling pi-native into .venv-compiled …"
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=true .venv-compiled/bin/python -m pip --quiet --disable-pip-version-check install '.[dev]'
	@touch $@

.venv:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("pi-native needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 …")'
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
