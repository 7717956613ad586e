package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
)

// changed are the functions that are not what they were in a revision of the git
// repository: with other text, headers, callees or flags of the files, or not there. The
// files of that revision are read in a folder of their own; those that git does not
// have, it has not.
func (s *settings) changed(list []*inquiry, revision string) (out []*inquiry, err error) {
	root, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, console.BadInput("--changed-since: %v", err)
	}
	dir, err := os.MkdirTemp("", "verify-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := export(revision, root, dir); err != nil {
		return nil, console.BadInput("--changed-since %s: %v", revision, err)
	}
	was, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	from, err := filepath.Rel(real(root), real(was))
	if err != nil {
		return nil, err
	}
	old := map[string]string{}
	if os.Chdir(filepath.Join(dir, from)) == nil {
		earlier := *s
		earlier.moved = &target.Move{From: real(root), To: real(dir)}
		earlier.Flags = nil
		for _, w := range s.Flags {
			earlier.Flags = append(earlier.Flags, earlier.moved.Text(w))
		}
		if s.Project != "" && !filepath.IsAbs(s.Project) {
			earlier.Project = filepath.Join(was, s.Project)
		}
		if before, err := earlier.functions(); err == nil {
			for _, q := range before {
				old[q.File+"\x00"+q.Name] = q.text
			}
		}
		if err := os.Chdir(was); err != nil {
			return nil, err
		}
	}
	for _, q := range list {
		if before, ok := old[q.File+"\x00"+q.Name]; !ok || before != q.text || q.Refused != "" {
			out = append(out, q)
		}
	}
	return out, nil
}

// real is a name without symbolic links, if it has one.
func real(name string) string {
	if r, err := filepath.EvalSymlinks(name); err == nil {
		return r
	}
	return name
}

// git is what git says, in a line.
func git(args ...string) (string, error) {
	out, err := exec.Command("git", args...).Output()
	var x *exec.ExitError
	if errors.As(err, &x) && len(x.Stderr) > 0 {
		return "", errors.New(console.OneLine(console.FirstLine(string(x.Stderr))))
	}
	return strings.TrimSpace(string(out)), err
}

// export writes the files of a revision into a folder.
func export(revision, root, dir string) error {
	if strings.HasPrefix(revision, "-") {
		return errors.New("no revision")
	}
	if _, err := git("rev-parse", "--verify", "--quiet", revision+"^{tree}"); err != nil {
		return errors.New("no such revision")
	}
	cmd := exec.Command("git", "archive", "--format=tar", revision)
	cmd.Dir = root
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = unpack(tar.NewReader(pipe), dir)
	_, _ = io.Copy(io.Discard, pipe)
	return errors.Join(err, cmd.Wait())
}

// unpack writes the files of an archive below a folder.
func unpack(t *tar.Reader, dir string) error {
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !filepath.IsLocal(h.Name) {
			return fmt.Errorf("%s leaves the repository", h.Name)
		}
		name := filepath.Join(dir, h.Name)
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o755)
		case tar.TypeReg:
			if err = os.MkdirAll(filepath.Dir(name), 0o755); err == nil {
				err = console.WriteFile(name, func(w io.Writer) error { _, err := io.Copy(w, t); return err })
			}
		}
		if err != nil {
			return err
		}
	}
}
