# The same words for people and for CI. Each word's line after `##` is what `make help` prints.
SHELL := /bin/bash
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
# Touched when the environment matches the lock file, so that a second `make setup` costs nothing.
STAMP := $(VENV)/.malle-setup

.PHONY: help
help: ## print this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

.PHONY: setup
setup: $(STAMP) ## make .venv with the locked, hash-checked packages and malle itself

$(STAMP): requirements/dev.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(STAMP)

.PHONY: check
check: $(STAMP) ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.PHONY: format
format: $(STAMP) ## mend what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: test
test: check ## check, then the everyday tests
	$(BIN)/pytest -m "not long"

.PHONY: test-long
test-long: $(STAMP) ## the tests that take minutes
	$(BIN)/pytest -m long --timeout 3600

.PHONY: bench
bench: $(STAMP) ## steps a second, beside OpenSpiel's in the same run
	$(BIN)/python -m bench

.PHONY: play
play: $(STAMP) ## a game in this terminal: make play GAME=<name> SEATS=<number>
	$(BIN)/malle play $(or $(GAME),$(shell $(BIN)/python -c 'from malle.games import GAMES; print(GAMES[0])')) --seats $(or $(SEATS),4)

.PHONY: golden
golden: $(STAMP) ## write the golden records anew; read the diff before committing it
	$(BIN)/python -m malle.testing.golden

.PHONY: lock
lock: $(STAMP) ## refresh the lock files (no address and no path goes into them)
	$(LOCK) --extra server -o requirements/server.txt
	$(LOCK) --extra server --extra lab --extra research --extra dev -c requirements/server.txt -o requirements/dev.txt

# uv reads hashes from the index; pip-compile downloads every file to compute them (minutes against seconds).
LOCK = $(BIN)/uv pip compile --quiet --upgrade pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-package malle --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.PHONY: pictures
pictures: $(STAMP) ## pictures of every game's chosen moments, both sizes, both languages, into docs/pictures
	$(BIN)/python -m tests.browser.pictures
