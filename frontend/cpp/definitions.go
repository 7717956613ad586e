package cpp

import _ "embed"

// Embedded headers that define a thousand functions of which a program calls three.
// After the pragma culprit a header has definitions alone, which are expanded and
// handed on if the unit mentions them. Each is in the text that its names are in
// first, since C wants a name defined before it is used; macros make no names.

// defined says that names are not those of definitions to come.
func (d *definitions) defined(toks []Token) {
	known := &definition{needed: true}
	for i := range toks {
		if t := &toks[i]; t.Kind == Ident && d.first[t.Text] == nil {
			d.first[t.Text] = known
		}
	}
}

// defineLater takes the definition that begins with the next token of a file: up to a
// bracket or semicolon that ends a line, outside of brackets.
func (p *preprocessor) defineLater(f *openFile) {
	d := &definition{at: len(p.out)}
	from, depth := f.i, 0
	for f.i < len(f.toks) {
		t := &f.toks[f.i]
		f.i++
		ends := false
		switch {
		case t.Kind == Ident:
			if p.later.first[t.Text] == nil {
				p.later.first[t.Text] = d
			}
		case t.Is("(") || t.Is("{") || t.Is("["):
			depth++
		case t.Is(")") || t.Is("}") || t.Is("]"):
			depth--
			ends = true
		case t.Is(";"):
			ends = true
		}
		if ends && depth == 0 && (f.i == len(f.toks) || f.toks[f.i].First) {
			break
		}
	}
	d.toks = f.toks[from:f.i]
	p.later.all = append(p.later.all, d)
}

// placed says that n tokens of the unit come before those that definitions were
// counted by since the last call.
func (d *definitions) placed(n int) {
	for _, x := range d.all[d.ready:] {
		x.at += n
	}
	d.ready = len(d.all)
}

// insert puts the definitions that the tokens of the unit mention in their places,
// and moves the pragmas along.
func (p *preprocessor) insert(toks []Token, pragmas []Pragma) (out []Token, err *Error) {
	if len(p.later.all) == 0 {
		return toks, nil
	}
	defer p.refused(&err)
	total := len(toks)
	for lists := [][]Token{toks}; len(lists) > 0; {
		list := lists[len(lists)-1]
		lists = lists[:len(lists)-1]
		for i := range list {
			if list[i].Kind != Ident {
				continue
			}
			if d := p.later.first[list[i].Text]; d != nil && !d.needed {
				d.needed, d.out = true, p.expandAll(d.toks)
				lists = append(lists, d.out)
				total += len(d.out)
			}
		}
	}
	out = make([]Token, 0, total)
	from, next := 0, 0
	upTo := func(at int) {
		for ; next < len(pragmas) && pragmas[next].Before <= at; next++ {
			pragmas[next].Before += len(out) - from
		}
		out = append(out, toks[from:at]...)
		from = at
	}
	for _, d := range p.later.all {
		if d.needed {
			upTo(d.at)
			out = append(out, d.out...)
		}
	}
	upTo(len(toks))
	return out, nil
}
