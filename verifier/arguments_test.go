package verifier

import (
	"context"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

// TestArguments: there may be many arguments of main, and long ones.
func TestArguments(t *testing.T) {
	const head = `extern void reach_error(void); int atoi(const char *); unsigned long strlen(const char *);
struct s { int n; }; static int first(int n, char **v) { return v[0] == 0; }
`
	for _, c := range rounds.Rows([]struct{ main, want string }{
		{`int argc, char **argv) { if (argc > 100) reach_error();`, "FALSE"},
		{`int argc, char **argv) { if (argc < 1) reach_error(); return argv[0][0];`, "TRUE"},
		{`int argc, char **argv) { if (argc == 12) reach_error(); return *argv[0];`, "FALSE"},
		{`int argc, char **argv) { if (argc == 2 && argv[1][0] == 'x' && argv[1][1] == 0) reach_error();`, "FALSE"},
		{`int argc, char **argv) { if (argc == 2 && strlen(argv[1]) > 100) reach_error();`, "FALSE"},
		{`int argc, char **argv) { if (argc == 3 && argv[argc] != 0) reach_error();`, "TRUE"},
		{`int argc, char **argv) { if (argc > 2 && argv[argc] != 0) reach_error();`, "UNKNOWN more than 7 arguments"},
		{`int argc, char **argv) { for (int i = 0; i < argc && i < 4; i++) if (argv[i] == 0) reach_error();`, "TRUE"},
		{`int argc, char **argv) { if (first(argc, argv)) reach_error();`, "UNKNOWN more than 7 arguments"},
		{`int argc, char **argv) { if (argc < 5 && first(argc, argv)) reach_error();`, "TRUE"},
		{`int argc, struct s *p) { if (p->n == 3) reach_error();`, "UNKNOWN use of p, a parameter of main"},
		{`struct s *p) { if (p->n == 3) reach_error();`, "UNKNOWN use of p, a parameter of main"},
		{`int argc, char **argv, char **envp) { if (envp[0] && envp[0][0] == 'x') reach_error();`, "UNKNOWN use of envp"},
		{`int argc, char **argv, char **envp) { if (argc < 1) reach_error();`, "TRUE"},
	}) {
		for _, bits := range []int{32, 64} {
			p, err := frontend.Parse("p.c", []byte(head+"int main("+c.main+"\nreturn 0; }\n"), frontend.Config{PtrBits: bits})
			if err != nil {
				t.Fatal(c.main, err)
			}
			want, reason, _ := strings.Cut(c.want, " ")
			r := Verify(context.Background(), p, Config{Replay: interp.Replay, NoRelevance: true, Work: 20 * work.Second})
			if r.Verdict.String() != want || !strings.Contains(r.Reason, reason) {
				t.Errorf("%s\n\t%d bits: %v %q, want %s", c.main, bits, r.Verdict, r.Reason, c.want)
			}
		}
	}
}
