# SPDX-License-Identifier: Apache-2.0
# make run     installs what is missing, builds, plays every scenario to the embedded libcurl
# make test    installs what is missing, builds, runs the tests
# make help    lists the other targets

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Arguments for the program: make run ARGS="digest/ --trace"
ARGS ?=
# A module that is imported and not named in Package.swift is an error.
IMPORTS = --explicit-target-dependency-import-check error

.PHONY: maintain steady proof fuzz-parser fuzz-known fuzz-faults fuzz-seeds run test selftest variants mutants clients docs caught-faults catalogue deps build program release lint bench install uninstall clean help python-checks memcheck dist deb check-deb site check-site
.DEFAULT_GOAL := run

run: program
	@mkdir -p Reports
	.build/release/authspec run $(ARGS)

# The tests are those of a program that plays and judges as the released one does, and of its
# modules: several times faster than unoptimized code. A run that takes longer than 20 minutes is
# ended, and its running tests are named.
test: deps python-checks
	SWIFT=$(SWIFT) Tools/scripts/build --quick --build-tests $(IMPORTS)
	AUTHSPEC_PROGRAM=$(CURDIR)/.build/release/authspec-maintain \
	AUTHSPEC_REQUIRE_PYTHON=$${AUTHSPEC_REQUIRE_PYTHON-1} \
	Tools/scripts/run-tests $(SWIFT) test -c release --skip-build

# Reproduces published leaks on client versions that have them, and shows their absence on fixed
# versions: Reports/proof.md.
proof: program maintain
	@sh Tools/scripts/install-clients $$(.build/release/authspec-maintain proof --clients)
	.build/release/authspec-maintain proof

# Prints problems and the summary; Reports/selftest.txt has the whole output.
selftest: maintain
	@mkdir -p Reports
	@.build/release/authspec-maintain selftest --json Reports/selftest.json $(ARGS) > Reports/selftest.txt; \
	status=$$?; grep -v -e '^killed' -e '^  ' Reports/selftest.txt; exit $$status

# Plays whole runs of libcurl and of the curl command beside four busy loops: all must come to the
# same verdicts. STEADY_ARGS="--runs 5 --about-time" plays fewer.
STEADY_ARGS ?=
steady: program
	@Tools/scripts/steady $(STEADY_ARGS)

# Plays the legal variants of the reference client. Scenarios must not fail them.
variants: maintain
	@.build/release/authspec-maintain variants $(ARGS)

# Changes the reference client mechanically in small ways, and shows which changes the scenarios
# notice. Tools/Mutants/survivors explains those that they do not notice. Reports/mutants.txt has the
# result of each: MUTANTS_ARGS=--quick first plays the cases that killed a mutant there, and writes
# nothing.
MUTANTS_ARGS ?= --list Reports/mutants.txt
mutants: deps
	@sh Tools/scripts/build-mutants
	@.build/mutants/authspec-maintain mutants $(MUTANTS_ARGS)

# Installs what is missing. Only an explicit make deps may ask for a password.
deps:
	@sh Tools/scripts/install-dependencies $(if $(filter deps,$(MAKECMDGOALS)),--ask)

build: deps
	@$(SWIFT) build

# The program for people who test a client, as run needs it: a third less work for the compiler than
# a release.
program: deps
	@SWIFT=$(SWIFT) Tools/scripts/build --quick --product authspec

# The program that tests and publishes authspec itself.
maintain: deps
	@SWIFT=$(SWIFT) Tools/scripts/build --quick --product authspec-maintain

release: deps
	@SWIFT=$(SWIFT) Tools/scripts/build --product authspec

# Installs real clients, each into .clients/NAME: make clients CLIENTS="requests node-fetch"; all
# without CLIENTS.
clients: program
	@sh Tools/scripts/install-clients $(CLIENTS)

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Tools Examples
	sh Tools/scripts/check-purity

# Plays every scenario to every fault. The results are for the catalogue's page, and in part for the
# tests.
caught-faults: maintain
	.build/release/authspec-maintain selftest --caught Reports/caught-faults.txt \
	  --own Tests/ReferenceClientTests/Fixtures/own-faults.txt \
	  --witnesses Tests/ReferenceClientTests/Fixtures/witnesses.txt >/dev/null

# For the catalogue's page where make caught-faults has not run.
Reports/caught-faults.txt: | maintain
	.build/release/authspec-maintain selftest --caught $@ >/dev/null

# Writes the page of the catalogue. Mutants are on it if make mutants has run.
catalogue: maintain Reports/caught-faults.txt
	.build/release/authspec-maintain catalogue --caught Reports/caught-faults.txt \
	  $(addprefix --mutants ,$(wildcard Reports/mutants.txt)) >Reports/catalogue.md.new
	mv Reports/catalogue.md.new Reports/catalogue.md

# Writes the page that a test compares with the scenarios. It is replaced only if it could be made.
docs: maintain
	.build/release/authspec-maintain leaks >docs/published-leaks.md.new
	mv docs/published-leaks.md.new docs/published-leaks.md

bench: deps
	@sh Tools/scripts/bench-processes
	@sh Tools/scripts/fuzz-parser bench
	@sh Tools/scripts/bench-fuzz
	@sh Tools/scripts/bench-driver
	@sh Tools/scripts/bench-restart
	@sh Tools/scripts/bench

# Fuzzes our own parsers with libFuzzer for a minute: SANITIZE=address make fuzz-parser
fuzz-parser: deps
	@sh Tools/scripts/fuzz-parser $(ARGS)

# Measure how soon the fuzzer finds known defects of clients, and faults planted in the reference
# client.
fuzz-known: program
	@sh Tools/scripts/fuzz-known $(CLIENTS)

