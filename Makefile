# Every target installs what is missing first. `make` alone lists them.
# Settings are variables: make bench-slow CONNECTIONS=10 DURATION=40

CONTENDERS = slow fast optimized ceiling
INSTALLED = node_modules/.package-lock.json

.DEFAULT_GOAL := help
.PHONY: help install bench compare growth record load readme test lint $(foreach what,bench start,$(CONTENDERS:%=$(what)-%))

##@ Measure
bench: $(INSTALLED) ## Load slow, fast, optimized and the ceiling, and compare them
	@node scripts/bench.js

$(CONTENDERS:%=bench-%): bench-%: $(INSTALLED) ## Load one: CONNECTIONS, DURATION, WARMUP, PIPELINING, RATE, WORKERS
	@node scripts/bench.js $*

compare: $(INSTALLED) ## Judge A against B by Welch's test: RUNS, MIN_RATIO, FROM, JSON
	@node scripts/compare.js

growth: $(INSTALLED) ## What a request costs after k others: STAGE, DURATION, MAX
	@node scripts/growth.js

##@ In two terminals, as in the article
$(CONTENDERS:%=start-%): start-%: $(INSTALLED) ## Run one in the foreground: PORT, HOST
	@node scripts/start.js $*

load: $(INSTALLED) ## Load what runs at URL, on this machine or another
	@node scripts/load.js

##@ Work on this repository
install: $(INSTALLED) ## Install what is missing; the other targets do it too

test: $(INSTALLED) ## Run the tests
	@npm test --silent

lint: $(INSTALLED) ## Check the style
	@npm run lint --silent

record: $(INSTALLED) ## Measure anew, and keep in docs/results, all that the docs quote
	@node scripts/bench.js --record
	@node scripts/bench.js fast --rate 4000 --record
	@node scripts/bench.js slow --rate 100 --record
	@node scripts/compare.js --a fast --b optimized --record
	@node scripts/compare.js --a fast --b fast --record
	@node scripts/growth.js --stage slow --record
	@node scripts/growth.js --stage fast --record
	@node scripts/growth.js --stage optimized --record

readme: $(INSTALLED) ## Write the tables in the docs from the recorded run
	@node scripts/readme.js

$(INSTALLED): package.json package-lock.json slow/package.json fast/package.json optimized/package.json
	@node scripts/lib/node-version.js
	@npm ci
	@touch $@

# Reads the groups (##@), targets and words (##) above.
help:
	@awk -v contenders="$(CONTENDERS)" ' \
	  function show(target, words) { printf "  %-18s %s\n", target, words } \
	  { words = $$0; sub(/.*## /, "", words) } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z]+:.*## / { show(substr($$0, 1, index($$0, ":") - 1), words) } \
	  /^\$$\(CONTENDERS.*## / { \
	    match($$0, /[a-z]+-%/); \
	    count = split(contenders, names, " "); \
	    for (i = 1; i <= count; i++) { show(substr($$0, RSTART, RLENGTH - 1) names[i], words); words = "\"" } \
	  }' $(firstword $(MAKEFILE_LIST))
