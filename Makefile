# The archive that a competition asks for, and those of a release, for the systems
# that Go and the program run on. Everything else needs no make:
# go run ./cmd/verify, go test ./..., .ci/run.

VERSION := $(shell sed -n 's/^const version = "\(.*\)"$$/\1/p' cmd/verify/main.go)
BUILD   := build

.PHONY: archive release verify clean

# One top folder, the same bytes each time.
archive: verify
	go run ./internal/archive $(BUILD)/verify $(BUILD)/verify-$(VERSION).zip
	@echo $(BUILD)/verify-$(VERSION).zip

# A static binary that does not know where it was built.
verify:
	@mkdir -p $(BUILD)
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o $(BUILD)/verify ./cmd/verify

SYSTEMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

# For each system an archive with the binary, what it needs, and the licences.
release: $(addprefix $(BUILD)/verify-$(VERSION)-,$(addsuffix .zip,$(subst /,-,$(SYSTEMS))))

$(BUILD)/verify-$(VERSION)-%.zip: FORCE
	@mkdir -p $(BUILD)/$*
	CGO_ENABLED=0 GOOS=$(firstword $(subst -, ,$*)) GOARCH=$(lastword $(subst -, ,$*)) go build -trimpath -ldflags='-s -w' -o $(BUILD)/$*/verify$(if $(filter windows-%,$*),.exe) ./cmd/verify
	go run ./internal/archive $(BUILD)/$*/verify$(if $(filter windows-%,$*),.exe) $@
	@echo $@

FORCE:

clean:
	rm -rf $(BUILD)
