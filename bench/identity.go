package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"

	"culprit/svcomp"
)

// identity is what results must have in common to stand in one table: the
// program, how it was called, and all the tasks, whatever shard of them was
// measured. Paths are no part of it, so that machines with different folders
// agree.
type identity struct {
	Program string // hash of the binary
	Flags   string
	Limits  string
	Tasks   string // hash of names, expectations and files
	Count   int
}

// id is short enough for a column.
func (d identity) id() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []string{d.Program, d.Flags, d.Limits, d.Tasks}))
	return hex.EncodeToString(sum[:6])
}

// differs names what two measurements do not have in common.
func (d identity) differs(o identity) string {
	var out []string
	if d.Program != o.Program {
		out = append(out, "the program")
	}
	if d.Flags != o.Flags {
		out = append(out, "the flags")
	}
	if d.Limits != o.Limits {
		out = append(out, "the limits")
	}
	if d.Tasks != o.Tasks {
		out = append(out, "the tasks")
	}
	return strings.Join(out, " and ")
}

// identify computes the identity of a measurement.
func identify(tasks []Task, c Config) (identity, error) {
	d := identity{
		Flags:  strings.Join(c.Args, " "),
		Limits: fmt.Sprintf("%v wall, %v CPU, %d bytes", c.Timeout, c.CPU, c.Memory),
		Count:  len(tasks),
	}
	if c.Witness {
		d.Flags = strings.TrimSpace(d.Flags + " and check of witnesses")
	}
	h := sha256.New()
	if err := hashFile(h, c.Binary); err != nil {
		return d, err
	}
	d.Program = hex.EncodeToString(h.Sum(nil))
	h.Reset()
	for i := range tasks {
		t := &tasks[i]
		fmt.Fprintf(h, "%q %q %q %q %v %q\n", t.ID, t.Category, t.Property, t.DataModel, t.Expected, t.Subproperty)
		files := []string{t.File}
		if svcomp.IsTask(t.File) {
			def, err := svcomp.ReadTask(t.File)
			if err != nil {
				return d, err
			}
			files = append(files, def.Inputs...)
			for _, p := range def.Properties {
				files = append(files, p.File)
			}
		}
		for _, file := range slices.Compact(files) {
			if err := hashFile(h, file); err != nil {
				return d, err
			}
		}
	}
	d.Tasks = hex.EncodeToString(h.Sum(nil))
	return d, nil
}

func hashFile(h hash.Hash, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, reason(err))
	}
	defer f.Close()
	n, err := io.Copy(h, f)
	fmt.Fprintf(h, "\n%d\n", n)
	return err
}
