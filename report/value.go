package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/relevance"
)

// shape says how the values of an assigned thing are written.
type shape struct {
	typ     cfg.Type
	signed  bool
	pointer bool
}

func shapeOf(v *cfg.Var) shape {
	return shape{v.Type, v.Signed, v.Pointer()}
}

// shapeOfStmt is the shape of what a statement assigns.
func shapeOfStmt(v *cfg.Var, s cfg.Stmt) shape {
	if v != nil {
		return shapeOf(v)
	}
	if v := cfg.Defined(s); v != nil {
		return shapeOf(v)
	}
	switch s := s.(type) {
	case *cfg.Store:
		return shape{typ: s.Val.Type(), signed: s.Signed(), pointer: s.Pointer()}
	case *cfg.MemSet:
		return shape{typ: s.Val.Type()}
	}
	return shape{typ: cfg.BV(64), signed: true}
}

// format writes the low bits of v as the user would.
func (s shape) format(v uint64) string {
	if !s.pointer {
		return cfg.FormatValue(s.typ, s.signed, v)
	}
	return cfg.ShowPointer(cfg.Mask(v, s.typ.Width()))
}

// interval describes a range of values; ends that are those of the type are
// not spelled out.
func (s shape) interval(r relevance.Range) Interval {
	w := s.typ.Width()
	w = cmp.Or(w, 64)
	s.signed = r.Signed && !s.pointer
	lo, hi := cfg.Mask(r.Lo, w), cfg.Mask(r.Hi, w)
	least, most := uint64(0), cfg.Mask(math.MaxUint64, w)
	if r.Signed {
		least, most = uint64(1)<<(w-1), cfg.Mask(math.MaxUint64, w)>>1
	}
	out := Interval{Lo: s.format(lo), Hi: s.format(hi)}
	if s.pointer {
		return s.addresses(lo, hi, most)
	}
	switch {
	case lo == hi:
		out.Text = out.Lo
	case lo == least && hi == most:
		out.Text = "every value"
	case hi == most:
		out.Text = "every value from " + out.Lo + " on"
	case lo == least:
		out.Text = "every value up to " + out.Hi
	default:
		out.Text = "every value from " + out.Lo + " to " + out.Hi
	}
	return out
}

// someAddresses are a range of them, nullAndMore one that begins with the null pointer.
const (
	someAddresses = "some addresses"
	nullAndMore   = "NULL and " + someAddresses
)

// addresses describes a range of addresses, whose ends mean nothing to the
// user.
func (s shape) addresses(lo, hi, most uint64) Interval {
	out := Interval{Lo: fmt.Sprintf("0x%x", lo), Hi: fmt.Sprintf("0x%x", hi)}
	switch {
	case lo == hi:
		out.Text = s.format(lo)
	case lo == 0 && hi == most:
		out.Text = "every value"
	case lo == 0:
		out.Text = nullAndMore
	case lo == 1 && hi == most:
		out.Text = "every value except NULL"
	default:
		out.Text = someAddresses
	}
	return out
}

// blocking says what a list of intervals does to something.
func blocking(ivs []Interval, to string) string {
	if len(ivs) == 0 {
		return ""
	}
	if hole := exception(ivs); hole != "" {
		return "every value except " + hole + " avoids " + to
	}
	var parts []string
	for _, iv := range ivs[:min(len(ivs), MaxPlaces)] {
		said := slices.Contains(parts, iv.Text) || iv.Text == someAddresses && slices.Contains(parts, nullAndMore)
		if !said {
			parts = append(parts, iv.Text)
		}
	}
	if len(ivs) > MaxPlaces {
		parts = append(parts, fmt.Sprintf("%d more ranges", len(ivs)-MaxPlaces))
	}
	verb := " avoid "
	if len(parts) == 1 && parts[0] != nullAndMore && parts[0] != someAddresses {
		verb = " avoids "
	}
	return list(parts, "and") + verb + to
}

// exception is the one value that two intervals leave out, "" if they leave
// out more.
func exception(ivs []Interval) string {
	if len(ivs) != 2 || !strings.HasPrefix(ivs[0].Text, "every value up to ") || !strings.HasSuffix(ivs[1].Text, " on") {
		return ""
	}
	hi, err1 := strconv.ParseInt(ivs[0].Hi, 10, 64)
	lo, err2 := strconv.ParseInt(ivs[1].Lo, 10, 64)
	if err1 != nil || err2 != nil || lo-hi != 2 {
		return ""
	}
	return strconv.FormatInt(hi+1, 10)
}

// list joins words: a, b and c.
func list(words []string, conj string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + conj + " " + words[n-1]
	}
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// seconds writes a duration with three digits.
func seconds(s float64) string {
	switch {
	case s < 10:
		return fmt.Sprintf("%.2f s", s)
	case s < 100:
		return fmt.Sprintf("%.1f s", s)
	}
	return fmt.Sprintf("%.0f s", s)
}
