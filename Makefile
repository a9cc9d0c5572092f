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
setup: $(STAMP) ## make .venv with the locked, hash-checked packages, malle itself and the example of a game

$(STAMP): requirements/dev.txt pyproject.toml examples/liar/pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e examples/liar
	touch $(STAMP)

# Touched when the client's packages match their lock file. `npm install --no-save` takes what it says, as `npm ci` does, but
# forgives mirrors that lack the binaries for other systems.
NODE := client/node_modules/.malle-setup
BIOME := client/node_modules/.bin/biome

$(NODE): client/package-lock.json
	cd client && npm install --no-save --no-audit --no-fund --ignore-scripts --loglevel=error
	touch $(NODE)

.PHONY: check
check: $(STAMP) $(NODE) ## lint, format and types, of Python and of the client
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIOME) check --error-on-warnings
	cd client && npm run --silent check

# One game's rules and laws, one page with its roles, one step in a browser: what a slip of the pen breaks first.
QUICK := src/malle/games/chasse/tests/test_rules.py src/malle/games/chasse/tests/test_rulings.py \
	"tests/test_games.py::test_contract[chasse]" "tests/test_games.py::test_no_leak_in_sampled_worlds[chasse]" \
	tests/test_structure.py tests/test_imports.py tests/test_readme.py \
	tests/browser/test_acting.py::test_the_log_opens_at_its_newest_line

.PHONY: quick
quick: client ## the first word in a minute: format, types, one game's rules and laws, one page, one browser step
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy & types=$$!; $(BIN)/pytest -q $(QUICK); tests=$$?; wait $$types && exit $$tests

.PHONY: format
format: $(STAMP) $(NODE) ## mend what ruff and biome can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIOME) check --write

# Lanes that run beside each other, each on two workers, and the check beside them, which keeps one processor busy for a
# minute: servers and browsers wait for something half of the time, and rules, which only compute, take what they leave, and both cores when they are done. The servers' lane crashes PostgreSQL and NATS, so each of its workers has its
# own; browsers share those of `make serve`, with databases of their own.
# What a lane prints is kept and printed whole at its end; one that fails does not end the others.
BESIDE := $(MAKE) --no-print-directory --keep-going --output-sync=target
PYTEST := $(BIN)/pytest -m "not long" --durations 15 --durations-min 5

.PHONY: test
test: ## check and the everyday tests
	+$(BESIDE) -j4 test-browser test-server check test-rules

.PHONY: test-rules
test-rules: $(STAMP) $(NODE) ## one lane of them: games, tables, words, everything without a server
	nice -n 3 $(PYTEST) --ignore tests/server --ignore tests/browser --numprocesses 2 --dist worksteal

.PHONY: test-server
test-server: client ## another: servers with real PostgreSQL and NATS
	$(PYTEST) tests/server --numprocesses 2 --dist worksteal

# Each worker has a browser, a stage and a server of its own, and takes over what the other has not come to.
.PHONY: test-browser
test-browser: client ## the last: screens in a real browser, two at a time
	$(PYTEST) tests/browser --numprocesses 2 --dist worksteal

# The client is built into the package and not committed; a wheel made after this holds it.
CLIENT := src/malle/web/static/table.js

.PHONY: client
client: $(CLIENT) ## build the table client into the package (needs Node 20 and npm)

