package cfgtext

import (
	"strconv"
	"strings"

	"culprit/cfg"
)

// ctypeNamed is the type that a name in the text form stands for.
func (p *textParser) ctypeNamed(name string) *cfg.CType {
	if t := p.ctypes[name]; t != nil {
		return t
	}
	bits := p.prog.PtrBits
	t := cfg.BasicType(name, bits)
	if elem, ok := strings.CutSuffix(name, " *"); ok && t == nil {
		t = cfg.PointerTo(p.ctypeNamed(elem), bits)
		t.Text = name
	} else if base, dims := splitDims(name); dims != nil && t == nil {
		t = p.ctypeNamed(base)
		for i := len(dims) - 1; i >= 0; i-- {
			t = cfg.ArrayOf(t, dims[i])
		}
	} else if t == nil {
		t = &cfg.CType{Text: name}
	}
	if p.ctypes == nil {
		p.ctypes = map[string]*cfg.CType{}
	}
	p.ctypes[name] = t
	return t
}

// splitDims splits "T [2][3]"; dims is nil if the name is not of this form.
func splitDims(name string) (base string, dims []uint64) {
	i := len(name)
	for strings.HasSuffix(name[:i], "]") {
		open := strings.LastIndexByte(name[:i], '[')
		if open < 0 {
			return name, nil
		}
		n, err := strconv.ParseUint(name[open+1:i-1], 10, 64)
		if err != nil {
			return name, nil
		}
		dims = append([]uint64{n}, dims...)
		i = open
	}
	if dims == nil || i == 0 || name[i-1] != ' ' {
		return name, nil
	}
	return name[:i-1], dims
}

// declareCType makes the type of a ctype line; what it is made of follows in
// the last pass.
func (p *textParser) declareCType() {
	p.next()
	name := p.str()
	text := name
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		if _, err := strconv.Atoi(name[i+1:]); err == nil {
			text = name[:i]
		}
	}
	if p.ctypes == nil {
		p.ctypes = map[string]*cfg.CType{}
	}
	if p.ctypes[name] != nil {
		p.fail("a second type %q", name)
	}
	t := &cfg.CType{Text: text}
	p.ctypes[name] = t
	p.kindAndSize(t)
	for p.tok != "" {
		p.next()
	}
}

func (p *textParser) kindAndSize(t *cfg.CType) {
	for t.Kind = cfg.COpaque; t.Kind.String() != p.tok; t.Kind++ {
		if t.Kind == cfg.CComposite {
			p.fail("%q where a kind of type was expected", p.tok)
		}
	}
	p.next()
	t.Size = uint64(p.number())
}

// defineCType reads a ctype line.
func (p *textParser) defineCType() {
	p.next()
	t := p.ctypes[p.str()]
	p.kindAndSize(t)
	t.Signed = p.accept("signed")
	t.Char = p.accept("char")
	if p.accept("len") {
		t.Len = uint64(p.number())
	}
	if p.isString() {
		t.Elem = p.ctypeNamed(p.str())
	}
	if !p.accept("{") {
		return
	}
	for !p.accept("}") {
		m := cfg.Member{Name: p.str(), Offset: uint64(p.number())}
		if p.accept("bits") {
			m.Bits = p.number()
		}
		m.Type = p.ctypeNamed(p.str())
		t.Members = append(t.Members, m)
		p.accept(",")
	}
}

// reason reads what follows "because".
func (p *textParser) reason() (r cfg.Reason) {
	for r.Kind = cfg.NoReason + 1; r.Kind.String() != p.tok; r.Kind++ {
		if r.Kind == cfg.Undefined {
			p.fail("%q where a reason was expected", p.tok)
		}
	}
	p.next()
	if p.accept("of") {
		r.Name = p.str()
	}
	if p.accept("size") {
		r.Size = uint64(p.number())
	}
	if p.isString() {
		r.Text = p.str()
	}
	return r
}
