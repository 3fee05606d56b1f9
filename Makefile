# The front door.  `make audit` and `make test` work from a bare checkout: they need Python 3.11
# or newer, make and a package index, and put everything else into .venv.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
RUNS := build/runs
KERNEL := $(BIN)/python -I -S audits/kernel/__main__.py
# Environments of other libraries: all of them for `make conformance`, two for the tests.
ENVIRONMENTS := .venvs
TESTED := $(ENVIRONMENTS)/.tested

# The first interpreter that is new enough; override with `make PYTHON=...`.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
    && echo "$$python" && break; done)
# Processes for the audit and for the tests.
JOBS ?= 2
# Progress is for people: nothing but warnings where standard error is no terminal.
QUIET = $(shell test -t 2 || echo --quiet)
# Size of the universes that `make audit` exhausts: tiny, small or full.
SIZE ?= tiny
# Ids or papers that `make audit` checks; none: every claim.
CLAIMS ?=
# Runs of some claims are kept apart.
KEPT = $(RUNS)$(if $(CLAIMS),/some)
# The run that `make check`, `tables` and `report` take: the newest of all claims that has ended; or RUN=DIRECTORY.
RUN ?= $(patsubst %/manifest.json,%,$(lastword $(sort $(wildcard $(KEPT)/*/manifest.json))))

# Hundreds of processes load the same modules: they are compiled once.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help audit decided check test lint typecheck tests coverage bench docs tables report browser conformance museum compete \
    teeth compare-runs mistakes mutation install lock release clean distclean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

audit: decided ## check every claim of the ledger, then re-check its certificates with the kernel
	$(KERNEL) --manifest $(NEW)/manifest.json
	@$(BIN)/python -m audits.rendering.ledger_tables $(NEW).json $(if $(CLAIMS)$(filter-out tiny,$(SIZE)),--show,--check)

# Each run has a directory of its own; no shell stands between `make` and what it may interrupt.
NEW := $(KEPT)/$(shell date -u +%Y%m%dT%H%M%SZ)-$(shell echo $$PPID)

decided: $(INSTALLED)
	@mkdir -p $(KEPT)
	exec $(BIN)/exactdp claims $(CLAIMS) --size $(SIZE) --jobs $(JOBS) --certificates $(NEW) --json >$(NEW).json

check: $(INSTALLED) ## re-check the newest run of all claims: the kernel alone, in a bare interpreter
	@test -n "$(RUN)" || { echo "no run of all claims in $(RUNS): make audit" >&2; exit 1; }
	$(KERNEL) --manifest $(RUN)/manifest.json

test: lint typecheck tests ## everything that a change must pass

lint: $(INSTALLED) ## ruff, its formatter, and spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell

typecheck: $(INSTALLED) ## mypy, strict, over the three packages
	$(BIN)/mypy

# Where both are asked for, the tests begin when the claims are decided: `make -j3 test audit` checks
# types beside the claims, and the kernel certificates while the tests are collected; no test is
# slowed down by anything else.
ifneq ($(filter audit,$(MAKECMDGOALS)),)
tests: | decided lint typecheck
endif

tests: $(INSTALLED) $(TESTED) ## tests, doctests and the examples of the pages
	$(BIN)/pytest -n $(JOBS)

coverage: $(INSTALLED) ## the tests again, with branch coverage
	$(BIN)/pytest -n $(JOBS) --cov --cov-report=term-missing

bench: $(INSTALLED) ## benchmarks: ratios measured in one run
	$(BIN)/python -m proofs_tests.benchmarks

tables: $(INSTALLED) ## the tables of the ledger in docs/, from the newest run of all claims
	@test -n "$(RUN)" || { echo "no run of all claims in $(RUNS): make audit" >&2; exit 1; }
	$(BIN)/python -m audits.rendering.ledger_tables $(RUN).json

docs: $(INSTALLED) ## the pages and the reference as a site in build/docs
	test -x $(ENVIRONMENTS)/docs/bin/sphinx-build || $(BIN)/uv venv $(QUIET) $(ENVIRONMENTS)/docs
	$(BIN)/uv pip install $(QUIET) --python $(ENVIRONMENTS)/docs --group docs --editable .
	exec $(ENVIRONMENTS)/docs/bin/sphinx-build $(QUIET) --fail-on-warning -j auto docs build/docs >&2

report: $(INSTALLED) ## the ledger as a site in build/report, from the newest run of all claims
	@test -n "$(RUN)" || { echo "no run of all claims in $(RUNS): make audit" >&2; exit 1; }
	$(BIN)/exactdp report -o build/report --from $(RUN).json --certificates $(RUN)

teeth: $(INSTALLED) ## which claim refutes which wrong variant, into the lock files: CLAIMS=...
	$(BIN)/python -m audits.ledger.lock_teeth --jobs=$(JOBS) $(CLAIMS)

compare-runs: $(INSTALLED) ## what differs between two runs of the ledger: BEFORE=FILE AFTER=FILE
	$(BIN)/python -m audits.rendering.compare_runs $(BEFORE) $(AFTER)

mistakes: $(INSTALLED) ## every mechanism with twice its eps, and blind: which claim refutes it
	$(BIN)/python -m proofs_tests.mutation.teeth

mutation: $(INSTALLED) ## faults in the reference, judged by the claims: FILES=... SAMPLE=... TESTS=1, or PROPERTIES=1 for these alone
	nice $(BIN)/python -m proofs_tests.mutation $(FILES) --jobs $(JOBS) \
	    $(if $(SAMPLE),--sample $(SAMPLE),$(if $(FILES),--minutes 5)) \
	    $(if $(TESTS),--tests) $(if $(PROPERTIES),--properties)

conformance: $(INSTALLED) ## other libraries against the reference
	$(BIN)/python -m audits.conformance

$(TESTED): $(INSTALLED) audits/conformance/adapters/opendp.py audits/conformance/adapters/diffprivlib.py
	@mkdir -p $(@D)
	@$(BIN)/python -m audits.conformance --prepare opendp diffprivlib
	@touch $@

museum: $(INSTALLED) ## historic privacy bugs of other libraries, each found again
	$(BIN)/python -m audits.conformance.museum

compete: $(INSTALLED) ## the benchmarks of other tools, with continuous noise: audits/conformance/COMPETITION.md
	$(BIN)/python -m audits.conformance.competition

install: $(INSTALLED) ## the virtual environment and the pinned packages

$(INSTALLED): requirements.lock pyproject.toml
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "exactdp needs Python 3.11 or newer: make PYTHON=/path/to/python3" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	    --no-deps --no-build-isolation --editable .
	@touch $@

release: $(INSTALLED) ## build, check and install wheel and sdist; run every command, and tests against the wheel: FULL=1 for all
	$(BIN)/python -m proofs_tests.release $(if $(FULL),--full)

browser: $(INSTALLED) ## the pages of the report in a real browser: installs what drives it; needs chromium
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group browser
	$(BIN)/pytest proofs_tests/units/audits/rendering/test_site_in_a_browser.py

lock: $(INSTALLED) ## pin the newest packages that pyproject.toml allows
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --group dev --extra optimum --extra plots \
	    --custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

clean: ## remove what the other targets made
	rm -rf build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find reference audits proofs_tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove the virtual environments too
	rm -rf $(VENV) $(ENVIRONMENTS)
