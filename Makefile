# Every target installs what is missing first. `make` alone lists them.
# Settings are variables: make bench-slow CONNECTIONS=10 DURATION=40

STAGES = slow fast optimized baseline exercise
LABS = $(patsubst docs/labs/%/lab.js,%,$(wildcard docs/labs/*/lab.js))
LAB_SERVERS = $(subst /servers/,/,$(patsubst docs/labs/%.js,%,$(wildcard docs/labs/*/servers/*.js)))
TARGETS = $(STAGES) $(LAB_SERVERS)
INSTALLED = node_modules/.package-lock.json

.DEFAULT_GOAL := help
.PHONY: help install bench live compare growth report labs soak abuse slow-clients conditional cache faults torture mutate test-nodes supply-chain record-proofs preflight offline-bundle run-workshop record load exercise diff-exercise check-exercise screenshots update-docs test lint \
  $(LABS:%=lab-%) $(foreach what,bench start doctor flame heap prof cpuprofile trace,$(TARGETS:%=$(what)-%))

##@ Measure
bench: $(INSTALLED) ## Load slow, fast, optimized and the baseline, and compare them
	@node scripts/bench.js

$(TARGETS:%=bench-%): bench-%: $(INSTALLED) ## Load one: CONNECTIONS, DURATION, WARMUP, PIPELINING, RATE, WORKERS
	@node scripts/bench.js $*

live: $(INSTALLED) ## Watch a load while it runs, on a page at LIVE_PORT (4000): one server, or a race of the three
	@node scripts/live.js

compare: $(INSTALLED) ## Judge A against B by Welch's test: RUNS, MIN_RATIO, FROM, JSON, WATCHED
	@node scripts/compare.js

growth: $(INSTALLED) ## What a request costs after k others: STAGE, DURATION, MAX
	@node scripts/growth.js

report: $(INSTALLED) ## Build one page of everything in results/, and open it (OPEN=0 does not)
	@node scripts/report.js

##@ The rest of the field, one lab each, under docs/labs/
labs: ## List the labs
	@node scripts/lab.js

$(LABS:%=lab-%): lab-%: $(INSTALLED) ## Run one: RUNS, DURATION; NODES for node-versions
	@node scripts/lab.js $*

##@ Prove that it holds
soak: $(INSTALLED) ## A million requests, and no answer taken on trust: STAGE, REQUESTS, CONNECTIONS
	@node scripts/soak.js

abuse: $(INSTALLED) ## Ten thousand malformed and odd requests over raw sockets: STAGE, ATTACKS, SEED
	@node scripts/abuse.js

slow-clients: $(INSTALLED) ## Clients that are slow on purpose, and others beside them: STAGE, SECONDS, HURRY (needs slowhttptest)
	@node scripts/slow-clients.js

conditional: $(INSTALLED) ## Generated histories of requests, minutes and restarts: HISTORIES, SEED
	@node scripts/conditional.js

cache: $(INSTALLED) ## nginx as a cache before optimized, for five minutes and a restart: MINUTE (needs nginx)
	@node scripts/cache.js

faults: $(INSTALLED) ## A full disk, a wrong clock, too few open files, half a network, done to the harness
	@node scripts/faults.js

torture: $(INSTALLED) ## Kill each command at random moments, and look for what is left: TRIES, SEED
	@node scripts/torture.js

mutate: $(INSTALLED) ## Break the project on purpose, in a copy: does a test notice?
	@node scripts/mutate.js

test-nodes: $(INSTALLED) ## The tests under each version of Node.js: NODES
	@node scripts/test-nodes.js

supply-chain: $(INSTALLED) ## What is installed: exact versions, scripts, licences, known vulnerabilities
	@node scripts/supply-chain.js

##@ The workshop
preflight: $(INSTALLED) ## Is this machine ready? Checks, and has a remedy for what is not
	@node scripts/preflight.js

offline-bundle: $(INSTALLED) ## Pack all that attendees need without a network, but Node.js
	@node scripts/bundle.js

run-workshop: $(INSTALLED) ## Type every command of the chapters, and check what they print (RECORD=1 keeps it)
	@node scripts/run-workshop.js

##@ In two terminals, as in the article
$(TARGETS:%=start-%): start-%: $(INSTALLED) ## Run one in the foreground: PORT, HOST, MINUTE
	@node scripts/start.js $*

load: $(INSTALLED) ## Load what runs at URL, on this machine or another
	@node scripts/load.js

##@ Find out why: profiles, into profiles/ (CONNECTIONS, DURATION; OPEN=0 opens no browser)
$(TARGETS:%=doctor-%): doctor-%: $(INSTALLED) ## What kind of trouble it is (Clinic Doctor)
	@node scripts/profile.js doctor $*

$(TARGETS:%=flame-%): flame-%: $(INSTALLED) ## Which functions have the time (Clinic Flame)
	@node scripts/profile.js flame $*

$(TARGETS:%=heap-%): heap-%: $(INSTALLED) ## What allocates the memory in use (Clinic HeapProfiler)
	@node scripts/profile.js heap $*

$(TARGETS:%=prof-%): prof-%: $(INSTALLED) ## The same with Node.js alone (--prof)
	@node scripts/profile.js prof $*

$(TARGETS:%=cpuprofile-%): cpuprofile-%: $(INSTALLED) ## The same with Node.js alone, shown in speedscope (--cpu-prof)
	@node scripts/profile.js cpuprofile $*

$(TARGETS:%=trace-%): trace-%: $(INSTALLED) ## The warning that slow mutes, with its stack (--trace-warnings)
	@node scripts/profile.js trace $*

##@ Fix it by your own hand
exercise: $(INSTALLED) ## Copy slow to exercise/: STEP=noop, unmute, fix or naive takes a step at once; FORCE=1 starts afresh
	@node scripts/exercise.js

diff-exercise: $(INSTALLED) ## Show what you have changed
	@node scripts/diff-exercise.js

check-exercise: $(INSTALLED) ## Tell what is right already, and give a hint for what is not
	@node scripts/check-exercise.js

##@ Work on this repository
install: $(INSTALLED) ## Install what is missing; the other targets do it too

test: $(INSTALLED) ## Run the tests
	@npm test --silent

lint: $(INSTALLED) ## Check the style
	@npm run lint --silent

record: $(INSTALLED) ## Measure anew, and keep in docs/results, all that the docs quote (labs too: an hour)
	@node scripts/bench.js --record
	@node scripts/bench.js fast --rate 4000 --record
	@node scripts/bench.js slow --rate 100 --record
	@node scripts/compare.js --a fast --b optimized --record
	@node scripts/compare.js --a fast --b fast --record
	@node scripts/compare.js --a optimized --b optimized --watched --runs 120 --duration 3 --record
	@node scripts/growth.js --stage slow --record
	@node scripts/growth.js --stage fast --record
	@node scripts/growth.js --stage optimized --record
	@for lab in $(LABS); do node scripts/lab.js $$lab --record || exit 1; done

# A proof that finds what is known of slow and fast fails, and goes on.
record-proofs: $(INSTALLED) ## Prove anew, and keep in docs/results, all that docs/reliability.md quotes (two hours)
	@for stage in optimized fast; do node scripts/soak.js --stage $$stage --record || true; done
	@for stage in slow fast optimized live; do node scripts/abuse.js --stage $$stage --record || exit 1; done
	@for proof in slow-clients conditional cache faults torture mutate test-nodes supply-chain; do node scripts/$$proof.js --record || exit 1; done

screenshots: $(INSTALLED) ## Take the pictures in the docs (needs Chromium or Chrome)
	@node scripts/screenshots.js

update-docs: $(INSTALLED) ## Write the tables in the docs from the recorded run
	@node scripts/update-docs.js

$(INSTALLED): package.json package-lock.json slow/package.json fast/package.json optimized/package.json
	@node scripts/lib/cli/node-version.js
	@npm ci
	@touch $@

# Reads the groups (##@), targets and words (##) above.
help:
	@echo "NAME is one of: $(STAGES), or a lab's server, as prof/auth-sync; LAB one of: $(LABS)"
	@awk ' \
	  function show(target) { words = $$0; sub(/.*## /, "", words); printf "  %-16s %s\n", target, words } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { show(substr($$0, 1, index($$0, ":") - 1)) } \
	  /^\$$\(LABS.*## / { show("lab-LAB") } \
	  /^\$$\(TARGETS.*## / { match($$0, /[a-z]+-%/); show(substr($$0, RSTART, RLENGTH - 1) "NAME") } \
	  ' $(firstword $(MAKEFILE_LIST))
