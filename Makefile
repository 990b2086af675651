# Run `make` to list the targets. None of them is needed to run or test Widerow:
# `go run .` and `go test ./...` are enough.
.DEFAULT_GOAL := help
BENCH ?= .
FUZZTIME ?= 30s
LASTING ?= 10m
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null)

.PHONY: help dev generate fmt lint test states race cover fuzz bench soak soak-live oracle judge attack attack-servers golden gallery vuln build image check check-fast hooks

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

dev: ## run with live reload of the templates on http://localhost:7331
	go tool templ generate --watch --proxy=http://localhost:8080 --cmd="go run ."

generate: ## regenerate the generated files
	go generate ./...

fmt: ## format all Go files and templates
	gofmt -s -w $$(git ls-files -co --exclude-standard -- '*.go' | grep -v '_templ\.go$$')
	go tool templ fmt web

lint: ## vet and staticcheck
	go vet ./...
	go tool -modfile=.ci/tools.mod staticcheck ./...

test: ## all tests; those that need Chromium or a JDK are skipped without it
	CGO_ENABLED=0 go test ./... # as the static binary that they build: it compiles nothing again

states: ## screenshots of all states, wide and narrow, light and dark, as artifacts/states.html
	WIDEROW_SCREENSHOTS=1 go test -count=1 ./cli/walk/accessibility

race: ## the short tests with the race detector
	go test -race -short ./...

cover: ## test coverage, as a page in artifacts/
	mkdir -p artifacts
	go test -short -coverprofile=coverage.out -coverpkg=./... ./...
	go tool cover -html=coverage.out -o artifacts/coverage.html

fuzz: ## run each fuzz test for FUZZTIME (30s)
	@grep -rlE '^func Fuzz' --include='*_test.go' . | while read -r file; do \
		for name in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' "$$file"); do \
			go test "./$$(dirname "$$file")" -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZTIME) || exit 1; \
		done; \
	done

bench: ## the benchmarks; BENCH=Layout runs those that match Layout
	go test ./... -run '^$$' -bench '$(BENCH)' -benchmem

soak: ## what go test does a tenth of, whole; and 10,000 renderings, which report memory growth
	go test ./cql -run 'TestRandom.*OnCassandra|TestRoundTripOnCassandra' -v -timeout 60m \
		-select-count 5000 -write-count 2000 -definitions 3000 -round-trips 300
	go test ./cql/compare -run CassandraDescribes -v -timeout 60m -compare.schemas 500
	go test ./cql/migration -run CassandraMigrates -v -timeout 60m -migration.server 300
	go test ./cli -run Soak -soak=10000 -v -timeout 60m

soak-live: ## 50 people edit, comment and read one model for LASTING (10m)
	WIDEROW_ATTACK=1 WIDEROW_LIVE_SOAK=$(LASTING) go test ./cli -run TestAttackLive -v -timeout 60m

oracle: ## queries and updates of many domains on a real Cassandra, judged by the concepts; SEED=N repeats a run
	go test ./cql/oracle -v -timeout 60m -oracle-all -oracle-random 15 -oracle-mutants 12 -oracle-seed $(or $(SEED),0)

judge: ## what Cassandra VERSION answers to all our statements, and what otherwise than AGAINST (the version in use)
	go test ./cql -run TestAnswersOfVersion -v -timeout 60m -of $(VERSION) $(if $(AGAINST),-against $(AGAINST))

attack: ## kills, damage, removed files, full memory, false hosts: at most 10 minutes
	WIDEROW_ATTACK=1 go test -v -timeout 20m -run '^TestAttack|^TestKill|^TestDiskFull|^TestFileSizeLimit|^TestCommitFails|^TestSyncFails' \
		./store/bolt ./handlers/... ./diagram/engine ./cli

attack-servers: ## several servers of one store, and nodes of Cassandra, that fail: half an hour
	WIDEROW_ATTACK=1 WIDEROW_REQUIRE=cassandra go test -v -timeout 60m -run '^TestAttack' ./cli/servers

golden: ## rewrite the golden files of the tests; review the diff
	go test ./assets ./model/... ./cql ./cql/parse ./diagram ./web ./handlers ./cli -update

gallery: ## render the pictures of docs/gallery with the command line
	docs/gallery/make.sh

vuln: ## known vulnerabilities in dependencies (needs the network); notes the date
	go tool -modfile=.ci/tools.mod govulncheck ./...
	date -u +%F > .ci/vulnerabilities

build: ## build the static binary ./widerow
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X widerow/cli/verb.version=$(VERSION)" -o widerow .

image: ## build the container image widerow:latest
	docker build --build-arg VERSION=$(VERSION) -t widerow:latest .

check: ## everything that CI runs
	.ci/run

check-fast: ## format, vet and generated files only
	.ci/run fast

hooks: ## install a git hook that runs check-fast before each commit
	printf '#!/bin/sh\nexec make -s check-fast\n' > .git/hooks/pre-commit
	chmod +x .git/hooks/pre-commit
