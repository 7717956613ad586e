package ccfix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"culprit/frontend/cpp"
)

// Revising: token sequences that cc rejects or misreads are replaced by others
// before the tokens are looked at in any other way. Unlike the rewriter, which
// writes text that cc alone reads, this leaves tokens.
//
//	source                              becomes
//	f(int a[const static 3])            f(int a[static 3])
//	f(int [static 3])                   f(int p__1[static 3])
//	int (*f(int a))(int a)              int (*f(int a))(int a__2): cc has one scope for both
//	{ extern int x; extern int x; }     { extern int x; }, also with typedef
//	f(n, a) int n, a[][n]; {}           f(int n, int a[][n]) {}
//	({ ...; label: e; })                ({ ...; label:; e; }), which has the value of e
//	c ? (void *)0 : p                   c ? 0 : p, which has the type of p
//	x\u0301                             x__u0301, and other characters that cc has in no name

// reviser holds the state of one pass over the tokens.
type reviser struct {
	rewriter
	drop   map[int]bool        // tokens that go
	insert map[int][]cpp.Token // what comes before a token
}

// revise returns the tokens with what cc rejects replaced, and moves the pragmas
// along. Words that are not keywords in the standard are spelled like others.
func revise(toks []cpp.Token, pragmas []cpp.Pragma, std cpp.Standard) []cpp.Token {
	for _, w := range std.Names() {
		for i := range toks {
			if t := &toks[i]; t.Kind == cpp.Ident && t.Text == w && !cpp.Embedded(t.File.Name) {
				t.Text, t.Alien = w+"__name", true
			}
		}
	}
	r := &reviser{rewriter: rewriter{toks: toks, typedefs: map[string]bool{}}, drop: map[int]bool{}, insert: map[int][]cpp.Token{}}
	r.brackets()
	r.typedefNames()
	r.oldStyle()
	for i := range toks {
		switch {
		case r.is(i, "["):
			r.plainArray(i)
		case r.is(i, "("):
			r.parameterNames(i)
			r.lastLabel(i)
		case r.is(i, "?"):
			r.nullArms(i)
		case r.isIdent(i):
			toks[i].Text = spelled(toks[i].Text)
		case r.is(i, "{"):
			if r.match[i] > 0 {
				r.repeated(i)
			}
		}
	}
	return r.result(pragmas)
}

// result is the list of tokens with all changes made.
func (r *reviser) result(pragmas []cpp.Pragma) []cpp.Token {
	if len(r.drop) == 0 && len(r.insert) == 0 {
		return r.toks
	}
	out := make([]cpp.Token, 0, len(r.toks))
	next := 0
	for i := range r.toks {
		for ; next < len(pragmas) && pragmas[next].Before <= i; next++ {
			pragmas[next].Before = len(out)
		}
		out = append(out, r.insert[i]...)
		if !r.drop[i] {
			out = append(out, r.toks[i])
		}
	}
	for ; next < len(pragmas); next++ {
		pragmas[next].Before = len(out)
	}
	return out
}

// remove drops tokens from to end-1.
func (r *reviser) remove(from, end int) {
	for i := from; i < end; i++ {
		r.drop[i] = true
	}
}

// punct is a punctuator that stands where token i does.
func (r *reviser) punct(i int, text string) cpp.Token {
	t := r.toks[i]
	t.Kind, t.Text, t.First, t.Alien = cpp.Punct, text, false, true
	return t
}

// plainArray removes the qualifiers in front of the size of a parameter, which say
// something about the parameter, a pointer, and names one that has none: cc has
// static only behind a name.
func (r *reviser) plainArray(i int) {
	for j := i + 1; r.isIdent(j) && (r.str(j) == "static" || qualifierKeywords[r.str(j)]) && !r.is(j+1, "("); j++ {
		if r.str(j) != "static" {
			r.drop[j] = true
		} else if r.is(i-1, "*") || r.namesType(i-1) {
			name := r.punct(i, "p__"+strconv.Itoa(i))
			name.Kind = cpp.Ident
			r.insert[i] = append(r.insert[i], name)
		}
	}
}

// namesType reports whether token i ends the specifiers of a type, and is not a name
// that the program declares to be of it.
func (r *reviser) namesType(i int) bool {
	s, before := r.str(i), r.str(i-1)
	return r.isIdent(i) && (typeKeywords[s] || qualifierKeywords[s] || before == "struct" || before == "union" || before == "enum" ||
		r.typedefs[s] && !typeKeywords[before] && !r.typedefs[before])
}

