package contrib

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
)

const (
	badC  = "#include <assert.h>\nextern int input(void);\nint main(void) {\n\tint x = input();\n\tassert(x != 7);\n\treturn 0;\n}\n"
	safeC = "int main(void) { return 0; }\n"
)

// build builds the program once, in a folder of its own: static, as the container has
// it.
var build = sync.OnceValues(func() (dir string, err error) {
	dir, err = os.MkdirTemp("", "contrib")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, "verify"), "../cmd/verify")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return dir, err
})

func TestMain(m *testing.M) {
	status := m.Run()
	if dir, err := build(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(status)
}

// command is a command in a new folder with these files, that finds verify.
func command(t *testing.T, files map[string]string, name string, args ...string) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd, out = exec.Command(name, args...), &bytes.Buffer{}
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
	return cmd, out
}

func absolute(t *testing.T, name string) string {
	t.Helper()
	abs, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// read reads YAML.
func read(t *testing.T, name string, v any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = yaml.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestScan: each file has its verdict and its SARIF, and the worst decides; GitLab's
// report has what fails.
func TestScan(t *testing.T) {
	files := map[string]string{"a b.c": badC, "safe.c": safeC, "-x.c": safeC, "no.c": "int main(\n"}
	tests := []struct {
		args   []string
		status int
		out    string
		sarif  int
	}{
		{[]string{"out", "safe.c", "a b.c", "-x.c", "--", "--effort", "0"}, 1, "safe.c: TRUE unreach-call\na b.c: FALSE unreach-call\n-x.c: TRUE unreach-call\n", 3},
		{[]string{"out/deep", "safe.c"}, 0, "safe.c: TRUE unreach-call\n", 1},
		{[]string{"out", "no.c", "a b.c"}, 2, "no.c: status 2\na b.c: FALSE unreach-call\n", 1},
		{[]string{"out"}, 2, "usage: ", 0},
	}
	for _, tt := range tests {
		cmd, out := command(t, files, absolute(t, "scan"), tt.args...)
		_ = cmd.Run()
		text := regexp.MustCompile(`(?m)^no\.c:\d+.*\n`).ReplaceAllString(out.String(), "")
		if got := cmd.ProcessState.ExitCode(); got != tt.status || !strings.HasPrefix(text, tt.out) {
			t.Errorf("%q: status %d, want %d\n%s", tt.args, got, tt.status, out)
		}
		sarif, _ := filepath.Glob(filepath.Join(cmd.Dir, tt.args[0], "*.sarif"))
		if len(sarif) != tt.sarif {
			t.Errorf("%q: %q", tt.args, sarif)
		}
		if jq, err := exec.LookPath("jq"); err == nil && tt.sarif == 3 {
			text, err := exec.Command(jq, append([]string{"-s", "-f", "gitlab/codequality.jq"}, sarif...)...).Output()
			if err != nil {
				t.Fatal(err)
			}
			var issues []struct {
				Description, Fingerprint, Severity string
				Location                           struct {
					Path  string
					Lines struct{ Begin int }
				}
			}
			if err := json.Unmarshal(text, &issues); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			if len(issues) != 1 || issues[0].Location.Path != "a b.c" || issues[0].Location.Lines.Begin != 5 || issues[0].Severity != "critical" || issues[0].Fingerprint == "" || issues[0].Description == "" {
				t.Errorf("code quality: %s", text)
			}
		}
	}
}

// TestAction reads the action as GitHub does, and runs what it runs.
func TestAction(t *testing.T) {
	var a struct {
		Inputs, Outputs map[string]struct{ Description string }
		Runs            struct {
			Using string
			Steps []struct {
				ID, Shell, Run, Uses, If string
				Env                      map[string]string
			}
		}
	}
	read(t, "github/action.yml", &a)
	text, err := os.ReadFile("github/action.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`inputs\.(\w+)`).FindAllStringSubmatch(string(text), -1) {
		if a.Inputs[m[1]].Description == "" {
			t.Errorf("no input %s is described", m[1])
		}
	}
	if a.Runs.Using != "composite" || len(a.Outputs) != 1 {
		t.Errorf("%+v", a)
	}
	ran := false
	for _, s := range a.Runs.Steps {
		switch {
		case s.Run != "" && s.Shell == "":
			t.Errorf("step %q has no shell", s.Run)
		case strings.Contains(s.Run, "${{"):
			t.Errorf("step %q has texts of others among its commands", s.Run)
		case s.Run == "" && !regexp.MustCompile(`^[\w-]+/[\w/-]+@v\d+$`).MatchString(s.Uses):
			t.Errorf("step uses %q", s.Uses)
		}
		if s.ID != "scan" {
			continue
		}
		cmd, out := command(t, map[string]string{"bad.c": badC, "safe.c": safeC}, "bash", "-e", "-o", "pipefail", "-c", s.Run)
		bin, _ := build()
		cmd.Env = append(cmd.Env, "RUNNER_TEMP="+bin, "GITHUB_OUTPUT="+filepath.Join(cmd.Dir, "output"), "ACTION="+absolute(t, "github"), "FILES=*.c", "FLAGS=--effort 0; touch done")
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		cmd.Env[len(cmd.Env)-1] = "FLAGS=--effort 0"
		again := exec.Command(cmd.Path, cmd.Args[1:]...)
		again.Dir, again.Env = cmd.Dir, cmd.Env
		if text, err := again.CombinedOutput(); err != nil || string(text) != "bad.c: FALSE unreach-call\nsafe.c: TRUE unreach-call\n" {
			t.Errorf("%v\n%s", err, text)
		}
		if _, err := os.Stat(filepath.Join(cmd.Dir, "done")); err == nil {
			t.Error("a flag was a command")
		}
		if got, _ := os.ReadFile(filepath.Join(cmd.Dir, "output")); !strings.HasSuffix(string(got), "sarif="+bin+"/sarif\nstatus=1\n") {
			t.Errorf("outputs %q", got)
		}
		ran = true
	}
	if !ran {
		t.Error("no step scans")
	}
}

// TestPreCommit runs the hook with names of files behind it, as pre-commit does.
func TestPreCommit(t *testing.T) {
	var hooks []struct{ ID, Entry, Language string }
	read(t, "../.pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].ID != "verify" || hooks[0].Language != "golang" {
		t.Fatalf("%+v", hooks)
	}
	for _, tt := range []struct {
		files  []string
		status int
	}{{[]string{"safe.c", "a b.c"}, 1}, {[]string{"safe.c", "safe.c"}, 0}, {[]string{"no.c"}, 1}} {
		cmd, out := command(t, map[string]string{"a b.c": badC, "safe.c": safeC, "no.c": "int main(\n"}, "sh", append([]string{"-c", hooks[0].Entry + ` "$@"`, "sh"}, tt.files...)...)
		_ = cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != tt.status || strings.Count(out.String(), "\n") < len(tt.files) {
			t.Errorf("%q: status %d, want %d\n%s", tt.files, got, tt.status, out)
		}
	}
}

// TestGitLab: the job runs files that there are.
func TestGitLab(t *testing.T) {
	var jobs map[string]struct{ Script []string }
	read(t, "gitlab/verify.yml", &jobs)
	for _, m := range regexp.MustCompile(`/tmp/verify/(contrib/\S+)`).FindAllStringSubmatch(strings.Join(jobs["verify"].Script, "\n"), -1) {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Error(err)
		}
	}
	if len(jobs["verify"].Script) == 0 {
		t.Error("no commands")
	}
}
