package contrib

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestVSCode holds the extension to what the server offers, loads it, and packages it
// where npm has what that needs.
func TestVSCode(t *testing.T) {
	text, err := os.ReadFile("vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Name, Version, Main, Publisher string
		Engines, Dependencies          map[string]string
		Contributes                    struct {
			Commands      []struct{ Command, Title string }
			Configuration struct {
				Properties map[string]struct{ Type, Description string }
			}
		}
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if p.Name == "" || p.Publisher == "" || p.Engines["vscode"] == "" || !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(p.Dependencies["vscode-languageclient"]) {
		t.Errorf("%+v", p)
	}
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	verify := filepath.Join(bin, "verify")
	if out, err := exec.Command(verify, "--version").Output(); err != nil || !strings.HasPrefix(string(out), p.Version) {
		t.Errorf("the extension has version %s, the program %s", p.Version, out)
	}
	var named []string
	for _, c := range p.Contributes.Commands {
		named = append(named, c.Command)
	}
	if offered := commands(t, verify); !slices.Equal(named, offered) {
		t.Errorf("the extension names the commands %q, the server has %q", named, offered)
	}
	source, err := os.ReadFile(filepath.Join("vscode", p.Main))
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, m := range regexp.MustCompile(`settings\.get\("(\w+)"\)`).FindAllStringSubmatch(string(source), -1) {
		asked["verify."+m[1]] = true
	}
	for name := range p.Contributes.Configuration.Properties {
		if !asked[name] {
			t.Errorf("nobody asks for the setting %s", name)
		}
		delete(asked, name)
	}
	if len(asked) > 0 {
		t.Errorf("settings that there are not: %v", asked)
	}
	packaged(t)
}

// commands are those that the server says it has.
func commands(t *testing.T, verify string) []string {
	t.Helper()
	cmd := exec.Command(verify, "lsp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	ask := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(ask), ask)
	r := bufio.NewReader(out)
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		t.Fatal(err)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		t.Fatal(err)
	}
	var m struct {
		Result struct {
			Capabilities struct {
				ExecuteCommandProvider struct{ Commands []string }
			}
		}
	}
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	return m.Result.Capabilities.ExecuteCommandProvider.Commands
}

// stub loads the extension with an editor that does nothing.
const stub = `const m = require("module"), load = m._load;
m._load = function (name, ...rest) {
  return name === "vscode" ? new Proxy({}, { get: (t, k) => k === "version" ? "1.91.0" : class {} }) : load.call(this, name, ...rest);
};
const e = require(process.argv[1]);
if (typeof e.activate !== "function" || typeof e.deactivate !== "function") process.exit(1);`

// packaged makes the package as README says, and loads what it consists of.
func packaged(t *testing.T) {
	if testing.Short() {
		t.Skip("packaging asks npm")
	}
	readme, err := os.ReadFile("vscode/README.md")
	if err != nil {
		t.Fatal(err)
	}
	vsce := regexp.MustCompile(`@vscode/vsce@[\d.]+`).FindString(string(readme))
	if vsce == "" {
		t.Fatal("README.md names no version of vsce")
	}
	for _, tool := range []string{"node", "npm", "npx"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "vscode")
	if err := os.CopyFS(dir, os.DirFS("vscode")); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) ([]byte, error) {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		return cmd.CombinedOutput()
	}
	if out, err := run("npm", "install", "--omit=dev", "--no-audit", "--no-fund", "--silent"); err != nil {
		t.Skipf("npm has no packages: %v\n%s", err, out)
	}
	if out, err := run("node", "-e", stub, filepath.Join(dir, "extension.js")); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := run("npx", "--yes", vsce, "--version"); err != nil {
		t.Skipf("npm has no vsce: %v\n%s", err, out)
	}
	if out, err := run("npx", "--yes", vsce, "package", "--skip-license", "--allow-missing-repository", "--out", "a.vsix"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if info, err := os.Stat(filepath.Join(dir, "a.vsix")); err != nil || info.Size() < 100_000 {
		t.Errorf("the package lacks its libraries: %v, %v", info, err)
	}
}