// parameterNames renames parameters in the declarator whose outermost
// parenthesis opens at i: int (*f(int a))(int a) is a function with one
// parameter, whose result is a pointer to a function with another.
func (r *reviser) parameterNames(i int) {
	end := r.match[i]
	if !r.is(i+1, "*") || end < 0 || !r.is(end+1, "(") || !r.endsType(i) {
		return
	}
	seen := map[string]bool{}
	lists := 0
	r.declaratorLists(i, func(from, to int) {
		var names []string
		for j := from; j < to; j++ {
			if r.match[j] > j && r.is(j, "(") && !r.is(j+1, "*") {
				j = r.match[j]
				continue
			}
			if n := r.str(j); r.namesParameter(j) {
				names = append(names, n)
				if seen[n] {
					r.renameAll(from, to, n, n+"__"+strconv.Itoa(lists+1))
				}
			}
		}
		for _, n := range names {
			seen[n] = true
		}
		lists++
	})
}

// declaratorLists calls do for the parameter lists of the declarator in the
// parentheses that open at i and those after them, from the inside out.
func (r *reviser) declaratorLists(i int, do func(from, to int)) {
	suffixes := func(j int) {
		for ; (r.is(j, "(") || r.is(j, "[")) && r.match[j] > 0; j = r.match[j] + 1 {
			if r.is(j, "(") {
				do(j+1, r.match[j])
			}
		}
	}
	j := i + 1
	for r.is(j, "*") || r.isIdent(j) && qualifierKeywords[r.str(j)] {
		j++
	}
	if r.is(j, "(") && r.match[j] > 0 {
		r.declaratorLists(j, do)
	} else if r.isIdent(j) {
		suffixes(j + 1)
	}
	suffixes(r.match[i] + 1)
}

// endsType reports whether a type ends before token i: what follows is a
// declarator.
func (r *reviser) endsType(i int) bool {
	s := i
	for s > 0 && (r.isIdent(s-1) && r.str(s-1) != "return" && !declarationKeywords[r.str(s-1)] || r.is(s-1, "*")) {
		s--
	}
	at, _, ok := r.typeName(s, i)
	return ok && at == i
}

// namesParameter reports whether token i is the name of a parameter.
func (r *reviser) namesParameter(i int) bool {
	s, before := r.str(i), r.str(i-1)
	if !r.isIdent(i) || r.typedefs[s] || typeKeywords[s] || qualifierKeywords[s] {
		return false
	}
	if !r.is(i+1, ",") && !r.is(i+1, ")") && !r.is(i+1, "[") {
		return false
	}
	return r.is(i-1, "*") || r.isIdent(i-1) && (typeKeywords[before] || r.typedefs[before] ||
		r.isIdent(i-2) && (r.str(i-2) == "struct" || r.str(i-2) == "union" || r.str(i-2) == "enum"))
}

func (r *reviser) renameAll(from, to int, old, name string) {
	for i := from; i < to; i++ {
		if r.isIdent(i) && r.str(i) == old {
			r.toks[i].Text, r.toks[i].Alien = name, true
		}
	}
}

// repeated removes declarations that a block repeats: those of variables with
// linkage and of types. The block opens at i.
func (r *reviser) repeated(i int) {
	type declared struct{ from, end int }
	var seen map[string]declared
	end := r.match[i]
	for s := i + 1; s < end; {
		e := s // the end of the statement
		for e < end && !r.is(e, ";") && !(r.is(e, "{") && !r.tagged(s, e)) {
			if r.match[e] > e {
				e = r.match[e]
			}
			e++
		}
		if r.is(e, "{") {
			s = e + 1
			if r.match[e] > e {
				s = r.match[e] + 1
			}
			continue
		}
		if names := r.linked(s, e); len(names) > 0 {
			all := true
			for _, n := range names {
				_, again := seen[n]
				all = all && again
			}
			if all {
				if first := seen[names[0]]; len(names) == 1 && r.open(first.from, first.end) && !r.open(s, e) {
					r.remove(first.from, first.end+1)
					r.insert[first.from] = slices.Clone(r.toks[s : e+1])
				}
				r.remove(s, e+1)
			} else if seen == nil {
				seen = map[string]declared{}
			}
			for _, n := range names {
				if !all {
					seen[n] = declared{s, e}
				}
			}
		}
		s = e + 1
	}
}

// tagged reports whether the brace at e, in a declaration that begins at s,
// holds members or constants.
func (r *reviser) tagged(s, e int) bool {
	for k := e - 1; k >= s && k >= e-2; k-- {
		if w := r.str(k); r.isIdent(k) && (w == "struct" || w == "union" || w == "enum") {
			return true
		}
	}
	return r.is(e-1, "=")
}

