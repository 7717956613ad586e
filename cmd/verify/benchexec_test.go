package main

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
	"culprit/svcomp"
)

// python is a Python 3 that has the modules, or the test is skipped.
func python(t *testing.T, modules ...string) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	for _, m := range modules {
		if out, err := exec.Command(path, "-c", "import "+m).CombinedOutput(); err != nil {
			t.Skipf("python3 has no module %s: %s", m, console.OneLine(string(out)))
		}
	}
	return path
}

// TestToolInfo runs the tests of the tool-info module for BenchExec, with
// BenchExec if that is installed, else with a stand-in.
func TestToolInfo(t *testing.T) {
	cmd := exec.Command(python(t), "../../svcomp/benchexec/verify_test.py")
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestToolInfoInBenchExec runs BenchExec's own test of tool-info modules, from
// a copy of its repository that BENCHEXEC names.
func TestToolInfoInBenchExec(t *testing.T) {
	home := os.Getenv("BENCHEXEC")
	if home == "" {
		t.Skip("set BENCHEXEC to a folder with a copy of https://github.com/sosy-lab/benchexec")
	}
	if _, err := os.Stat(filepath.Join(home, "benchexec", "test_tool_info.py")); err != nil {
		t.Skip(err)
	}
	py := python(t, "yaml")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"bad.c": badC, "safe.c": safeC, "t.yml": strings.Replace(task, "'bad.c'", "[bad.c, safe.c]", 1), "reach.prp": prp})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "verify")); err != nil {
		t.Skip(err)
	}
	var outputs []string
	for _, args := range []string{"bad.c", "safe.c", "safe.c --property termination", "gone.c"} {
		stdout, stderr, _ := verify(t, dir, strings.Fields(args)...)
		name := strings.NewReplacer(" ", "_", "-", "").Replace(args) + ".log"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(stdout+stderr), 0o644); err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, name)
	}
	args := append([]string{"-m", "benchexec.test_tool_info", "svcomp.benchexec.verify", "--no-container", "--tool-directory", ".", "--task-definition", "t.yml", "--tool-output"}, outputs...)
	cmd := exec.Command(py, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CULPRIT_TEST_VERIFY=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+home+string(os.PathListSeparator)+root)
	out, err := cmd.CombinedOutput()
	if err != nil || regexp.MustCompile(`WARNING|ERROR:|Traceback`).Match(out) {
		t.Errorf("%v\n%s", err, out)
	}
	for _, want := range []string{
		`Name of tool.*: “verify”`, `Version.*: “\d\S+ \(go.*\)”`, `'--property', 'reach\.prp', '--data-model', 'ILP32', 'bad\.c', 'safe\.c'`,
		`“safe\.c\.log”.*\n.*“true”`,
		// The test says that each run ended with status 0, which is wrong for these.
		`“bad\.c\.log”.*\n.*“ERROR \(FALSE with exit status 0\)”`, `“gone\.c\.log”.*\n.*“ERROR \(no verdict, exit status 0\)”`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
}

// TestBenchmarkDefinition: what verify.xml asks for is what verify knows.
func TestBenchmarkDefinition(t *testing.T) {
	text, err := os.ReadFile("../../svcomp/benchexec/verify.xml")
	if err != nil {
		t.Fatal(err)
	}
	var def struct {
		Tool    string `xml:"tool,attr"`
		Options []struct {
			Name string `xml:"name,attr"`
		} `xml:"option"`
		Runs []struct {
			Name  string `xml:"name,attr"`
			Tasks []struct {
				Name     string   `xml:"name,attr"`
				Sets     []string `xml:"includesfile"`
				Property string   `xml:"propertyfile"`
			} `xml:"tasks"`
		} `xml:"rundefinition"`
	}
	if err := xml.Unmarshal(text, &def); err != nil {
		t.Fatal(err)
	}
	if def.Tool != "verify" || len(def.Runs) == 0 {
		t.Errorf("%+v", def)
	}
	help, _, _ := verify(t, ".", "--help")
	for _, o := range def.Options {
		if !strings.Contains(help, " "+o.Name+"=") {
			t.Errorf("no flag %s", o.Name)
		}
	}
	for _, r := range def.Runs {
		p, known := svcomp.Named(r.Name)
		if !known || !p.Supported {
			t.Errorf("%s is not a supported property", r.Name)
		}
		for _, s := range r.Tasks {
			if filepath.Base(s.Property) != r.Name+".prp" || len(s.Sets) == 0 || !strings.HasPrefix(s.Name, "C."+r.Name+".") {
				t.Errorf("%s: %+v", r.Name, s)
			}
		}
	}
}