fuzz-faults: maintain
	@sh Tools/scripts/fuzz-faults

# Makes fuzzing seeds from the replies of servers in the scenarios. Inputs that show no new
# behaviour are omitted.
fuzz-seeds: maintain
	rm -rf .build/fuzz-recordings
	.build/release/authspec-maintain run --client reference --no-junit --quiet --record .build/fuzz-recordings
	.build/release/authspec-maintain fuzz --client reference --merge .build/fuzz-recordings --corpus Fuzz/seeds

memcheck: release
	@sh Tools/scripts/memcheck

# Python libraries check reports against the schemas of JUnit readers, and examples for CI against
# theirs, in a virtual environment.
python-checks: .venv/.ready

.venv/.ready: Tests/junit-schemas/requirements.txt | deps
	@sh Tools/scripts/install-python-checks

SHARE = $(DESTDIR)$(PREFIX)/share

install: release
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/authspec/Fuzz" "$(SHARE)/doc/authspec" "$(SHARE)/man/man1" \
	  "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	install -m 755 .build/release/authspec "$(DESTDIR)$(PREFIX)/bin/authspec"
	.build/release/authspec manual >.build/authspec.1
	install -m 644 .build/authspec.1 "$(SHARE)/man/man1/authspec.1"
	for shell in bash zsh fish; do .build/release/authspec completions $$shell >.build/completions.$$shell || exit 1; done
	install -m 644 .build/completions.bash "$(SHARE)/bash-completion/completions/authspec"
	install -m 644 .build/completions.zsh "$(SHARE)/zsh/site-functions/_authspec"
	install -m 644 .build/completions.fish "$(SHARE)/fish/vendor_completions.d/authspec.fish"
	rm -rf "$(SHARE)/authspec/Scenarios" "$(SHARE)/authspec/Clients" "$(SHARE)/authspec/Fuzz/seeds"
	cp -R Scenarios Clients "$(SHARE)/authspec/"
	rm -rf "$(SHARE)/authspec/Clients/"*/__pycache__
	cp -R Fuzz/seeds "$(SHARE)/authspec/Fuzz/"
	cp -R README.md CHANGELOG.md LICENSE docs "$(SHARE)/doc/authspec/"
	install -m 644 docs/scenario.schema.json "$(SHARE)/authspec/scenario.schema.json"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/authspec" "$(SHARE)/man/man1/authspec.1" \
	  "$(SHARE)/bash-completion/completions/authspec" "$(SHARE)/zsh/site-functions/_authspec" \
	  "$(SHARE)/fish/vendor_completions.d/authspec.fish"
	rm -rf "$(SHARE)/authspec" "$(SHARE)/doc/authspec"

# A tar file with the program for other machines, and a check that it runs with nothing but the
# libraries that it names, and as a step of CI: docs/install.md.
dist: release
	@sh Tools/scripts/build-dist
	@sh Tools/scripts/check-dist
	@sh Tools/scripts/check-action

# A Debian package.
deb: release
	@sh Tools/scripts/build-deb

# Checks the package with lintian, and installs and removes it: as root, with a network.
check-deb: deb
	@sh Tools/scripts/check-deb

# The docs, the reports and the catalogue as web pages in site/. Its links are checked.
site: .venv/.ready-site catalogue
	@.venv/bin/python Tools/scripts/build-site
	@.venv/bin/python Tools/scripts/check-site-links

# Checks in Chromium whether the pages of site/ are accessible.
check-site: site
	@.venv/bin/python Tools/scripts/check-site-pages

.venv/.ready-site: Tools/scripts/site-requirements.txt | deps
	@sh Tools/scripts/install-python-checks --site

clean:
	rm -rf .build .venv .clients dist site Reports/junit.xml

help:
	@echo "make run        play every scenario to the embedded libcurl (the default)"
	@echo "make test       run the tests"
	@echo "make program    build authspec: .build/release/authspec"
	@echo "make maintain   build the program that tests and publishes authspec: .build/release/authspec-maintain"
	@echo "make proof      show published leaks on versions of clients that have them"
	@echo "make selftest   show that the scenarios notice every fault of the reference client"
	@echo "make variants   show that the scenarios fail no legal variant of the reference client"
	@echo "make steady     show that runs on a busy machine come to the same verdicts"
	@echo "make mutants    show that the scenarios notice small mechanical changes of the reference client"
	@echo "make clients    install real clients: CLIENTS=\"requests httpx\", or all"
	@echo "make lint       check format and module boundaries"
	@echo "make catalogue  write Reports/catalogue.md: all scenarios, and the faults that they notice"
	@echo "make docs       write docs/published-leaks.md again"
	@echo "make bench      compare cases and processes with the bare libraries, and measure growth of time and memory"
	@echo "make fuzz-parser  fuzz our own parsers with libFuzzer (SANITIZE=address)"
	@echo "make fuzz-known   find known defects of clients: CLIENTS=\"libcurl\", or all"
	@echo "make fuzz-faults  find the faults planted in the reference client's reading of challenges"
	@echo "make fuzz-seeds   write Fuzz/seeds again from the scenarios"
	@echo "make memcheck   run and fuzz under valgrind: leaks and descriptors"
	@echo "make install    PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"
	@echo "make dist       make a tar file of the program for Linux in dist/, and run it in a bare root folder"
	@echo "make deb        make a Debian package in dist/"
	@echo "make check-deb  check it with lintian, and install and remove it (as root, with a network)"
	@echo "make site       make web pages of the docs and reports in site/, and check their links"
	@echo "make check-site check in Chromium that the pages are accessible"
	@echo "make deps       install the libraries that are missing"
