package limit

import (
	"strings"
	"testing"
	"time"

	"culprit/internal/work"
)

// TestSet: CULPRIT_SET changes the limits that it names, and says what it cannot.
func TestSet(t *testing.T) {
	for _, test := range []struct {
		set, count, work, share string
		err                     string // a part; "": none
	}{
		{"", "24", "300ms", "0.6", ""},
		{"p.maxCount=64, p/q.maxWork=1.5s,p.share=0.5", "64", "1.5s", "0.5", ""},
		{"p.maxCount=65", "24", "300ms", "0.6", "p.maxCount=65: not in the range from 8 to 64"},
		{"p.maxCount=7", "24", "300ms", "0.6", "p.maxCount=7: not in the range"},
		{"p.maxCount=1.5", "24", "300ms", "0.6", "not a number of type int"},
		{"p.maxCount=99999999999999999999", "24", "300ms", "0.6", "not a number of type int"},
		{"p/q.maxWork=300", "24", "300ms", "0.6", "not a duration"},
		{"maxCount=10", "24", "300ms", "0.6", "maxCount: there is no such limit"},
		{"p.maxCount", "24", "300ms", "0.6", `"p.maxCount" is not of the form name=value`},
		{"p.share=NaN,p.maxCount=9", "9", "300ms", "0.6", "p.share=NaN: not in the range"},
	} {
		table := newTable(test.set)
		if err := table.err(); err == nil && strings.Contains(test.set, "=") {
			t.Errorf("%s: before there are limits, every name is unknown", test.set)
		}
		of(table, "p.maxCount", 24, 8, 64, "predicates")
		of(table, "p/q.maxWork", 300*work.Millisecond, 10*work.Millisecond, 2*work.Second, "work")
		of(table, "p.share", 0.6, 0.1, 0.9, "of what was left")
		var got []string
		for _, l := range table.list() {
			got = append(got, l.Value)
		}
		if want := []string{test.count, test.share, test.work}; strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: values %v, want %v", test.set, got, want)
		}
		err := table.err()
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q", test.set, err, test.err)
		}
	}
}

// TestBroken: declarations that cannot be right panic.
func TestBroken(t *testing.T) {
	for name, declare := range map[string]func(*table){
		"range": func(x *table) { of(x, "p.time", time.Second, 2*time.Second, time.Hour, "") },
		"twice": func(x *table) { of(x, "p.max", 1, 0, 2, ""); of(x, "p.max", 1, 0, 2, "") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			declare(newTable(""))
		}()
	}
}
