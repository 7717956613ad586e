package entry

import (
	"fmt"
	"regexp"
	"strings"

	"modernc.org/cc/v4"
)

// No declaration says which number is the length of which array: only names do.

// lengthName matches what programs call the length of an array.
var lengthName = regexp.MustCompile(`(?i)^(n|len|length|size|sz|count|cnt|num|nmemb|nelems?|max|cap|capacity|bufsize?|nbytes|bytes)$|(_|^n|^num)(len|length|size|sz|count|cnt|num|max|cap|n|bytes|elems?|items|entries|left|remaining|avail)$|(Len|Length|Size|Count|Num)$`)

// roomName matches what they call the length of what is allocated, where another number
// says how much of it is in use, and placeName a place in it.
var (
	roomName  = regexp.MustCompile(`(?i)^(cap|capacity|alloc|allocated|room|max|maxlen|bufsize|limit)$|_(cap|capacity|alloc|max)$`)
	placeName = regexp.MustCompile(`(?i)^(off|offset|pos|position|idx|index|used|top|head|tail|cur|cursor|at|i)$|_(off|offset|pos|idx|index|used)$`)
)

// backName matches what they call a pointer that leads back in a list or up in a tree.
var backName = regexp.MustCompile(`(?i)^_*(prev|previous|pred|parent|up|back|owner)$|_(prev|parent)$`)

// endName matches what they call a pointer to the end of what another one begins.
var endName = regexp.MustCompile(`(?i)(^|_)(end|last|limit|stop)$|End$`)

// isLength reports whether a number may be the length of an array, by its name.
func isLength(t cc.Type, name string) bool {
	return cc.IsIntegerType(t) && t.Kind() != cc.Bool && t.Kind() != cc.Enum && lengthName.MatchString(name)
}

// isData reports whether a pointer may lead to an array.
func isData(t cc.Type) bool {
	e := pointee(t)
	return e != nil && e.Kind() != cc.Function && (e.Kind() == cc.Void || !e.IsIncomplete())
}

// isEnd reports whether a parameter leads to the end of what the one before begins.
func isEnd(ps []*cc.Parameter, i int) bool {
	if i == 0 || i >= len(ps) || !endName.MatchString(ps[i].Name()) || !isData(decayed(ps[i].Type())) {
		return false
	}
	a, b := pointee(decayed(ps[i-1].Type())), pointee(decayed(ps[i].Type()))
	return a != nil && a.Kind() != cc.Ptr && a.IsCompatible(b)
}

// lengths finds the parameters that are the length of arrays, by their names and their
// place: behind one, or behind two, as memcpy has it, or in front of one if nothing
// else is. The keys are the arrays, the values the lengths.
func lengths(ps []*cc.Parameter) map[int]int {
	out, used := map[int]int{}, map[int]bool{}
	length := func(i int) bool { return i < len(ps) && isLength(ps[i].Type(), ps[i].Name()) }
	data := func(i int) bool { return i < len(ps) && isData(decayed(ps[i].Type())) }
	for i := range ps {
		if !data(i) || !length(i+1) {
			continue
		}
		used[i+1] = true
		e := pointee(decayed(ps[i].Type()))
		_, known := out[i-1]
		pair := i > 0 && !known && data(i-1) && !isEnd(ps, i) && pointee(decayed(ps[i-1].Type())).IsCompatible(e)
		if pair {
			out[i-1] = i + 1
		}
		// A string that is read stays one where the number is what another one has room
		// for, as strlcpy has it.
		if !(e.Kind() == cc.Char && e.Attributes().IsConst() && (pair || strings.Contains(ps[i+1].Name(), "max"))) {
			out[i] = i + 1
		}
	}
	for i := range ps {
		if _, known := out[i+1]; length(i) && !used[i] && data(i+1) && !known {
			out[i+1], used[i] = i, true
		}
	}
	return out
}

// container finds, in a structure that has one pointer to data and lengths, the pointer
// and the numbers that speak of it: how many elements there are first.
func container(t cc.Type) (data *cc.Field, numbers []*cc.Field) {
	room := -1
	var lengths, places []*cc.Field
	for _, f := range members(t) {
		switch {
		case f.Name() == "" || f.IsBitfield():
		case isData(f.Type()) && !leadsTo(f.Type(), t):
			if data != nil {
				return nil, nil
			}
			data = f
		case !cc.IsIntegerType(f.Type()) || f.Type().Kind() == cc.Bool || f.Type().Kind() == cc.Enum:
		case roomName.MatchString(f.Name()) && room < 0:
			room = len(lengths)
			lengths = append(lengths, f)
		case lengthName.MatchString(f.Name()):
			lengths = append(lengths, f)
		case placeName.MatchString(f.Name()):
			places = append(places, f)
		}
	}
	if t.Kind() != cc.Struct || data == nil || len(lengths) == 0 {
		return nil, nil
	}
	if room > 0 {
		lengths[0], lengths[room] = lengths[room], lengths[0]
	}
	return data, append(lengths, places...)
}

// leadsTo reports whether a pointer leads to a structure.
func leadsTo(p, t cc.Type) bool { return key(pointee(p)) == key(t) }

// contents gives values to the data of a container and to the numbers about it.
func (w *writer) contents(to string, t cc.Type, data *cc.Field, numbers []*cc.Field, path string, around []string) {
	path = inside(t, path)
	n := to + "." + numbers[0].Name()
	w.number(n, numbers[0].Type(), path)
	w.line("__VERIFIER_assume(%s);", w.within(n, numbers[0].Type()))
	w.assume("%s.%s is the number of elements behind %s.%s, at most %d (--length)", path, numbers[0].Name(), path, data.Name(), w.Length)
	for _, f := range numbers[1:] {
		m := to + "." + f.Name()
		w.number(m, f.Type(), path)
		if cc.IsSignedInteger(f.Type()) {
			w.line("__VERIFIER_assume(%s >= 0);", m)
		}
		w.line("__VERIFIER_assume(%s <= %s);", m, n)
		w.assume("%s.%s is at most %s.%s", path, f.Name(), path, numbers[0].Name())
	}
	w.array(to+"."+data.Name(), pointee(data.Type()), n, path+"."+data.Name())
	if isChar(pointee(data.Type())) {
		w.line("if (%s > 0) %s.%s[%s - 1] = 0;", n, to, data.Name(), n)
		w.assume("the last character behind %s.%s is 0", path, data.Name())
	}
}

// within is the condition that a number is a length.
func (w *writer) within(n string, t cc.Type) string {
	if cc.IsSignedInteger(t) {
		return fmt.Sprintf("%s >= 0 && %s <= %d", n, n, w.Length)
	}
	return fmt.Sprintf("%s <= %d", n, w.Length)
}
