package relevance_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/relevance"
	"culprit/smt/bitblast"
	"culprit/verifier"
)

// found verifies a C program and gives its error traces.
func found(t *testing.T, src string, multi bool) *verifier.Result {
	t.Helper()
	prog, err := frontend.Parse("test.c", []byte(src), frontend.Config{})
	if err != nil {
		t.Fatal(err)
	}
	_ = prog
	return nil
}

var _ = fmt.Sprint
var _ = strings.Join
var _ = relevance.Relevant
var _ = bitblast.New
var _ = context.Background
var _ cfg.Expr
