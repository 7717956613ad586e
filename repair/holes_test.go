package repair

import (
	"testing"

	"culprit/internal/work"
	"culprit/repair/candidate"
)

// TestHoles executes what holes are filled with in the schema and as texts of
// their own.
func TestHoles(t *testing.T) {
	ctx := t.Context()
	const src = "#include <stdio.h>\n#define MOST 20\nint quick;\nint main(void) {\n\tint n, i, sum = 0;\n\tscanf(\"%d %d\", &quick, &n);\n\tfor (i = 0; i < n && n < 12; i++)\n\t\tsum += i * 3;\n\tprintf(\"%d\\n\", sum);\n\treturn 0;\n}\n"
	in := input(t, src, [2]string{"1 9", "30"}, [2]string{"0 0", "0"})
	s := &search{in: in, budget: work.Minute}
	if err := s.prepare(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.trials(ctx); err != nil {
		t.Fatal(err)
	}
	kinds := map[candidate.Kind]int{}
	step := 1
	if testing.Short() {
		step = 5
	}
	for i := 0; i < len(s.late); i += step {
		c := s.late[i]
		kinds[c.Kind]++
		if c.Alone {
			continue
		}
		own, err := s.alone(ctx, c)
		if err != nil {
			t.Errorf("%v %+v: %v", c.Kind, c.Edits, err)
			continue
		}
		for _, r := range s.failing {
			a, b := s.prog.run(ctx, r, c.At), own.run(ctx, r, nil)
			if a.passes != b.passes || a.differs != b.differs {
				t.Errorf("%v %+v: %+v in the schema, %+v in the text", c.Kind, c.Edits, a, b)
			}
		}
	}
	for _, k := range []candidate.Kind{candidate.Constant, candidate.Strengthen, candidate.Weaken} {
		if kinds[k] < 10 {
			t.Errorf("%d holes filled of the kind %v", kinds[k], k)
		}
	}
}
