package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// Calls of sscanf with a literal format are lowered directive by directive, so
// that they find in the string what the library finds.

// scanning is a call of sscanf under way.
type scanning struct {
	*fn
	c    *call
	at   *cfg.Var // where in the string it is
	from cfg.Expr // the string
	r    *cfg.Var // the result
	done uint64   // conversions so far
	end  *cfg.Loc
}

// sscanfCall lowers a call of sscanf; ok is false if its format is not known, or
// has conversions that are not computed.
func sscanfCall(f *fn, c *call) (r callResult, ok bool) {
	text, ok := literalText(f.arg(c, 1))
	if !ok {
		return r, false
	}
	ps, ok := clib.ScanParts(text)
	if !ok {
		return r, false
	}
	for _, p := range ps {
		if p.Conv != 0 && (strings.IndexByte("diuxXoscn[", p.Conv) < 0 || p.Alloc || p.Wide()) {
			return r, false
		}
	}
	if f.l.procs.named[preludePrefix+"scan_int"] == nil {
		return r, false
	}
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c), true
	}
	tt := f.l.tt
	s := &scanning{fn: f, c: c, from: f.conv(vs[0], tt.charPtr), at: f.temp(tt.charPtr), r: f.temp(tt.intT), end: f.newLoc(cfg.Pos{})}
	f.required(c, vs)
	s.move(s.from)
	next := 2
	for _, p := range ps {
		var to *val
		if p.Conv != 0 && !p.Suppress {
			if next >= len(vs) || vs[next].t.k != kPtr {
				f.fail(c.x, "call of %s", c.name)
			}
			to = &vs[next]
			next++
		}
		s.piece(p, to)
	}
	s.stop(s.done)
	f.start(s.end)
	return give(val{e: &cfg.VarRef{V: s.r}, t: tt.intT}), true
}

// move goes on at p.
func (s *scanning) move(p cfg.Expr) {
	s.emit(&cfg.Assign{Dst: s.at, Src: p}, span{pos: s.c.at.pos}, cfg.RoleImplicit)
}

// stop ends the call with a result.
func (s *scanning) stop(n uint64) {
	s.emit(&cfg.Assign{Dst: s.r, Src: konst(s.r.Type, n)}, s.c.at, cfg.RoleUser)
	s.jump(s.end)
}

// unless ends the call with a result where a condition holds.
func (s *scanning) unless(bad cfg.Expr, n uint64) {
	no, yes := s.newLoc(cfg.Pos{}), s.newLoc(cfg.Pos{})
	s.fork(bad, no, yes, span{pos: s.c.at.pos})
	s.start(no)
	s.stop(n)
	s.start(yes)
}

// more ends the call where the string does.
func (s *scanning) more() {
	n := s.done
	if n == 0 {
		n = ^uint64(0)
	}
	s.unless(binary(cfg.Eq, s.current(), konst(cfg.BV(8), 0)), n)
}

func (s *scanning) current() cfg.Expr {
	return s.load(place{t: s.l.tt.uchar, addr: &cfg.VarRef{V: s.at}}).e
}

// run calls a function of the prelude and returns its result.
func (s *scanning) run(name string, args ...val) cfg.Expr {
	pr := s.l.procs.named[preludePrefix+name]
	s.enter(pr, append([]val{{e: &cfg.VarRef{V: s.at}, t: s.l.tt.charPtr}}, args...), s.c.at)
	return s.let(&cfg.VarRef{V: pr.p.Ret})
}

func (s *scanning) number(n uint64) val {
	return val{e: konst(cfg.BV(32), n), t: s.l.tt.intT}
}

