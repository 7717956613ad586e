package localization

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestRepair measures changes of a tiny suite: each fault is found, and the wrong
// condition is repaired.
func TestRepair(t *testing.T) {
	runs := Repair(context.Background(), priceVersions(t), RepairConfig{Config: Config{Tests: 1, Timeout: time.Minute}})
	if len(runs) != 3 {
		t.Fatalf("%d runs", len(runs))
	}
	for i := range runs {
		r := &runs[i]
		if r.Err != "" || !r.Repair.Found || r.Tried == 0 || r.Repair.Lines == 0 {
			t.Errorf("%+v", r)
		}
	}
	if r := &runs[1]; r.Fixes == 0 || r.Repair.Top[1] != 1 {
		t.Errorf("%+v", r)
	}
	var b strings.Builder
	if err := RepairTable(runs).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"mean of suites", "first right"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if n := len(RepairDetails(runs).Rows); n != 3 {
		t.Errorf("%d rows", n)
	}
}
