package cascade_test

import (
	"context"
	"slices"
	"testing"

	"culprit/cascade"
	"culprit/fault"
)

// Faults that no branch and no value shows. Each program is wrong in the line
// marked by the table; it must be in the tree.
func TestBeyond(t *testing.T) {
	const head = "int printf(const char *, ...);\nint getchar(void);\nvoid exit(int);\n"
	for _, tt := range []struct {
		name, src   string
		stdin, want string
		line        int
	}{
		{"a write that should have been elsewhere", `int t[4], n = 1;
int main(void) {
	int k = n + 2;
	t[k] = 5;
	printf("%d\n", t[2]);
}`, "", "5\n", 6},
		{"a read that should have been elsewhere", `int t[4] = {1, 2, 3, 4};
int pick(int i) { return t[i]; }
int main(void) {
	int k = 1;
	k = k + 1;
	int x = pick(k);
	printf("%d\n", x + 1);
}`, "", "5\n", 8},
		{"a write through a pointer that should have been another one", `int a = 1, b = 2;
int main(int argc, char **argv) {
	int *p = &a;
	if (argc > 0)
		p = &b;
	*p = 7;
	printf("%d\n", a);
}`, "", "7\n", 8},
		{"input that was taken before", `int skipped;
void skip(int n) {
	while (n-- > 0)
		skipped += getchar() > 0;
}
int main(void) {
	int n = 2;
	n = n + 1;
	skip(n);
	int c = getchar();
	printf("%c\n", c);
}`, "abcdef", "c\n", 11},
		{"input that was left", `int main(void) {
	int c = getchar(), d = 1;
	if (c == 'b')
		getchar();
	c = getchar();
	printf("%c\n", c + d - 1);
}`, "a-x", "x\n", 6},
		{"a run that should have ended in a function", `int limit = 3;
void check(int n) {
	if (n > limit)
		exit(1);
}
int main(void) {
	int n = 4;
	n = n - 1;
	check(n);
	printf("%d\n", 9);
}`, "", "", 11},
		{"another test of a loop with values from elsewhere", `int next[6] = {1, 2, 3, 4, 5, 0};
int main(void) {
	int i = 0, n = 0, last = 3;
	last = last + 1;
	while (i != last) {
		i = next[i];
		n++;
	}
	printf("%d\n", n);
}`, "", "3\n", 7},
	} {
		in := input(t, head+tt.src, &fault.Test{Stdin: []byte(tt.stdin), Expect: &fault.Expectation{Output: []byte(tt.want), HasOutput: true}})
		tree := build(t, in, cascade.Config{})
		var got []int
		for _, c := range tree.Nodes {
			got = append(got, lines(tree, c)...)
		}
		if !slices.Contains(got, tt.line) {
			t.Errorf("%s: line %d is not in %v", tt.name, tt.line, got)
		}
	}
}

// What lies beyond the branches comes after all of them, and goes with the
// causes that lead to it when they are pruned.
func TestBeyondIsLast(t *testing.T) {
	in := input(t, `int printf(const char *, ...);
int t[4], n = 1, z = 1;
int main(void) {
	int k = n + 2;
	t[k] = 5;
	if (z > 0)
		printf("%d\n", t[2]);
}`, &fault.Test{Expect: &fault.Expectation{Output: []byte("5\n"), HasOutput: true}})
	tree := build(t, in, cascade.Config{})
	last, level := false, 0
	for _, c := range tree.Nodes {
		if last && !c.Beyond || c.Level < level {
			t.Errorf("cause %d on level %d is out of order", c.ID, c.Level)
		}
		last, level = c.Beyond, c.Level
	}
	if !last {
		t.Fatal("no cause beyond the branches")
	}
	less, err := tree.Prune(context.Background(), tree.Nodes[len(tree.Nodes)-1].ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(less.Nodes) >= len(tree.Nodes) {
		t.Errorf("%d of %d causes are left", len(less.Nodes), len(tree.Nodes))
	}
	for _, c := range less.Nodes {
		if old := tree.Node(c.ID); old == nil || old.Condition != c.Condition || old.Kind != c.Kind {
			t.Errorf("cause %d has another number", c.ID)
		}
	}
}
