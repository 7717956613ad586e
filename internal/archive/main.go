package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	err := errors.New("usage: archive BINARY OUT.zip, or archive -x OUT.zip DIR")
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "-x":
		err = unpack(args[1], args[2])
	case len(args) == 2:
		err = makeArchive(".", args[0], args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

// top is the folder that everything in the archive is in.
const top = "verify"

// contents maps names in the archive to files of the repository.
var contents = map[string]string{
	"LICENSE":                    "LICENSE",
	"README.md":                  "README.md",
	"smoketest.sh":               "svcomp/archive/smoketest.sh",
	"smoketest/safe.c":           "svcomp/archive/safe.c",
	"smoketest/bug.c":            "svcomp/archive/bug.c",
	"smoketest/bug.yml":          "svcomp/archive/bug.yml",
	"smoketest/unreach-call.prp": "svcomp/archive/unreach-call.prp",
	"benchexec/verify.py":        "svcomp/benchexec/verify.py",
	"benchexec/verify.xml":       "svcomp/benchexec/verify.xml",
}

// makeArchive packs the binary with the files of the repository at root.
func makeArchive(root, binary, out string) error {
	files := map[string]string{"verify" + filepath.Ext(binary): binary}
	for name, file := range contents {
		files[name] = filepath.Join(root, filepath.FromSlash(file))
	}
	if err := licences(root, files); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := pack(&b, files); err != nil {
		return err
	}
	return os.WriteFile(out, b.Bytes(), 0o644)
}

// licences adds the licences of the libraries that the program is built from.
func licences(root string, files map[string]string) error {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/verify")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Module *struct {
				Path, Dir string
				Main      bool
			}
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		var found []string
		for _, pattern := range []string{"LICEN[CS]E*", "COPYING*"} {
			more, _ := filepath.Glob(filepath.Join(p.Module.Dir, pattern)) // the patterns are fine
			found = append(found, more...)
		}
		if len(found) == 0 {
			return fmt.Errorf("%s has no licence in %s", p.Module.Path, p.Module.Dir)
		}
		for _, f := range found {
			files[path.Join("licences", p.Module.Path, filepath.Base(f))] = f
		}
	}
	return nil
}

// pack writes the files by their names.
func pack(w io.Writer, files map[string]string) error {
	z := zip.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text, err := os.ReadFile(files[name])
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: path.Join(top, name), Method: zip.Deflate}
		mode := os.FileMode(0o644)
		if name == "verify" || strings.HasSuffix(name, ".exe") || strings.HasSuffix(name, ".sh") {
			mode = 0o755
		}
		h.SetMode(mode)
		e, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := e.Write(text); err != nil {
			return err
		}
	}
	return z.Close()
}

// unpack writes the files of an archive below dir.
func unpack(file, dir string) error {
	z, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return fmt.Errorf("%s leads out of the archive", f.Name)
		}
		r, err := f.Open()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, f.Mode()); err != nil {
			return err
		}
	}
	return nil
}
