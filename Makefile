# Every target installs what it needs first. `make help-all` lists the targets.
# Settings follow it: make bench-slow CONNECTIONS=10 DURATION=40

STAGES = slow fast optimized baseline exercise
LABS = $(patsubst docs/labs/%/lab.js,%,$(wildcard docs/labs/*/lab.js))
LAB_SERVERS = $(subst /servers/,/,$(patsubst docs/labs/%.js,%,$(wildcard docs/labs/*/servers/*.js)))
TARGETS = $(STAGES) $(LAB_SERVERS)
CHECKS = $(patsubst test/reliability/checks/%.js,%,$(wildcard test/reliability/checks/*.js))
PROFILERS = doctor flame heap prof cpuprofile trace
NAMED = $(foreach command,bench growth start diagnose $(PROFILERS),$(TARGETS:%=$(command)-%))
OWN_RULES := $(shell sed -n 's/^\([a-z -]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))
ALL = $(OWN_RULES) $(NAMED) $(LABS:%=lab-%) $(CHECKS:%=reliability-%)

# The packages come in three levels: what a load needs, what profiles need, too, and what tests and
# the charts in the docs need, too.
PACKAGES = node_modules/.package-lock.json
FULL_PACKAGES = $(addprefix node_modules/,clinic speedscope)
DEV_PACKAGES = node_modules/tap
MANIFESTS = package.json package-lock.json slow/package.json fast/package.json optimized/package.json

# What make's command line sets, and not the environment, becomes flags: CONNECTIONS=10 is
# "--CONNECTIONS=$CONNECTIONS". The shell reads the value, and never runs it.
OTHER_VARIABLES = MAKE% SHELL PATH CI CHROME_PATH NGINX NO_COLOR FORCE_COLOR NODE_% npm_%
override GIVEN := $(strip $(foreach name,$(filter-out $(OTHER_VARIABLES),$(.VARIABLES)), \
  $(if $(findstring command,$(origin $(name))),$(name))))
LOWER_CASE = a b c d e f g h i j k l m n o p q r s t u v w x y z
$(foreach name,$(GIVEN),$(foreach mark,$(LOWER_CASE) - " \ ` $$,$(if $(findstring $(mark),$(name)), \
  $(error $(name) is not a setting. docs/reference.md lists all, such as LIVE_PORT))))
# make would expand a single $, and run $(shell …).
$(foreach name,$(GIVEN),$(if $(findstring $$,$(subst $$$$,,$(value $(name)))), \
  $(error $(name): write $$$$ for each $$ in its value)))
override SETTINGS := $(foreach name,$(GIVEN),"--$(name)=$$$(name)")

.DEFAULT_GOAL := help
LEARNED = 4# groups that make help lists. make help-all lists all
.PHONY: $(ALL)
.NOTPARALLEL:

# make bench slow would load all stages, and then find that the folder slow is up to date.
PAIRS := $(join $(addsuffix -,$(MAKECMDGOALS)),$(wordlist 2,99,$(MAKECMDGOALS)))
MEANT := $(firstword $(filter $(NAMED),$(PAIRS)))
$(if $(MEANT),$(error make $(MAKECMDGOALS): the name follows a hyphen. Write make $(MEANT)))

# What these targets do not take would have no effect. The others check their settings themselves.
take = $(foreach goal,$(filter $(1),$(MAKECMDGOALS)),$(foreach name,$(filter-out $(2),$(GIVEN)), \
  $(error $(goal) takes $(or $(strip $(2)),no settings): leave out $(name))))
$(call take,help help-all install test test-all lint whyslow screenshots labs case-hint)
$(call take,diff diff-exercise,A B CONTEXT)
$(call take,$(filter-out lab-node-versions,$(LABS:%=lab-%)),RUNS DURATION)

##@ Measure
bench: $(PACKAGES) ## Load slow, fast, optimized and the baseline
	@exec node scripts/bench.js $(SETTINGS)

$(TARGETS:%=bench-%): bench-%: $(PACKAGES) ## Load one target
	@exec node scripts/bench.js $* $(SETTINGS)

live: $(PACKAGES) ## Watch a load, or a race of the stages, on a web page
	@exec node scripts/live.js $(SETTINGS)

compare: $(PACKAGES) ## Compare target A with target B, with a confidence interval
	@exec node scripts/compare.js $(SETTINGS)

$(TARGETS:%=growth-%): growth-%: $(PACKAGES) ## Show how long the 1st, 2nd, 4th, 8th … request takes
	@exec node scripts/growth.js $* $(SETTINGS)

growth: $(PACKAGES) ## Show the same of slow, or of your own server (APP)
	@exec node scripts/growth.js $(SETTINGS)

$(TARGETS:%=start-%): start-%: $(PACKAGES) ## Run one target until Ctrl-C
	@exec node scripts/start.js $* $(SETTINGS)

##@ Find the cause
$(TARGETS:%=diagnose-%): diagnose-%: $(PACKAGES) ## Say what is wrong, in words, with the figures
	@exec node scripts/diagnose.js $* $(SETTINGS)

$(TARGETS:%=doctor-%): $(FULL_PACKAGES) ## Show the kind of problem (Clinic Doctor)
$(TARGETS:%=flame-%): $(FULL_PACKAGES) ## Show where the time goes (Clinic Flame)
$(TARGETS:%=heap-%): $(FULL_PACKAGES) ## Show what allocates memory (Clinic HeapProfiler)
$(TARGETS:%=prof-%): $(PACKAGES) ## Show where the time goes, with Node.js alone (--prof)
$(TARGETS:%=cpuprofile-%): $(FULL_PACKAGES) ## Show the same in speedscope (--cpu-prof)
$(TARGETS:%=trace-%): $(PACKAGES) ## Show warnings with their stacks (--trace-warnings)

##@ Fix it yourself: slow, then servers that you do not know
exercise: $(PACKAGES) ## Copy slow to exercise/, for you to fix
	@exec node scripts/exercise.js $(SETTINGS)

diff-exercise: ## Show what you have changed
diff: ## Show what differs between stages, as in A=slow B=fast
# The environment sets none of these.
A =
B =
CONTEXT =
# Files that exist on one side only are left out. git exits with 1 if something differs.
diff diff-exercise:
	@set -- "$${A:-exercise.original}" "$${B:-exercise}"; \
	for folder; do test -d "$$folder" || \
	  { echo "There is no $$folder. make exercise makes exercise/." >&2; exit 1; }; done; \
	set -- git --no-pager diff --no-index --diff-filter=M $${CONTEXT:+"-U$$CONTEXT"} "$$@"; \
	echo "$$*"; \
	"$$@" || test $$? -eq 1

check-exercise: $(PACKAGES) ## Check which goals are met
	@exec node scripts/check-exercise.js $(SETTINGS)

case: $(PACKAGES) ## Copy a random case to exercise/; CASE=bakery chooses one
	@exec node scripts/case.js $(SETTINGS)

case-hint: $(PACKAGES) ## Show the next hint, and after the last one the answer
	@exec node scripts/case.js hint $(SETTINGS)

check-case: $(PACKAGES) ## Diagnose it: is its fault gone?
	@exec node scripts/check-case.js $(SETTINGS)

##@ Labs and workshop
labs: $(PACKAGES) ## List the labs
	@exec node scripts/lab.js $(SETTINGS)

$(LABS:%=lab-%): lab-%: $(PACKAGES) ## Run one lab
	@exec node scripts/lab.js $* $(SETTINGS)

preflight: $(FULL_PACKAGES) ## Check whether this machine is ready for the workshop
	@exec node scripts/preflight.js $(SETTINGS)

##@ Your own server, as APP=../shop/server.js. bench, growth and live take it, too
start: $(PACKAGES) ## Run your server until Ctrl-C
	@exec node scripts/start.js $(SETTINGS)

diagnose: $(PACKAGES) ## Say what is wrong, in words, with the figures
	@exec node scripts/diagnose.js $(SETTINGS)

doctor: $(FULL_PACKAGES) ## Show the kind of problem (Clinic Doctor)
flame: $(FULL_PACKAGES) ## Show where its time goes (Clinic Flame)
heap: $(FULL_PACKAGES) ## Show what allocates its memory (Clinic HeapProfiler)
prof: $(PACKAGES) ## Show where its time goes, with Node.js alone (--prof)
cpuprofile: $(FULL_PACKAGES) ## Show the same in speedscope (--cpu-prof)
trace: $(PACKAGES) ## Show warnings with their stacks (--trace-warnings)

# flame-prof/auth-sync runs the profiler flame on prof/auth-sync.
profiler = $(firstword $(subst -, ,$@))
profiled = $(patsubst $(profiler)-%,%,$(filter $(profiler)-%,$@))
$(foreach tool,$(PROFILERS),$(tool) $(TARGETS:%=$(tool)-%)):
	@exec node scripts/profile.js $(profiler) $(profiled) $(SETTINGS)

##@ A process that is slow right now
whyslow: $(DEV_PACKAGES) ## Write dist/whyslow.js, which runs where the process is
	@exec node scripts/whyslow/build.js

##@ The workshop's material
slides: $(PACKAGES) ## Build the slides as a web page and a PDF; open them
	@exec node docs/tools/slides.js $(SETTINGS)

site: $(FULL_PACKAGES) ## Build the docs as a website, and open it
	@exec node docs/tools/site.js $(SETTINGS)

offline-bundle: $(FULL_PACKAGES) ## Pack one file that installs without a network
	@exec node docs/tools/bundle.js $(SETTINGS)

##@ Maintain this project
install: $(FULL_PACKAGES) ## Install all packages but those of the tests
	@true

test: $(DEV_PACKAGES) ## Run the tests that every change has to pass
	@npm test --silent

test-all: $(DEV_PACKAGES) ## Run all tests
	@npm run --silent test-all

mutants: $(DEV_PACKAGES) ## Break modules, and list the changes that no test detects
	@exec node test/mutants/run.js $(SETTINGS)

lint: $(DEV_PACKAGES) ## Check style, types and layers
	@npm run --silent lint

reliability: $(DEV_PACKAGES) ## List the reliability checks
	@exec node test/reliability/run.js $(SETTINGS)

$(CHECKS:%=reliability-%): reliability-%: $(DEV_PACKAGES) ## Run one reliability check
	@exec node test/reliability/run.js $* $(SETTINGS)

diagnose-accuracy: reliability-diagnose-accuracy ## How often diagnose is right, compared with Clinic Doctor

record: $(DEV_PACKAGES) ## Record everything that the docs quote (2 hours)
	@exec node docs/tools/record.js $(SETTINGS)

run-workshop: $(FULL_PACKAGES) ## Run all commands of the workshop and check their output
	@exec node docs/tools/run-workshop.js $(SETTINGS)

screenshots: $(DEV_PACKAGES) ## Take the pictures in the docs (needs Linux and Chromium)
	@node docs/tools/screenshots.js

update-docs: $(DEV_PACKAGES) ## Write the recorded results into the docs
	@exec node docs/tools/update-docs.js $(SETTINGS)

# Installs a level, and keeps a higher one that is there. npm ci begins by deleting node_modules; npm
# install leaves what is there if it fails.
NPM = npm $(if $(wildcard $(PACKAGES)),install --no-save,ci)
WITHOUT_DEV = $(if $(wildcard $(DEV_PACKAGES)),,--omit=dev)
WITHOUT_FULL = $(if $(wildcard $(FULL_PACKAGES) $(DEV_PACKAGES)),,--omit=optional)
FULL = Clinic and speedscope, which profiles need
TRY_AGAIN = Check the network and run the command again
define install
@node scripts/lib/cli/preconditions.js
@echo "Installing $(1): $(2)" >&2
@$(2) || { echo "npm failed. $(TRY_AGAIN), or use the offline bundle." >&2; exit 1; }
@touch -c $(PACKAGES) $(FULL_PACKAGES) $(DEV_PACKAGES)
endef
# npm leaves out an optional package that fails, and says nothing.
define check-full
@for package in $(FULL_PACKAGES); do test -d $$package || \
  { echo "npm left out $$package without an error. $(TRY_AGAIN)." >&2; exit 1; }; done
endef

$(PACKAGES): $(MANIFESTS)
	$(call install,what a load needs,$(strip $(NPM) $(WITHOUT_DEV) $(WITHOUT_FULL)) --loglevel=error)

$(FULL_PACKAGES): $(MANIFESTS)
	$(call install,$(FULL),$(strip $(NPM) $(WITHOUT_DEV)) --loglevel=error)
	$(check-full)

$(DEV_PACKAGES): $(MANIFESTS)
	$(call install,what the tests need,$(NPM) --loglevel=error)
	$(check-full)

# Reads the groups (##@), the targets and the sentences (##) above.
help help-all:
	@awk ' \
	  function show(target) { sub(/.*## /, ""); printf "  %-18s %s\n", target, $$0 } \
	  /^##@/ { if (groups++ == $(if $(filter help,$@),$(LEARNED),-1)) exit; \
	    if (groups > 1) print ""; print substr($$0, 5) } \
	  /^[a-z-]+:.*## / { show(substr($$0, 1, index($$0, ":") - 1)) } \
	  /^\$$\([A-Z]+:%=.*## / { match($$0, /[a-z]+-%/); \
	    show(substr($$0, RSTART, RLENGTH - 1) (/^\$$\(LABS/ ? "LAB" : /^\$$\(CHECKS/ ? "CHECK" : "NAME")) } \
	  ' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "NAME is one of: $(STAGES), or a lab's server."
	@echo "Your own server: make flame APP=../shop/server.js URLPATH=/products, or"
	@echo 'make bench APP="npm start" IN=../shop. A running one: make diagnose PID=4242'
	@echo "Settings follow the target: make bench-slow DURATION=5 (docs/reference.md)."
	@echo "make help-all lists all targets, also those for maintainers."
	@echo
	@echo "New here? make preflight, then make bench-slow"

.DEFAULT:
	@exec node scripts/lib/cli/unknown-target.js '$(subst ','\'',$@)' $(ALL)
