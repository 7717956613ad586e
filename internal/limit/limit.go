// Package limit is the table of limits: how much of something there may be, or
// how much work, before the program does without.
//
// # Problem
//
// A limit that is a constant can only be measured by building the program
// again, and nobody does that for hundreds of them. Those that change nothing
// stay, and one idle constant looks like one that holds a proof together.
//
// # Use
//
// Each package that has limits declares them in its file tuning.go, as
// variables that nothing changes after their initialization:
//
//	// maxUnion is the number of predicates of a state: every edge into it takes
//	// the precondition of each.
//	maxUnion = limit.Of("danger.maxUnion", 24, 8, 64, "predicates")
//
// The comment gives the reason; name, default, range and unit are arguments,
// so that tools can list them (All). The range is where the reason holds: judged,
// unless the comment says that it was measured. No limit decides whether an
// answer is right, so that any value of the range is safe.
//
// The environment variable CULPRIT_SET gives limits other values for an
// experiment: name=value, separated by commas. Work and time are written as in
// 300ms, and a value outside of the range is an error, as is an unknown name (Err).
package limit

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Variable is the environment variable that overrides limits.
const Variable = "CULPRIT_SET"

// Number is the type of a limit: a count, a share, work or time.
type Number interface {
	~int | ~int32 | ~int64 | ~uint32 | ~uint64 | ~float64
}

// Limit is a row of the table.
type Limit struct {
	Name           string // package and variable, as in verifier/unroll.maxTerms
	Default, Value string
	Low, High      string // the range
	Unit           string
}

// row is a limit as it was declared. Each start of the program declares all of them,
// so that numbers become text only for who asks.
type row struct {
	name                string
	def, value, low, hi any
	unit                string
}

// table is all limits and what CULPRIT_SET says of them.
type table struct {
	rows map[string]row
	set  map[string]string // by name, those of unknown limits too
	errs []string
}

var all = newTable(os.Getenv(Variable))

// newTable reads the value of the environment variable.
func newTable(text string) *table {
	t := &table{rows: map[string]row{}, set: map[string]string{}}
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		name, value, ok := strings.Cut(item, "=")
		if !ok {
			t.errs = append(t.errs, fmt.Sprintf("%q is not of the form name=value", item))
			continue
		}
		t.set[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return t
}

// Of declares a limit and returns its value, which is def unless the
// environment overrides it. A package calls it to initialize the variable that
// the name ends with. It panics if the name is taken or def is not in the range.
func Of[T Number](name string, def, lo, hi T, unit string) T { return of(all, name, def, lo, hi, unit) }

func of[T Number](t *table, name string, def, lo, hi T, unit string) T {
	if !(lo <= def && def <= hi) {
		panic(fmt.Sprintf("limit %s: %v is not in the range from %v to %v", name, def, lo, hi))
	}
	if _, taken := t.rows[name]; taken {
		panic("limit " + name + " is declared twice")
	}
	value := def
	if text, ok := t.set[name]; ok {
		v, err := parse[T](text)
		switch {
		case err != nil:
			t.errs = append(t.errs, fmt.Sprintf("%s=%s: %v", name, text, err))
		case !(lo <= v && v <= hi): // a NaN is not
			t.errs = append(t.errs, fmt.Sprintf("%s=%s: not in the range from %v to %v", name, text, lo, hi))
		default:
			value = v
		}
	}
	t.rows[name] = row{name, def, value, lo, hi, unit}
	return value
}

// parse reads a number, or for types that print themselves as time does, as
// work and time do, a duration.
func parse[T Number](text string) (out T, err error) {
	v := reflect.ValueOf(&out).Elem()
	if _, ok := any(out).(fmt.Stringer); ok {
		d, err := time.ParseDuration(text)
		if err != nil {
			return out, fmt.Errorf("not a duration like 300ms")
		}
		v.SetInt(int64(d))
		return out, nil
	}
	switch {
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
	default:
		var x float64
		x, err = strconv.ParseFloat(text, 64)
		v.SetFloat(x)
	}
	if err != nil {
		return out, fmt.Errorf("not a number of type %v", v.Type())
	}
	return out, nil
}

// All lists the limits of all packages of the program, by name.
func All() []Limit { return all.list() }

func (t *table) list() []Limit {
	var out []Limit
	for _, r := range t.rows {
		out = append(out, Limit{
			Name: r.name, Default: fmt.Sprint(r.def), Value: fmt.Sprint(r.value), Low: fmt.Sprint(r.low), High: fmt.Sprint(r.hi), Unit: r.unit,
		})
	}
	slices.SortFunc(out, func(a, b Limit) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Err returns what is wrong with the environment variable, nil if nothing is.
// An unknown name shows when all packages are initialized.
func Err() error { return all.err() }

func (t *table) err() error {
	errs := slices.Clone(t.errs)
	for name := range t.set {
		if _, known := t.rows[name]; !known {
			errs = append(errs, name+": there is no such limit")
		}
	}
	if len(errs) == 0 {
		return nil
	}
	slices.Sort(errs)
	return fmt.Errorf("%s: %s", Variable, strings.Join(errs, "; "))
}

// Part is a part of the program that answers do not depend on: each takes part
// unless the environment says name=0. What it is worth is measured without it
// (experiments ablate), on the programs in which it would.
type Part struct {
	name  string
	on    bool
	asked atomic.Bool
}

// UnitPart is the unit of a part in the table.
const UnitPart = "part"

var parts []*Part

// PartOf declares a part. The name is the package, a dot and a word.
func PartOf(name string) *Part {
	p := &Part{name: name, on: Of(name, 1, 0, 1, UnitPart) != 0}
	parts = append(parts, p)
	return p
}

// On reports whether the part takes part, where it would.
func (p *Part) On() bool {
	if !p.asked.Load() {
		p.asked.Store(true)
	}
	return p.on
}

// Asked lists the parts that would have taken part so far, by name.
func Asked() []string {
	var names []string
	for _, p := range parts {
		if p.asked.Load() {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return names
}
