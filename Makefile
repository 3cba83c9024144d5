# make run     set up, build, play every scenario to the embedded libcurl, write Reports/junit.xml
# make test    set up, build, run the tests
# make help    the other targets

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Arguments for the program: make run ARGS="digest/ --trace"
ARGS ?=
# The Swift runtime goes into the program, which is a third faster for it and needs no Swift to be there; macOS has it.
STATIC ?= $(if $(filter Darwin,$(shell uname)),,--static-swift-stdlib)

.PHONY: proof fuzz-parser fuzz-known fuzz-faults fuzz-seeds run test selftest variants mutants clients docs caught-faults deps build release lint bench install uninstall clean help python-checks memcheck
.DEFAULT_GOAL := run

run: release
	@mkdir -p Reports
	.build/release/authspec run $(ARGS)

test: deps python-checks
	AUTHSPEC_REQUIRE_PYTHON=$${AUTHSPEC_REQUIRE_PYTHON-1} $(SWIFT) test

# Shows published leaks on versions of clients that have them and their absence on those that do not: Reports/proof.md.
proof: release
	@sh scripts/install-clients $$(.build/release/authspec proof --clients)
	.build/release/authspec proof

# What is wrong, if anything, and the sum; all of it in Reports/selftest.txt.
selftest: release
	@mkdir -p Reports
	@.build/release/authspec selftest --json Reports/selftest.json $(ARGS) > Reports/selftest.txt; \
	status=$$?; grep -v -e '^killed' -e '^  ' Reports/selftest.txt; exit $$status

# Legal variants of the reference client, which no scenario may accuse.
variants: release
	@.build/release/authspec selftest --variants

# Small changes of the reference client that were made mechanically: which of them the scenarios notice. What came of each goes
# to docs/mutants.txt; MUTANTS_ARGS=--quick plays those first that killed a mutant before, and writes nothing.
MUTANTS_ARGS ?= --list docs/mutants.txt
mutants: deps
	@sh scripts/build-mutants
	@.build/mutants/authspec selftest --mutants $(MUTANTS_ARGS)

# Installs what is missing. Only an explicit make deps may ask for a password.
deps:
	@sh scripts/install-dependencies $(if $(filter deps,$(MAKECMDGOALS)),--ask)

build: deps
	@$(SWIFT) build

release: deps
	@$(SWIFT) build -c release $(STATIC) --product authspec

# Installs real clients, each into .clients/NAME: make clients CLIENTS="requests node-fetch"; all without CLIENTS.
clients: release
	@sh scripts/install-clients $(CLIENTS)

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks Examples Mutants
	sh scripts/check-purity

# What is known of faults from playing every scenario to them: for the catalogue's page, and for tests to begin with.
caught-faults: release
	.build/release/authspec selftest --caught docs/caught-faults.txt \
	  --witnesses Tests/ReferenceClientTests/Fixtures/witnesses.txt >/dev/null

# The pages that tests hold against the scenarios. A page is replaced only where it could be made.
docs: build
	.build/debug/authspec catalogue --caught docs/caught-faults.txt --mutants docs/mutants.txt >docs/catalogue.md.new
	mv docs/catalogue.md.new docs/catalogue.md
	.build/debug/authspec leaks >docs/published-leaks.md.new
	mv docs/published-leaks.md.new docs/published-leaks.md

bench: deps
	@sh scripts/bench-processes
	@sh scripts/fuzz-parser bench
	@sh scripts/bench-fuzz
	@sh scripts/bench-driver
	@sh scripts/bench

# Our own parsers under libFuzzer, a minute long: SANITIZE=address make fuzz-parser
fuzz-parser: deps
	@sh scripts/fuzz-parser $(ARGS)

# What is known to be wrong with clients, and what is planted in the reference client: found, and how soon.
fuzz-known: release
	@sh scripts/fuzz-known $(CLIENTS)

fuzz-faults: release
	@sh scripts/fuzz-faults

# What servers say in the scenarios, as inputs to begin with: what adds no behaviour is left out.
fuzz-seeds: release
	rm -rf .build/fuzz-recordings
	.build/release/authspec run --client reference --no-junit --quiet --record .build/fuzz-recordings
	.build/release/authspec fuzz --client reference --merge .build/fuzz-recordings --corpus Fuzz/seeds

memcheck: release
	@sh scripts/memcheck

# The schema rules of JUnit readers are checked with Python's libraries, in an environment of its own.
python-checks: .venv/.ready

.venv/.ready: Tests/junit-schemas/requirements.txt | deps
	@sh scripts/install-python-checks

install: release
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/authspec" "$(DESTDIR)$(PREFIX)/share/doc/authspec" \
	  "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 755 .build/release/authspec "$(DESTDIR)$(PREFIX)/bin/authspec"
	.build/release/authspec manual >.build/authspec.1
	install -m 644 .build/authspec.1 "$(DESTDIR)$(PREFIX)/share/man/man1/authspec.1"
	rm -rf "$(DESTDIR)$(PREFIX)/share/authspec/Scenarios" "$(DESTDIR)$(PREFIX)/share/authspec/Clients" \
	  "$(DESTDIR)$(PREFIX)/share/authspec/Fuzz"
	cp -R Scenarios Clients "$(DESTDIR)$(PREFIX)/share/authspec/"
	install -d "$(DESTDIR)$(PREFIX)/share/authspec/Fuzz"
	cp -R Fuzz/seeds "$(DESTDIR)$(PREFIX)/share/authspec/Fuzz/"
	cp -R README.md CHANGELOG.md LICENSE docs "$(DESTDIR)$(PREFIX)/share/doc/authspec/"
	install -m 644 docs/scenario.schema.json "$(DESTDIR)$(PREFIX)/share/authspec/scenario.schema.json"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/authspec" "$(DESTDIR)$(PREFIX)/share/man/man1/authspec.1"
	rm -rf "$(DESTDIR)$(PREFIX)/share/authspec" "$(DESTDIR)$(PREFIX)/share/doc/authspec"

clean:
	rm -rf .build .venv .clients Reports/junit.xml

help:
	@echo "make run        play every scenario to the embedded libcurl (the default)"
	@echo "make test       run the tests"
	@echo "make proof      show published leaks on versions of clients that have them"
	@echo "make selftest   show that the scenarios notice every fault of the reference client"
	@echo "make variants   show that the scenarios accuse no legal variant of the reference client"
	@echo "make mutants    show that the scenarios notice small changes of the reference client made mechanically"
	@echo "make clients    install real clients: CLIENTS=\"requests httpx\", or all"
	@echo "make lint       check format and module boundaries"
	@echo "make docs       write docs/catalogue.md and docs/published-leaks.md anew"
	@echo "make bench      measure: cases and processes against the bare libraries, and how time and memory grow"
	@echo "make fuzz-parser  fuzz our own parsers with libFuzzer (SANITIZE=address)"
	@echo "make fuzz-known   find what is known to be wrong with clients: CLIENTS=\"libcurl\", or all"
	@echo "make fuzz-faults  find the faults planted in the reference client's reading of challenges"
	@echo "make fuzz-seeds   make Fuzz/seeds anew from the scenarios"
	@echo "make memcheck   run, and fuzz, under valgrind: leaks and descriptors"
	@echo "make install    PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"
	@echo "make deps       install the libraries that are missing"
