package contrib

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDebian makes the package twice, unpacks it, and runs what is in it.
func TestDebian(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and packs the program")
	}
	for _, tool := range []string{"dpkg-deb", "dpkg", "gzip", "md5sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), "DPKG_DEB_COMPRESSOR_TYPE=gzip", "DPKG_DEB_COMPRESSOR_LEVEL=1") // soon
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s %q: %v\n%s%s", name, args, err, &out, &errs)
		}
		return strings.TrimSpace(out.String())
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	archive := exec.Command("go", "run", "./internal/archive", filepath.Join(bin, "verify"), in("a.zip"))
	archive.Dir = ".."
	if out, err := archive.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run("go", "run", "../internal/archive", "-x", in("a.zip"), in("unpacked"))
	var packages [2][]byte
	var file string
	for i, out := range []string{"one", "two"} {
		file = run("debian/build", in("unpacked/verify"), in(out))
		if packages[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(packages[0], packages[1]) {
		t.Error("the same binary gives other bytes")
	}
	version := strings.Fields(run(filepath.Join(bin, "verify"), "--version"))[0]
	for field, want := range map[string]string{"Package": "culprit", "Version": version, "Architecture": run("dpkg", "--print-architecture")} {
		if got := run("dpkg-deb", "--field", file, field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	for line := range strings.Lines(run("dpkg-deb", "--contents", file)) {
		if f := strings.Fields(line); f[1] != "root/root" || strings.ContainsAny(f[0][1:], "sSt") || f[0][5] == 'w' || f[0][8] == 'w' {
			t.Errorf("owner and mode: %s", line)
		}
	}
	run("dpkg-deb", "--extract", file, in("root"))
	for _, name := range []string{
		"usr/share/man/man1/verify.1.gz", "usr/share/bash-completion/completions/verify", "usr/share/zsh/vendor-completions/_verify",
		"usr/share/fish/vendor_completions.d/verify.fish", "usr/share/doc/culprit/copyright", "usr/share/doc/culprit/licences/modernc.org/cc/v4/LICENSE",
	} {
		if info, err := os.Stat(in("root/" + name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(in("bad.c"), []byte(badC), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.Command(in("root/usr/bin/verify"), in("bad.c"), "--effort", "0").Output()
	if !strings.HasPrefix(string(out), "FALSE unreach-call") {
		t.Errorf("%s", out)
	}
}
