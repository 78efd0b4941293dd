# Every target sets up the private environment first, when it is missing or stale.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
RUNS := $(VENV)/.runs

.PHONY: run test check smoke quick docs screenshots format clean

run: $(RUNS)    ## open the coach: prints its address
	@$(BIN)/kibitz serve

test: $(STAMP)  ## the tests
	$(BIN)/python -m pytest -q

check: $(STAMP) ## all that CI runs: format, lint, types, import contracts, tests, docs, experiments in small, a bare install
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q
	$(MAKE) quick
	$(MAKE) smoke

smoke: $(STAMP) ## the package, installed without the tools of development, answers
	rm -rf build/smoke && $(PYTHON) -m venv build/smoke
	build/smoke/bin/python -m pip install --quiet --disable-pip-version-check .
	build/smoke/bin/kibitz --help > build/smoke/help.txt
	build/smoke/bin/kibitz tour --json > build/smoke/tour.json
	rm -rf build/smoke

quick: $(STAMP) ## every experiment in small, on generated records
	$(BIN)/kibitz lab all --quick

docs: $(STAMP)    ## write what is generated in docs/
	$(BIN)/python -c "from kibitz.cli import app; from kibitz.cli.reference import reference; print(reference(app), end='')" > docs/commands.md
	$(BIN)/python -m kibitz.lab.harness.results_page docs

screenshots: $(STAMP) ## pictures of every place of the page, in docs/
	$(BIN)/python tests/screenshots.py docs

format: $(STAMP)
	$(BIN)/ruff format src tests benchmarks
	$(BIN)/ruff check --fix src tests benchmarks

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache

$(RUNS): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kibitz needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(STAMP): $(RUNS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
