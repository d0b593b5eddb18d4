# make play    a whole site on this machine; needs Python >= 3.11 and make, nothing else
# make test    everything the tests cover; installs Chromium first where it can
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The first Python that is new enough; `make PYTHON=/path/to/python play` chooses another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
RUN := .venv/bin/python
PIP := $(RUN) -m pip install -qq --disable-pip-version-check --no-input
WITH_SERVERS := $(RUN) -m correio.embedded run --
NODE := deploy/with-node
export PYTHONPATH := platform
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1

FRONTEND_SOURCES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path 'frontend/dist/*' \
	-not -path 'frontend/locale/*' 2>/dev/null)
CATALOGUES := $(patsubst %.po,%.mo,$(shell find frontend/locale -name '*.po' 2>/dev/null))
WORKERS ?= auto
ARGS ?=

.PHONY: help install play test lint bench conformance lock chromium clean

help:
	@echo "make play         install what is missing, start everything, print the address (Ctrl-C stops it)"
	@echo "make test         run all tests            (ARGS='-k clocks' for some)"
	@echo "make lint         ruff, mypy, import-linter, svelte-check"
	@echo "make bench        measure, print one table"
	@echo "make conformance  put every game through the engine conformance suite"
	@echo "make lock         resolve the requirements anew into deploy/requirements/"
	@echo "make clean        throw away .venv, node_modules, builds; the data in var/ stay"

# ---------------------------------------------------------------- install

install: .venv/.project frontend/dist/.vite/manifest.json $(CATALOGUES)

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "correio: no Python >= 3.11 found. Install one, or name it: make PYTHON=/path/to/python play" >&2; exit 1; }
	@echo "correio: making .venv with $(PYTHON) ..."
	@"$(PYTHON)" -m venv .venv || { rm -rf .venv; \
		echo "correio: $(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

.venv/.locked: deploy/requirements/development.txt | .venv/bin/python
	@echo "correio: installing the Python packages of the lock file (about a minute, only when it changed) ..."
	@$(PIP) --no-deps --require-hashes -r $<
	@touch $@

.venv/.project: pyproject.toml .venv/.locked
	@echo "correio: installing the project itself ..."
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

frontend/node_modules/.installed: frontend/package-lock.json | .venv/.locked
	@echo "correio: installing the front end's packages (only when its lock file changed) ..."
	@cd frontend && ../$(NODE) npm ci --no-audit --no-fund --loglevel=error
	@touch $@

frontend/dist/.vite/manifest.json: $(FRONTEND_SOURCES) frontend/node_modules/.installed
	@echo "correio: building the front end ..."
	@cd frontend && ../$(NODE) npm run --silent build -- --logLevel warn
	@test -f $@ && touch $@

# Translations: compiled by Python alone, GNU gettext is not needed.
%.mo: %.po | .venv/.locked
	@$(RUN) -m correio.catalogues $<

# ---------------------------------------------------------------- use

play: install
	@exec $(RUN) -m correio.play

test: install chromium
	$(WITH_SERVERS) $(RUN) -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

conformance: install
	$(RUN) -m engines.conformance --games 10000 --report docs/conformance.md $(ARGS)

lint: install
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	.venv/bin/lint-imports
	cd frontend && ../$(NODE) npm run --silent check

bench: install .venv/.bench
	$(WITH_SERVERS) $(RUN) -m bench $(ARGS)

.venv/.bench: deploy/requirements/bench.txt .venv/.locked
	@echo "correio: installing the peers we measure ourselves against ..."
	@$(PIP) --no-deps --require-hashes -r $<
	@touch $@

chromium:
	@if command -v chromium chromium-browser google-chrome >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "correio: installing Chromium for the browser tests ..."; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	else \
		echo "correio: the browser tests need Chromium and none was found; as root: apt-get install chromium" >&2; exit 1; fi

# ---------------------------------------------------------------- locks

COMPILE := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	--custom-compile-command 'make lock' pyproject.toml

lock: .venv/bin/python
	@test -x .venv/bin/uv || $(PIP) uv
	$(COMPILE) $(if $(UPGRADE),--upgrade) --extra site --extra test --extra lint -o deploy/requirements/development.txt
	$(COMPILE) -c deploy/requirements/development.txt -o deploy/requirements/base.txt
	$(COMPILE) --extra site -c deploy/requirements/development.txt -o deploy/requirements/production.txt
	$(COMPILE) --extra bench -c deploy/requirements/development.txt -o deploy/requirements/bench.txt
	$(COMPILE) --extra node -c deploy/requirements/development.txt -o deploy/requirements/node.txt

clean:
	rm -rf .venv frontend/node_modules frontend/dist build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
