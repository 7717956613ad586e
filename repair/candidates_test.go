package repair

import (
	"strings"
	"testing"
)

// TestOffered looks for changes that are made of a program, and for some that are not, since nobody
// means them.
func TestOffered(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum door { LOCKED, OPEN, ALARM };
int main(void) {
	enum door door = LOCKED;
	int wrong = 0, all = 3;
	for (int k = 0; k < 5; k++) {
		switch (door) {
		case LOCKED:
			if (__VERIFIER_nondet_int()) {
				door = OPEN;
			} else {
				wrong = wrong + 1;
				if (wrong == 2)
					door = ALARM;
			}
			break;
		case OPEN:
			door = LOCKED;
			break;
		default:
			break;
		}
	}
	all = all + wrong;
	if (door == ALARM)
		reach_error();
	return all;
}
`
	s := asserting(t, src, 0, 0)
	offered := map[string]bool{}
	for _, x := range s.tried {
		for _, e := range x.Edits {
			offered[strings.TrimSpace(src[e.Start:e.End])+" > "+strings.TrimSpace(e.Text)] = true
		}
	}
	for _, want := range []string{"ALARM > OPEN", " > wrong = 0;", " > all = 3;"} {
		if !offered[want] {
			t.Errorf("no change %q", want)
		}
	}
	for change := range offered {
		was, now, _ := strings.Cut(change, " > ")
		switch {
		case was == "=",
			was == "ALARM" && (now == "1" || strings.ContainsAny(now, "+-")),
			strings.HasPrefix(now, "wrong += wrong"), strings.HasPrefix(now, "wrong -= wrong"),
			strings.HasSuffix(now, ") break;"), was == "" && strings.HasPrefix(now, "if (") && strings.Contains(src, now+"break;"):
			t.Errorf("a change %q", change)
		}
	}
}

// TestAbandoned doubts a change that takes away the only way into a state.
func TestAbandoned(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { OFF, ON, BROKEN };
int main(void) {
	int state = OFF, hits = 0;
	for (int k = 0; k < 4; k++) {
		if (__VERIFIER_nondet_int())
			hits = hits + 1;
		if (hits > 1)
			state = BROKEN;
		else
			state = ON;
		if (state == BROKEN && hits < 3)
			reach_error();
	}
	return 0;
}
`
	s := asserting(t, src, 1, 1, 0, 0)
	s.doubtTexts()
	seen := 0
	for _, x := range s.tried {
		e := x.Edits[0]
		switch was := src[e.Start:e.End]; {
		case len(x.Edits) > 1 || x.Parts != nil:
		case was == "BROKEN" && x.Line == 10:
			seen++
			if x.doubt&Abandoned == 0 {
				t.Errorf("%q for BROKEN is not doubted", e.Text)
			}
		case was == "ON", was == "OFF" && x.Line != 5:
			if x.doubt&Abandoned == 0 {
				t.Errorf("%q for %s is not doubted", e.Text, was)
			}
		case x.doubt&Abandoned != 0 && was != "OFF":
			t.Errorf("%q for %q is doubted", e.Text, was)
		}
	}
	if seen == 0 {
		t.Error("nothing is tried in the place of the state")
	}
}

// TestLoops looks for changes of how loops go on.
func TestLoops(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { A = 2, B = 4 };
int t[9];
int main(void) {
	int n = 3, flags = 1;
	for (int i = 0; i < n; i++)
		t[i + 1] = t[i];
	int k = __VERIFIER_nondet_int();
	while (k > 0) {
		int half = k / 2;
		t[half] = k;
		if (half == 0)
			break;
	}
	if (flags && B)
		t[0] = 1;
	if (t[0])
		reach_error();
	return 0;
}
`
	s := asserting(t, src, 1)
	offered := map[string]bool{}
	for _, x := range s.tried {
		var all []string
		for _, e := range x.Edits {
			all = append(all, strings.TrimSpace(src[e.Start:e.End])+" > "+strings.TrimSpace(e.Text))
		}
		offered[strings.Join(all, ", ")] = true
	}
	for _, want := range []string{"0 > n - 1, i < n > i >= 0, i++ > i--", " > k = half;", " > k--;", "flags && B > flags & B"} {
		if !offered[want] {
			t.Errorf("no change %q", want)
		}
	}
}

// TestAskedAgain looks for a guard of the function before what fails on a way that does not have it.
func TestAskedAgain(t *testing.T) {
	const src = `extern unsigned __VERIFIER_nondet_uint(void);
static int t[2], n;
static int full(void) { return n == 2; }
static int put(unsigned k) {
	if (k > 7) {
		t[n++] = 1;
		return 0;
	}
	if (full())
		return -1;
	t[n++] = 2;
	return 0;
}
int main(void) {
	for (int i = 0; i < 3; i++)
		put(__VERIFIER_nondet_uint());
	return n;
}
`
	s := asserting(t, src, 8, 8, 8)
	for _, x := range s.tried {
		if x.Line == 6 && strings.HasPrefix(x.Edits[0].Text, "if (full()) return -1;") {
			return
		}
	}
	t.Error("the guard is not offered in line 6")
}
