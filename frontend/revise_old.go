package frontend

import "slices"

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
	types := map[string][]tok{} // the declaration of each name
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
	var list []tok
	for n, name := range names {
		if n > 0 {
			list = append(list, r.punct(i, ","))
		}
		t := types[name]
		if t == nil {
			t = []tok{{kind: tokIdent, text: "int", spaced: true, file: r.toks[i].file, off: r.toks[i].off, line: r.toks[i].line}, r.toks[i+1+2*n]}
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
func (r *reviser) oldDeclaration(s, e int, names []string, types map[string][]tok, depends *bool) bool {
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
		if r.is(name+1, "[") && r.match[name+1] > 0 { // which says nothing about the parameter, a pointer
			at := base - s + name + 1 - from
			decl = slices.Delete(decl, at+1, at+r.match[name+1]-name-1)
		}
		types[r.str(name)] = decl
		from = to + 1
	}
	return base > s
}
