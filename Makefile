# Galley: `make demo` shows it, `make test` tests it. Both install what is missing first (Scripts/setup.sh).
PREFIX ?= /usr/local
SWIFT ?= swift

.PHONY: demo test unit consumer oracles bench docs lint imports format install manual setup clean

demo:
	@Scripts/setup.sh build
	$(SWIFT) build -c release
	@Scripts/demo.sh

test: setup unit consumer

setup:
	@Scripts/setup.sh test

# One configuration for everything: release, so that tests, demo and commands share one build.
unit:
	$(SWIFT) build -c release --build-tests
	$(SWIFT) test -c release --skip-build

# A package of its own that depends on Galley by path: it builds, runs, and its failing tests fail.
consumer:
	@Scripts/check-consumer.sh

# A sample of lines against headless Chromium's, and the web platform's tests of text; says so where either is absent.
oracles:
	@python3 Scripts/compare-lines.py --sample || [ $$? = 69 ]
	@python3 Scripts/check-wpt.py || [ $$? = 69 ]
	@python3 Scripts/check-pages.py || [ $$? = 69 ]
	@python3 Scripts/compare-svg.py --sample || [ $$? = 69 ]
	@python3 Scripts/check-hostile.py unicode bidi font numbers table geometry depth image || [ $$? = 69 ]

bench:
	@Scripts/setup.sh build
	$(SWIFT) run -c release --package-path Benchmarks galley-bench $(or $(CORPUS),.build/bench-corpus) $(or $(PASSES),5)

docs:
	@Scripts/docs.sh

lint:
	$(SWIFT) format lint --strict -r Package.swift Sources Tests Benchmarks Fuzz

format:
	$(SWIFT) format -i -r Package.swift Sources Tests Benchmarks Fuzz

imports:
	@python3 Scripts/check-imports.py

install:
	@Scripts/setup.sh build
	$(SWIFT) build -c release --product galley
	$(SWIFT) build -c release --product xliffix
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install "$$($(SWIFT) build -c release --show-bin-path)/galley" "$$($(SWIFT) build -c release --show-bin-path)/xliffix" "$(DESTDIR)$(PREFIX)/bin"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	    "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 644 Documentation/man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1"
	for command in galley xliffix; do \
	    run="$(DESTDIR)$(PREFIX)/bin/$$command --generate-completion-script"; \
	    $$run bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$command"; \
	    $$run zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_$$command"; \
	    $$run fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$$command.fish"; \
	done

# The manual pages, from the commands' help.
manual:
	@Scripts/setup.sh build
	$(SWIFT) build -c release
	@Scripts/manual.sh

clean:
	rm -rf .build out Benchmarks/.build Fuzz/.build Tests/Consumer/.build