// open reports whether an array without size is declared.
func (r *reviser) open(from, end int) bool {
	for i := from; i < end; i++ {
		if r.is(i, "[") && r.is(i+1, "]") {
			return true
		}
	}
	return false
}

// linked lists the variables and types that tokens from s to e declare with
// extern or typedef, if they declare nothing else.
func (r *reviser) linked(s, e int) []string {
	is := false
	for k := s; k < e && r.isIdent(k); k++ {
		is = is || r.str(k) == "extern" || r.str(k) == "typedef"
		if r.is(k+1, "(") && r.match[k+1] > k { // typeof, __attribute__
			k = r.match[k+1]
		}
	}
	if !is || !r.beginsDeclaration(s) {
		return nil
	}
	var names []string
	for k := s; k < e; k++ {
		switch {
		case r.is(k, "="):
			return nil
		case r.match[k] > k && (!r.is(k, "(") || !r.is(k+1, "*")):
			k = r.match[k]
		case r.isIdent(k) && (strings.HasPrefix(r.str(k), "__attribute") || isTypeof(r.str(k)) || r.str(k) == "_Alignas"):
		case r.isIdent(k) && (r.str(k) == "asm" || r.str(k) == "__asm__"):
			return nil
		case r.isIdent(k) && !r.isIdent(k+1) && !typeKeywords[r.str(k)] && !qualifierKeywords[r.str(k)] && !r.is(k+1, "*"):
			if r.is(k+1, "(") { // functions may be declared again
				return nil
			}
			names = append(names, r.str(k))
		}
	}
	return names
}

// lastLabel puts a statement after the labels of the last one of a statement
// expression, whose parenthesis opens at i.
func (r *reviser) lastLabel(i int) {
	if !r.is(i+1, "{") || r.match[i+1] < 0 || r.match[i] != r.match[i+1]+1 {
		return
	}
	end := r.match[i+1]
	start, last := i+2, i+2
	for k := i + 2; k < end; k++ {
		brace := r.is(k, "{")
		if r.match[k] > k {
			k = r.match[k]
		}
		if brace || r.is(k, ";") {
			if k+1 < end {
				start = k + 1
			}
			last = k
		}
	}
	for r.isIdent(start) && r.is(start+1, ":") && !r.is(start+2, ":") && start < last && r.str(start) != "default" {
		start += 2
		for strings.HasPrefix(r.str(start), "__attribute") && r.is(start+1, "(") && r.match[start+1] > 0 {
			start = r.match[start+1] + 1
			if r.is(start, ";") {
				return
			}
		}
		r.insert[start] = append(r.insert[start], r.punct(start-1, ";"))
	}
}

// nullArms makes a null pointer that is an operand of the conditional operator
// at i a plain zero: the type of the other operand is the type of both, and cc
// would take that of the first.
func (r *reviser) nullArms(i int) {
	colon, depth := -1, 0
	for k := i + 1; k < len(r.toks) && colon < 0; k++ {
		switch {
		case r.match[k] > k:
			k = r.match[k]
		case r.is(k, "?"):
			depth++
		case r.is(k, ":"):
			depth--
			if depth < 0 {
				colon = k
			}
		case r.is(k, ";"), r.is(k, ")"), r.is(k, "}"), r.is(k, "]"):
			return
		}
	}
	if colon < 0 {
		return
	}
	end, second := r.nullPointer(colon + 1)
	second = second && (end == len(r.toks) || r.is(end, ")") || r.is(end, "]") || r.is(end, "}") || r.is(end, ",") || r.is(end, ";") || r.is(end, ":"))
	at, first := r.nullPointer(i + 1)
	first = first && at == colon
	number := func(k int) bool { return k < len(r.toks) && r.toks[k].Kind == cpp.Number }
	switch {
	case first && !second && !number(colon+1):
		r.zero(i+1, colon)
	case second && !first && !(number(i+1) && colon == i+2):
		r.zero(colon+1, end)
	}
}

// nullPointer returns the token after a null pointer constant with a type.
func (r *reviser) nullPointer(i int) (end int, ok bool) {
	depth := 0
	for r.is(i, "(") && r.is(i+1, "(") {
		depth++
		i++
	}
	if !r.is(i, "(") || r.str(i+1) != "void" || !r.is(i+2, "*") || !r.is(i+3, ")") || r.str(i+4) != "0" {
		return 0, false
	}
	for i += 5; depth > 0; depth-- {
		if !r.is(i, ")") {
			return 0, false
		}
		i++
	}
	return i, true
}

