package localization

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
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
	tried, first, wrong := 0, 0, 0
	for _, row := range KindTable(runs).Rows {
		n := make([]int, len(row))
		for i, cell := range row[1:] {
			n[i+1], _ = strconv.Atoi(cell)
		}
		tried, first, wrong = tried+n[1], first+n[7], wrong+n[9]
		if n[2] > n[1] || n[3] > n[2] || n[5]+n[6] != n[4] || n[8]+n[9] != n[7] || n[7] > n[4] {
			t.Errorf("row %v", row)
		}
	}
	if executed := runs[0].Tried + runs[1].Tried + runs[2].Tried; first == 0 || wrong == first || tried == 0 || tried > executed {
		t.Errorf("%d tried of %d, %d first, %d wrong", tried, executed, first, wrong)
	}
	if n := len(RepairDetails(runs).Rows); n != 3 {
		t.Errorf("%d rows", n)
	}
}

// TestUnlocated measures a version of which only the outputs of its tests are
// known: changes of it count, lines do not.
func TestUnlocated(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.csv":                "suite,program,version,kind,file,fault_lines\nclass,max,a-001,file,a-001/max.c,\nclass,max,tests,dir,tests,\n",
		"class/max/a-001/max.c":    "#include <stdio.h>\nint main(void) {\n\tint a, b;\n\tscanf(\"%d %d\", &a, &b);\n\tprintf(\"%d\\n\", a < b ? a : b);\n\treturn 0;\n}\n",
		"class/max/tests/max.c":    "#include <stdio.h>\nint main(void) {\n\tint a, b;\n\tscanf(\"%d %d\", &a, &b);\n\tif (a == 7)\n\t\treturn 1 / (a - a);\n\tprintf(\"%d\\n\", a > b ? a : b);\n\treturn 0;\n}\n",
		"class/max/tests/box/1.in": "1 2\n", "class/max/tests/box/1.out": "2\n",
		"class/max/tests/box/2.in": "7 7\n", "class/max/tests/box/2.out": "7\n",
		"class/max/tests/box/3.in": "9 4\n", "class/max/tests/box/3.out": "9\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	versions, err := Unlocated(dir, filepath.Join(dir, "index.csv"), nil)
	if err != nil || len(versions) != 1 {
		t.Fatalf("%+v, %v", versions, err)
	}
	const generated = 20
	runs := Repair(context.Background(), versions, RepairConfig{Config: Config{Tests: 1, Timeout: time.Minute}, Generated: generated})
	if len(runs) != 1 || runs[0].Err != "" || runs[0].Fixes == 0 || !runs[0].Right || !runs[0].Unlocated {
		t.Fatalf("%+v", runs)
	}
	if r := runs[0]; r.Generated != generated || r.Differs != "" { // not on those on which the correct program stops
		t.Errorf("%+v", r)
	}
	versions[0].Reference = versions[0].File // which prints something else on other inputs
	if r := Repair(context.Background(), versions, RepairConfig{Config: Config{Tests: 1, Timeout: time.Minute}, Generated: generated})[0]; r.Generated == 0 || !r.Right || r.Differs == "" {
		t.Errorf("%+v", r)
	}
	for _, row := range RepairTable(runs).Rows {
		if row[3] != "-" || row[11] != "100.0" || row[12] != "100.0" {
			t.Errorf("row %v", row)
		}
	}
}
