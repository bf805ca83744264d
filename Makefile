# Every target calls tasks.py, which works without make too: python tasks.py --help
PYTHON ?= python3
PORT ?= 8501
ARGS ?=

.PHONY: run test setup models models-mpnet browser-test lint bench

run:
	@$(PYTHON) tasks.py run --port $(PORT)

test:
	@$(PYTHON) tasks.py test $(ARGS)

browser-test:
	@$(PYTHON) tasks.py browser-test $(ARGS)

setup models models-mpnet lint bench:
	@$(PYTHON) tasks.py $@
