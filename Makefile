# The archive that a competition asks for. Everything else needs no make:
# go run ./cmd/verify, go test ./..., .ci/run.

VERSION := $(shell sed -n 's/^const version = "\(.*\)"$$/\1/p' cmd/verify/main.go)
BUILD   := build

.PHONY: archive verify clean

# One top folder, the same bytes each time.
archive: verify
	go run ./internal/archive $(BUILD)/verify $(BUILD)/verify-$(VERSION).zip
	@echo $(BUILD)/verify-$(VERSION).zip

# A static binary that does not know where it was built.
verify:
	@mkdir -p $(BUILD)
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o $(BUILD)/verify ./cmd/verify

clean:
	rm -rf $(BUILD)
