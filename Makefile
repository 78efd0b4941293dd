# Every target sets up the private environment first, when it is missing or stale.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
RUNS := $(VENV)/.runs
SOURCES := conftest.py src lab tests benchmarks examples

.PHONY: run test check check-lab smoke quick docs book screenshots format clean

run: $(RUNS)    ## open the coach: prints its address
	@$(BIN)/kibitz serve

test: $(STAMP)  ## the fast tests: no process beside them, no browser, nothing that takes seconds
	$(BIN)/python -m pytest -q -m "not long and not process and not browser"

check: $(STAMP) ## all of kibitz, as CI runs it: format, lint, types, import contracts, dead code, every test, a bare install
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture
	$(BIN)/python -m pytest -q
	$(MAKE) smoke

check-lab: $(STAMP) ## all of the lab, as CI runs it: its tests, every experiment in small, its wheel
	$(BIN)/python -m pytest -q lab
	$(MAKE) quick
	rm -rf build/lab && mkdir -p build/lab
	$(BIN)/python -m build --wheel --outdir build/lab lab > build/lab/build.txt
	$(BIN)/python -m zipfile -l build/lab/*.whl | grep data/defence-deals.kibitz > build/lab/held.txt
	rm -rf build/lab

smoke: $(STAMP) ## the wheel and the sdist, installed without the tools of development, answer
	rm -rf build/smoke && $(PYTHON) -m venv build/smoke
	$(BIN)/python -m build --outdir build/smoke/dist . > build/smoke/build.txt
	build/smoke/bin/python -m pip install --quiet --disable-pip-version-check build/smoke/dist/*.whl
	build/smoke/bin/kibitz --help > build/smoke/help.txt
	build/smoke/bin/kibitz tour --json > build/smoke/tour.json
	build/smoke/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps build/smoke/dist/*.tar.gz
	build/smoke/bin/kibitz odds splits 5 --json > build/smoke/odds.json
	rm -rf build/smoke

quick: $(STAMP) ## every experiment in small, on generated records
	$(BIN)/kibitz lab all --quick

docs: $(STAMP)    ## write what is generated in docs/
	$(BIN)/python -m kibitz.cli.reference docs/commands.md
	$(BIN)/python -m kibitz_lab.catalogue.results_page docs

book: $(STAMP)    ## write the golden book anew: what Kibitz says, for the diff to be read
	PYTHONPATH=tests $(BIN)/python -m golden.book

screenshots: $(STAMP) ## pictures of every place of the page, in docs/
	$(BIN)/python tests/screenshots.py docs

format: $(STAMP)
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache

$(RUNS): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kibitz needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable .
	@touch $@

$(STAMP): $(RUNS) lab/pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' --editable ./lab
	@touch $@
