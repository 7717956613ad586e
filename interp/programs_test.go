package interp

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"culprit/frontend"
)

var updatePrograms = flag.Bool("update-programs", false, "rewrite testdata/run/*.out with what the programs compiled by gcc print")

// program is a C program of testdata/run. The first line may say how it is
// run: "// args: ...", "// stdin: ...", or "// lp64" if its output depends on
// the data model.
type program struct {
	file, src string
	args      []string
	stdin     string
	lp64      bool
}

func programs(t *testing.T) []program {
	files, err := filepath.Glob("testdata/run/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	var out []program
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		p := program{file: f, src: string(text)}
		first, _, _ := strings.Cut(p.src, "\n")
		if s, ok := strings.CutPrefix(first, "// args: "); ok {
			for _, a := range strings.Fields(s) {
				p.args = append(p.args, strings.Trim(a, `"`))
			}
		}
		if s, ok := strings.CutPrefix(first, "// stdin: "); ok {
			if p.stdin, err = strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`); err != nil {
				t.Fatalf("%s: %v", f, err)
			}
		}
		p.lp64 = first == "// lp64"
		out = append(out, p)
	}
	return out
}

// compiled is what the program compiled by gcc prints, and its status.
func (p *program) compiled(t *testing.T, bits int) (string, error) {
	dir := t.TempDir()
	file, err := filepath.Abs(p.file)
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "p")
	// -mfpmath=sse: no excess precision with -m32.
	if out, err := exec.Command("gcc", fmt.Sprintf("-m%d", bits), "-msse2", "-mfpmath=sse", "-w", "-O0", "-o", bin, file, "-lm").CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, p.args...)
	cmd.Env = append(os.Environ(), "TZ=UTC")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(p.stdin)
	var out bytes.Buffer
	cmd.Stdout = &out
	err = cmd.Run()
	var x *exec.ExitError
	if err != nil && !errors.As(err, &x) {
		return "", err
	}
	code := cmd.ProcessState.ExitCode()
	if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		code = 128 + int(s.Signal())
	}
	return withStatus(out.Bytes(), code), nil
}

func withStatus(out []byte, code int) string { return fmt.Sprintf("%sstatus %d\n", out, code&0xff) }

// interpreted is the same for the program executed here.
func (p *program) interpreted(bits int) (string, error) {
	prog, err := frontend.Parse(p.file, []byte(p.src), frontend.Config{PtrBits: bits, Execute: true})
	if err != nil {
		return "", err
	}
	r := Run(prog, RunConfig{Args: append([]string{"p"}, p.args...), Stdin: strings.NewReader(p.stdin), Limits: Limits{Steps: 5_000_000}})
	if r.Status != Exited {
		return "", fmt.Errorf("%v %s %v, after the output\n%s", r.Status, r.Reason, r.Fault, r.Stdout)
	}
	for _, e := range r.Unknown {
		if e.Pos.IsValid() {
			return "", fmt.Errorf("%v: the value of %s is not known", e.Pos, e.Text)
		}
	}
	return withStatus(r.Stdout, r.Code), nil
}

// TestPrograms executes the programs of testdata/run in both data models and
// compares their output and status with those of the compiled programs, which
// are kept in files.
func TestPrograms(t *testing.T) {
	for _, p := range programs(t) {
		t.Run(filepath.Base(p.file), func(t *testing.T) {
			golden := strings.TrimSuffix(p.file, ".c") + ".out"
			if *updatePrograms {
				out, err := p.compiled(t, 64)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			for _, bits := range []int{64, 32} {
				if bits == 32 && p.lp64 {
					continue
				}
				got, err := p.interpreted(bits)
				if err != nil {
					t.Errorf("%d bits: %v", bits, err)
				} else if got != string(want) {
					t.Errorf("%d bits: %s", bits, firstDifference(got, string(want)))
				}
			}
		})
	}
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return fmt.Sprintf("line %d of the output\ngot  %q\nwant %q", i+1, a, b)
		}
	}
	return ""
}

// TestProgramsGCC compares the kept outputs with gcc's, in both data models
// where gcc can. By default only of some programs: CULPRIT_PROGRAMS=1 takes
// all of them.
func TestProgramsGCC(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	all := os.Getenv("CULPRIT_PROGRAMS") != ""
	for i, p := range programs(t) {
		if !all && i%16 != 0 {
			continue
		}
		want, err := os.ReadFile(strings.TrimSuffix(p.file, ".c") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		for _, bits := range []int{64, 32} {
			if bits == 32 && p.lp64 {
				continue
			}
			got, err := p.compiled(t, bits)
			switch {
			case err != nil && bits == 32:
				t.Logf("64 bits only: %v", err)
			case err != nil:
				t.Errorf("%s: %v", p.file, err)
			case got != string(want):
				t.Errorf("%s, %d bits by gcc: %s", p.file, bits, firstDifference(got, string(want)))
			}
		}
	}
}