$(CLIENT): $(STAMP) $(NODE) client/vite.config.ts client/tsconfig.json $(wildcard client/src/*) client/solo.mjs client/licences.mjs $(wildcard src/malle/games/*/solitaire/page/*) src/malle/core/scene.py src/malle/core/story.py src/malle/protocol/messages.py src/malle/protocol/replay_messages.py src/malle/protocol/lesson_messages.py
	$(BIN)/python client/wire_types.py > client/src/wire.ts.new
	cmp -s client/src/wire.ts.new client/src/wire.ts || cp client/src/wire.ts.new client/src/wire.ts; rm client/src/wire.ts.new
	cd client && npm run --silent build -- --logLevel error
	touch $(CLIENT)

.PHONY: play-page
play-page: client ## the page that plays without a server: a folder of static files, in var/play-page
	$(BIN)/python -m tools.play_page

.PHONY: pictures
pictures: client ## every picture that documents show, and many more in var/pictures (needs Debian's graphviz)
	$(BIN)/python -m tests.browser.take
	$(BIN)/python tools/picture_terminal.py docs/pictures/terminal.svg
	dot -Tsvg docs/pictures/system.dot -o docs/pictures/system.svg

.PHONY: test-sizes
test-sizes: client ## every table at every size: nothing overlaps, nothing is cut, nothing scrolls sideways
	$(BIN)/pytest tests/browser/test_fits.py --timeout 3600

.PHONY: test-long
test-long: client ## the tests that take minutes
	$(BIN)/pytest -m long --timeout 3600

.PHONY: nightly
nightly: client ## one part of the nightly run, at most 45 minutes, resumed where it stopped: make nightly PART=<name>
	$(BIN)/python -m tools.nightly $(PART)

.PHONY: bench
bench: $(STAMP) ## steps a second, beside OpenSpiel's in the same run
	$(BIN)/python -m bench

.PHONY: bench-beside
bench-beside: client ## people's moves beside fifty tables of the strongest robots: hardly slower
	$(BIN)/python -m bench.beside_robots

.PHONY: bench-page
bench-page: play-page ## times and sizes of the page that plays, over a shaped line
	$(BIN)/python -m bench.play_page

.PHONY: bench-ray
bench-ray: ## the same deals in processes and over Ray, two workers each: the same figures, as quickly
	test -x var/ray/bin/python || $(PYTHON) -m venv var/ray
	var/ray/bin/pip install --quiet --editable ".[ray]"
	var/ray/bin/python -m bench.over_ray

# The few packages that the terminal needs, not the thousand megabytes of `make setup`; where that ran, nothing is left to do.
PLAY := $(VENV)/.malle-play

$(PLAY): requirements/play.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	test -f $(STAMP) || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/play.txt
	touch $(PLAY)

.PHONY: play
play: $(PLAY) ## a game in this terminal, with a few small packages: make play GAME=<name> SEATS=<number>
	PYTHONPATH=src $(BIN)/python -m malle play $(GAME) $(if $(SEATS),--seats $(SEATS))

# Three to six hours of one processor, a good part of it for Combinus, whose robots search.
LADDERS ?= declarer:3:1000 declarer:4:1000 declarer:6:1000 chasse:2:1000 combinus:2:200 combinards:2:1000 combinards:4:1000 combinards:6:1000

.PHONY: ladders
ladders: $(STAMP) ## the levels of robots against each other, into docs/robots.html; broken off, it goes on
	nice -n 15 $(BIN)/python -m tools.ladders --out docs/robots.html $(LADDERS)

.PHONY: golden
golden: $(STAMP) ## write the golden records anew, of all games or of GAME=<name>; read the diff before committing it
	$(BIN)/python -m malle.testing.golden $(GAME)

.PHONY: ignorance
ignorance: $(STAMP) ## write anew how much of each secret is unknown, of all games or of GAME=<name>; read the diff
	$(BIN)/python -m malle.testing.secrecy_baseline $(GAME)

.PHONY: laws
laws: $(STAMP) ## what each law of the leak test costs in processor time, into docs/testing.md; fails where it is too much
	$(BIN)/python -m bench.laws

.PHONY: services
services: $(STAMP) ## start a private PostgreSQL and NATS in var/services, and bring the databases up to date
	@$(BIN)/python -m malle.testing.dev_services start > /dev/null
	@eval "$$($(BIN)/python -m malle.testing.dev_services env)" && $(BIN)/malle migrate

.PHONY: services-stop
services-stop: $(STAMP) ## stop them; what they keep stays
	$(BIN)/python -m malle.testing.dev_services stop

.PHONY: serve
serve: services client ## run the server on these services: make serve PORT=8000
	eval "$$($(BIN)/python -m malle.testing.dev_services env)" && exec $(BIN)/malle serve --port $(or $(PORT),8000)

.PHONY: faults
faults: client ## two minutes of crashes: nothing lost, nothing doubled, nobody stuck
	$(BIN)/python -m tests.server.faults --seconds 120

# Half the time and every kind of fault. How quick answers are is told: a shared machine has no p99 of its own.
.PHONY: faults-told
faults-told: client ## one minute of them, as CI does it
	$(BIN)/python -m tests.server.faults --seconds 60 --tables 30 --nats-away 8 --edges 3 --answer-ms 0

.PHONY: faults-long
faults-long: client ## ten minutes of them, every kill point fifty times, and the planted faults that must be found
	$(BIN)/python -m tests.server.faults --seconds 600 --postgres 12 --think 0.3 --least 50000
	$(BIN)/pytest tests/server -m long --timeout 1800

.PHONY: faults-local
faults-local: client ## a minute of them for one server without NATS
	$(BIN)/python -m tests.server.faults --seconds 60 --tables 30 --edges 3 --kill-every 5 --local 1

.PHONY: soak
soak: client ## three quarters of an hour of play without faults: servers grow by two percent at the most
	$(BIN)/python -m tests.server.faults --seconds 2700 --tables 12 --people 6 --think 0.6 --kill-every 1e9 --postgres 0 --nats-away 0 --edges 0 --settle 25 --grows 0.02

.PHONY: losses
losses: client ## a thousand ways to lose frames, each of which must end with the scene of a fresh client
	$(BIN)/python -m tests.server.losing --ways $(or $(WAYS),1000)

.PHONY: cheat
cheat: client ## a cheat's programs against a real server, many tries of each: what they learn, at the most
	$(BIN)/pytest tests/server/test_cheat.py -m long -s --timeout 3600

.PHONY: bench-robots
bench-robots: client ## how soon robots move, with NATS and without, in the same run
	$(BIN)/python -m bench.robots

.PHONY: bench-moves
bench-moves: $(STAMP) ## what a move costs, beside a bare server and bare PostgreSQL in the same run
	$(BIN)/python -m bench.moves

.PHONY: messages
messages: $(STAMP) ## write the schema of the socket's messages anew
	$(BIN)/python -c 'import sys; from malle.protocol.messages import message_schema; sys.stdout.buffer.write(message_schema())' > client/messages.schema.json

.PHONY: fields
fields: $(STAMP) ## write docs/fields.md, the fields of a sheet and a scene, anew
	$(BIN)/python tools/fields.py

.PHONY: test-host
test-host: client ## the page for hosts, followed on a clean Debian 12 (as root; needs debootstrap)
	$(BIN)/python -m tools.try_host

.PHONY: wheel
wheel: client ## the package as one file to install, with its SHA256SUMS, in dist
	rm -f dist/malle-*.whl
	$(BIN)/python -m hatchling build -t wheel -d dist
	cd dist && sha256sum malle-*.whl > SHA256SUMS

.PHONY: release
release: client ## build, try and tag the version of pyproject.toml; refuses what must not be released
	$(BIN)/python -m tools.release

.PHONY: lock
lock: $(STAMP) ## refresh the lock files (no address and no path goes into them)
	$(LOCK) --extra server -o requirements/server.txt
	$(LOCK) -c requirements/server.txt -o requirements/play.txt
	$(LOCK) --extra server --extra puzzles --extra bench --extra dev -c requirements/server.txt -o requirements/dev.txt

# uv reads hashes from the index; pip-compile downloads every file to compute them (minutes against seconds).
LOCK = $(BIN)/uv pip compile --quiet --upgrade pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-package malle --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