func (r *reviser) zero(from, end int) {
	z := r.punct(from, "0")
	z.Kind = cpp.Number
	r.remove(from, end)
	r.insert[from] = append(r.insert[from], z)
}

// spelled writes an identifier with characters that cc accepts.
func spelled(name string) string {
	odd := func(c rune) bool { return c >= 0x80 && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	if strings.IndexFunc(name, odd) < 0 {
		return name
	}
	var b strings.Builder
	for _, c := range name {
		if odd(c) {
			fmt.Fprintf(&b, "__u%04x", c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// oldStyle gives functions in the old style a prototype where the type of a
// parameter depends on another one: cc does not find that.
func (r *reviser) oldStyle() {
	for i := 0; i < len(r.toks); i++ {
		switch {
		case r.is(i, "{") && r.match[i] > 0:
			i = r.match[i] // no function is defined in there
		case r.is(i, "(") && r.isIdent(i-1) && r.match[i] > i+1:
			i = r.oldFunction(i)
		}
	}
}

// oldFunction looks at the list of names that opens at i, and returns the last
// token that is looked at.
func (r *reviser) oldFunction(i int) int {
	end := r.match[i]
	var names []string
	for k := i + 1; k < end; k += 2 {
		if !r.isIdent(k) || !r.is(k+1, ",") && k+1 != end || r.typedefs[r.str(k)] || typeKeywords[r.str(k)] {
			return end
		}
		names = append(names, r.str(k))
	}
	if !r.isIdent(end+1) || !r.beginsDeclaration(end+1) && !r.isIdent(end+2) {
		return end
	}
	types := map[string][]cpp.Token{} // the declaration of each name
	depends := false
	k := end + 1
	for !r.is(k, "{") {
		e := k
		for e < len(r.toks) && !r.is(e, ";") && !(r.is(e, "{") && !r.tagged(k, e)) {
			if r.match[e] > e {
				e = r.match[e]
			}
			e++
		}
		if !r.is(e, ";") || !r.oldDeclaration(k, e, names, types, &depends) {
			return end
		}
		k = e + 1
	}
	if !depends {
		return k - 1
	}
	var list []cpp.Token
	for n, name := range names {
		if n > 0 {
			list = append(list, r.punct(i, ","))
		}
		t := types[name]
		if t == nil {
			t = []cpp.Token{{Kind: cpp.Ident, Text: "int", Spaced: true, File: r.toks[i].File, Off: r.toks[i].Off, Line: r.toks[i].Line}, r.toks[i+1+2*n]}
		}
		list = append(list, t...)
	}
	r.remove(i+1, end)
	r.remove(end+1, k)
	r.insert[end] = list
	return k - 1
}

// oldDeclaration splits a declaration of parameters into one for each. depends is
// set if the size of an array mentions a parameter.
func (r *reviser) oldDeclaration(s, e int, names []string, types map[string][]cpp.Token, depends *bool) bool {
	base := -1 // the end of the specifiers
	for from := s; from < e; {
		to := from
		name := -1
		for ; to < e && !r.is(to, ","); to++ {
			if name < 0 && r.isIdent(to) && slices.Contains(names, r.str(to)) && !(r.isIdent(to+1) || r.is(to+1, "*")) {
				name = to
			}
			switch {
			case r.is(to, "[") && r.match[to] > 0:
				for k := to; k < r.match[to]; k++ {
					*depends = *depends || r.isIdent(k) && slices.Contains(names, r.str(k))
				}
				to = r.match[to]
			case r.match[to] > to && !(r.is(to, "(") && name < 0):
				to = r.match[to]
			case r.is(to, "(") && r.match[to] > 0 && name < 0:
				// the name is in there
			}
		}
		if name < 0 {
			return false
		}
		if base < 0 {
			base = name
			for base > s && (r.is(base-1, "*") || r.is(base-1, "(") || r.isIdent(base-1) && qualifierKeywords[r.str(base-1)] && r.is(base-2, "*")) {
				base--
			}
			from = base
		}
		decl := slices.Concat(r.toks[s:base], r.toks[from:to])
		if open, end := name+1, r.match[name+1]; r.is(open, "[") && end > 0 && !slices.ContainsFunc(r.toks[open:end], func(t cpp.Token) bool { return t.Text == "static" }) {
			at := base - s + open - from // a size that says nothing about the parameter, a pointer
			decl = slices.Delete(decl, at+1, at+end-open)
		}
		types[r.str(name)] = decl
		from = to + 1
	}
	return base > s
}
