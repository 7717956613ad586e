package logic

import (
	"bufio"
	"fmt"
	"strings"
)

// letDepth is the nesting of printed expressions below which subterms are bound by let.
const letDepth = 100

// String gives t in SMT-LIB 2 syntax; subterms used more than once are bound by let.
func (tb *Table) String(t T) string {
	var b strings.Builder
	p := printer{tb: tb, w: bufio.NewWriter(&b)}
	p.term(t)
	p.w.Flush()
	return b.String()
}

type printer struct {
	tb  *Table
	w   *bufio.Writer
	let map[T]string

	twice map[string]bool // names of variables of several sorts
}

// term prints t, after binding by let what occurs more than once or lies too deep.
func (p *printer) term(t T) {
	tb := p.tb
	cone := tb.Cone(t)
	uses := make(map[T]int, len(cone))
	depth := make(map[T]int, len(cone))
	p.let = map[T]string{}
	bound := 0
	prefix := "?"
	seen := map[string]bool{}
	p.twice = map[string]bool{}
	for _, x := range cone {
		if tb.nodes[x].op == OpVar {
			name := tb.names[tb.nodes[x].aux]
			for strings.HasPrefix(name, prefix) {
				prefix += "?"
			}
			p.twice[name] = seen[name]
			seen[name] = true
		}
		for _, a := range tb.Args(x) {
			uses[a]++
		}
	}
	for _, x := range cone {
		nd := &tb.nodes[x]
		if nd.n == 0 {
			continue
		}
		d := 0
		for _, a := range tb.Args(x) {
			d = max(d, depth[a]+1)
		}
		if x != t && (uses[x] > 1 || d >= letDepth) {
			name := fmt.Sprintf("%s%d", prefix, bound+1)
			fmt.Fprintf(p.w, "(let ((%s ", name)
			p.expr(x)
			p.w.WriteString(")) ")
			p.let[x] = name
			bound++
			d = 0
		}
		depth[x] = d
	}
	p.expr(t)
	for range bound {
		p.w.WriteByte(')')
	}
}

func (p *printer) expr(t T) {
	if name, ok := p.let[t]; ok {
		p.w.WriteString(name)
		return
	}
	tb := p.tb
	nd := &tb.nodes[t]
	args := tb.Args(t)
	switch nd.op {
	case OpFalse, OpTrue:
		p.w.WriteString(nd.op.String())
		return
	case OpConst:
		if nd.sort.W%4 == 0 {
			fmt.Fprintf(p.w, "#x%0*x", nd.sort.W/4, nd.aux)
		} else {
			fmt.Fprintf(p.w, "#b%0*b", nd.sort.W, nd.aux)
		}
		return
	case OpVar:
		if name := tb.names[nd.aux]; p.twice[name] {
			fmt.Fprintf(p.w, "(as %s %s)", quote(name), nd.sort)
		} else {
			p.w.WriteString(quote(name))
		}
		return
	case OpApply:
		p.w.WriteString("(" + quote(tb.names[nd.aux]))
	case OpExtract:
		fmt.Fprintf(p.w, "((_ extract %d %d)", nd.aux>>8, nd.aux&255)
	case OpZExt, OpSExt:
		fmt.Fprintf(p.w, "((_ %s %d)", nd.op, nd.sort.W-tb.nodes[args[0]].sort.W)
	case OpFloat:
		op, m := tb.FloatOp(t)
		fmt.Fprintf(p.w, "((_ %s %d %d)", op, m, nd.sort.W)
	case OpConstArray:
		fmt.Fprintf(p.w, "((as const %s)", nd.sort)
	default:
		p.w.WriteString("(" + nd.op.String())
	}
	for _, a := range args {
		p.w.WriteByte(' ')
		p.expr(a)
	}
	p.w.WriteByte(')')
}

// quote gives an SMT-LIB symbol: |...| unless the name is a simple symbol that is not a word of ours.
func quote(name string) string {
	if name == "" || reserved[name] || name[0] >= '0' && name[0] <= '9' || name[0] == '?' {
		return "|" + name + "|"
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '!' || c == '.') {
			return "|" + name + "|"
		}
	}
	return name
}

// reserved are the words of SMT-LIB that a symbol must be quoted to be
// distinguished from.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(`
		and or xor not => = distinct bvadd bvmul bvand bvor bvxor bvsub bvudiv bvsdiv bvurem bvsrem bvshl bvlshr
		bvashr bvult bvule bvslt bvsle bvugt bvuge bvsgt bvsge bvneg bvnot concat ite select store array.copy true
		false let _ as const extract zero_extend sign_extend assert declare-fun declare-const set-logic set-info
		set-option check-sat get-model exit
	`) {
		m[word] = true
	}
	return m
}()