// piece lowers one part of the format.
func (s *scanning) piece(p clib.ScanPart, to *val) {
	if s.dead() {
		return
	}
	if p.Space || p.Conv != 0 && strings.IndexByte("cn[", p.Conv) < 0 {
		s.move(s.run("scan_space"))
	}
	switch {
	case p.Space:
		return
	case p.Literal != 0:
		s.more()
		s.unless(binary(cfg.Ne, s.current(), konst(cfg.BV(8), uint64(p.Literal))), s.done)
		s.move(s.offset(&cfg.VarRef{V: s.at}, 1))
		return
	case p.Conv == 'n':
		if to != nil {
			n := binary(cfg.Sub, &cfg.VarRef{V: s.at}, s.from)
			s.assigned(p, *to, val{e: n, t: s.l.tt.size})
		}
		return
	}
	s.more()
	switch p.Conv {
	case 's', '[', 'c':
		s.text(p, to)
	default:
		s.integer(p, to)
	}
	if to != nil {
		s.done++
	}
}

// text lowers %s, %[ and %c.
func (s *scanning) text(p clib.ScanPart, to *val) {
	tt := s.l.tt
	width := s.number(fixed(p.Width))
	var n cfg.Expr
	switch p.Conv {
	case 's':
		n = s.run("scan_word", width)
	case 'c':
		n = s.run(boundedHelper, val{e: s.sizeConst(max(fixed(p.Width), 1)), t: tt.size})
	default:
		members := [256]uint64{}
		for i, in := range p.Set {
			if in && i > 0 {
				members[i] = 1
			}
		}
		table := s.stringOf(members[:], tt.char, cfg.Pos{})
		n = s.run("scan_set", width, val{e: table.addr, t: tt.charPtr})
		s.unless(binary(cfg.Eq, n, konst(n.Type(), 0)), s.done)
	}
	n = s.let(n)
	if to != nil {
		d := s.conv(*to, tt.charPtr)
		s.emit(&cfg.MemCopy{Dst: d, Src: &cfg.VarRef{V: s.at}, Size: n}, s.c.at, cfg.RoleUser)
		if p.Conv != 'c' {
			s.emit(&cfg.Store{Addr: binary(cfg.PtrAdd, d, n), Val: konst(cfg.BV(8), 0)}, s.c.at, cfg.RoleUser)
		}
	}
	s.move(binary(cfg.PtrAdd, &cfg.VarRef{V: s.at}, n))
}

// integer lowers %d and its like.
func (s *scanning) integer(p clib.ScanPart, to *val) {
	tt := s.l.tt
	base := map[byte]uint64{'d': 10, 'u': 10, 'o': 8, 'x': 16, 'X': 16}[p.Conv]
	signed := p.Conv == 'd' || p.Conv == 'i'
	bits := tt.long.bits
	if p.Length == clib.LenLongLong || p.Length == clib.LenMax {
		bits = 64
	}
	most := cfg.Mask(^uint64(0), bits)
	if signed {
		most >>= 1
	}
	sign := uint64(0)
	if signed {
		sign = 1
	}
	v := s.memoryTemp(tt.ullong)
	next := s.run("scan_int", s.number(base), s.number(fixed(p.Width)), val{e: konst(cfg.BV(64), most), t: tt.ullong}, s.number(sign), val{e: v.addr, t: tt.ptrTo(tt.ullong)})
	s.unless(binary(cfg.Eq, next, konst(next.Type(), 0)), s.done)
	if to != nil {
		s.assigned(p, *to, s.load(v))
	}
	s.move(next)
}

// assigned stores an integer through the pointer that the conversion takes.
func (s *scanning) assigned(p clib.ScanPart, to, v val) {
	tt := s.l.tt
	t := map[int]*ctype{1: tt.schar, 2: tt.short, 4: tt.intT, 8: tt.llong}[p.Length.Bytes(int(tt.voidPtr.size))]
	s.store(place{t: t, addr: to.e}, val{e: s.conv(v, t), t: t}, s.c.at, cfg.RoleUser)
}

// scanHelpers are the functions of the prelude that sscanf needs.
var scanHelpers = []string{"scan_space", "scan_word", "scan_set", "scan_int"}
