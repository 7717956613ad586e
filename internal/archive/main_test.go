package main

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fake behaves like the program in the smoke test.
const fake = `#!/bin/sh
case "$*" in
*--version*) echo "0.0.0" ;;
*safe.c*) echo "TRUE unreach-call  safe.c" ;;
*) echo "FALSE unreach-call  bug.c:9:3"; exit 10 ;;
esac
`

// TestArchive packs twice, unpacks elsewhere, and runs the smoke test from a
// third folder. .ci/run does the same with the real program.
func TestArchive(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "fake")
	if err := os.WriteFile(binary, []byte(fake), 0o600); err != nil {
		t.Fatal(err)
	}
	var archives [2][]byte
	for i, name := range []string{"a.zip", "b.zip"} {
		out := filepath.Join(dir, name)
		if err := makeArchive("../..", binary, out); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		archives[i] = text
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two archives of the same files differ")
	}
	z, err := zip.NewReader(bytes.NewReader(archives[0]), int64(len(archives[0])))
	if err != nil {
		t.Fatal(err)
	}
	libraries := 0
	for _, f := range z.File {
		if !strings.HasPrefix(f.Name, top+"/") {
			t.Errorf("%s is outside of the top folder", f.Name)
		}
		if strings.HasPrefix(f.Name, top+"/licences/") {
			libraries++
		}
	}
	if libraries < 5 {
		t.Errorf("licences of %d libraries", libraries)
	}
	to := filepath.Join(dir, "unpacked here")
	if err := unpack(filepath.Join(dir, "a.zip"), to); err != nil {
		t.Fatal(err)
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	for _, broken := range []bool{false, true} {
		if broken {
			program := filepath.Join(to, top, "verify")
			if err := os.WriteFile(program, []byte(strings.Replace(fake, "TRUE", "UNKNOWN", 1)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(sh, filepath.Join(to, top, "smoketest.sh"))
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		if (err != nil) != broken {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
