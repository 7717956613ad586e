//go:build linux

package contrib

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestContainer runs the static binary in a folder that has what the container has:
// it, an empty /tmp, and the files of the user.
func TestContainer(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and packs the program")
	}
	text, err := os.ReadFile("Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	_, last, _ := strings.Cut(string(text), "FROM scratch\n")
	if want := "COPY --from=build /verify /verify\nCOPY --from=build /empty /tmp\nWORKDIR /work\nENTRYPOINT [\"/verify\"]\n"; last != want {
		t.Errorf("the container is made by\n%s\nand here is tried\n%s", last, want)
	}
	if os.Getuid() != 0 {
		t.Skip("only root may change the root")
	}
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, dir := range []string{"tmp", "work"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(bin, "verify"), filepath.Join(root, "verify")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "work", "bad.c"), []byte(badC), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, want string }{
		{"bad.c --report out", "FALSE unreach-call"}, {"explain bad.c", "FAIL failed-assertion"},
	} {
		cmd := &exec.Cmd{Path: "/verify", Args: append([]string{"/verify"}, strings.Fields(tt.args)...), Dir: "/work",
			SysProcAttr: &syscall.SysProcAttr{Chroot: root}, Env: []string{}}
		out, err := cmd.CombinedOutput()
		if !strings.HasPrefix(string(out), tt.want) {
			t.Errorf("%s: %v\n%s", tt.args, err, out)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "work", "out", "bad.html")); err != nil {
		t.Error(err)
	}
}
