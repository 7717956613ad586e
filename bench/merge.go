package bench

import (
	"fmt"
	"slices"
	"strings"
)

// Merge reads the result files of the shards of one measurement and returns
// all rows in the order of the tasks. It is an error if the files are of
// different measurements, if tasks are missing, or if two files disagree about
// a task in more than times.
func Merge(files []string) ([]Result, error) {
	type origin struct {
		row  Result
		file string
	}
	var by []origin // by number
	var head *Result
	headFile := ""
	for _, file := range files {
		rows, err := ReadResults(file)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			switch {
			case r.Measurement == "" || r.Number == 0:
				return nil, fmt.Errorf("%s: %s: no measurement and number: not a row of verify bench -o", file, r.Task)
			case head == nil:
				const most = 10_000_000
				if r.Of > most {
					return nil, fmt.Errorf("%s: %s: %d tasks are too many", file, r.Task, r.Of)
				}
				head, headFile = &r, file
				by = make([]origin, r.Of)
			case r.Measurement != head.Measurement || r.Of != head.Of:
				return nil, fmt.Errorf("%s: of another measurement than %s (program, flags, limits or tasks differ)", file, headFile)
			}
			o := &by[r.Number-1]
			if o.file != "" && !same(&o.row, &r) {
				return nil, fmt.Errorf("%s: %s: differs from the row in %s", file, r.Task, o.file)
			}
			if o.file == "" {
				*o = origin{r, file}
			}
		}
	}
	if head == nil {
		return nil, fmt.Errorf("%s: no rows", files[0])
	}
	var out []Result
	var missing []string
	for i := range by {
		if by[i].file == "" {
			missing = append(missing, fmt.Sprint(i+1))
			continue
		}
		out = append(out, by[i].row)
	}
	if n := len(missing); n > 0 {
		if n > 5 {
			missing = append(missing[:5:5], "…")
		}
		return nil, fmt.Errorf("%s: %d of %d tasks are in no file (numbers %s)", strings.Join(files, ", "), n, head.Of, strings.Join(missing, ", "))
	}
	return out, nil
}

// same compares rows without what differs from run to run: times and memory.
func same(a, b *Result) bool {
	x, y := *a, *b
	for _, r := range []*Result{&x, &y} {
		r.CPU, r.Wall, r.Peak = 0, 0, 0
	}
	return x == y
}

// WriteMerged writes a result file as a whole or not at all, unless it is in
// use by a measurement.
func WriteMerged(output string, results []Result) error {
	j, err := openJournal(output)
	if err != nil {
		return err
	}
	if info, err := j.f.Stat(); err == nil && info.Size() > 0 {
		j.f.Close()
		return fmt.Errorf("%s: belongs to an unfinished measurement", j.path)
	}
	if err := writeOutput(output, results); err != nil {
		_ = j.remove()
		return err
	}
	return j.remove()
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
