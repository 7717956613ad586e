package cfg

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Whole programs; print.go has expressions and statements.

// String is the whole program in the text form.
func (p *Program) String() string {
	var b strings.Builder
	Print(&b, p)
	return b.String()
}

// Print writes the text form of the program.
func Print(w io.Writer, prog *Program) error {
	pp := &progPrinter{printer: printer{dup: map[string]bool{}}, file: prog.File}
	seen := map[string]bool{}
	count := func(class, name string) {
		k := class + " " + name
		pp.dup[k] = pp.dup[k] || seen[k]
		seen[k] = true
	}
	for _, v := range prog.Vars {
		count("v", v.Name)
	}
	for _, o := range prog.Objects {
		count("o", o.Name)
	}
	for _, f := range prog.Procs {
		count("p", f.Name)
	}
	pp.program(prog)
	b := bufio.NewWriter(w)
	b.WriteString(pp.String())
	return b.Flush()
}

// progPrinter writes declarations.
type progPrinter struct {
	printer
	file     string
	ctype    map[*CType]string
	nextEdge int
}

func (p *progPrinter) program(prog *Program) {
	fmt.Fprintf(p, "program %q %d", prog.File, prog.PtrBits)
	if prog.Apart {
		p.WriteString(" apart")
	}
	if prog.Initialised {
		p.WriteString(" initialised")
	}
	p.WriteByte('\n')
	p.ctypes(prog)
	for _, o := range prog.Objects {
		fmt.Fprintf(p, "object %s %d align %d", p.name("o", o.Name, o.ID), o.Size, o.Align)
		if o.Const {
			p.WriteString(" const")
		}
		if o.Outside {
			p.WriteString(" outside")
		}
		if o.Elem != (Type{}) {
			fmt.Fprintf(p, " elem %v", o.Elem)
		}
		p.attributes(o.CType, o.Proc, o.Pos)
	}
	for _, r := range prog.Regions {
		fmt.Fprintf(p, "region %s cell %d\n", quoteName(r.Name), r.Cell)
	}
	for _, v := range prog.Vars {
		fmt.Fprintf(p, "var %s %v", p.varName(v), v.Type)
		if v.Signed {
			p.WriteString(" signed")
		}
		if v.Temp {
			p.WriteString(" temp")
		}
		if v.Converted {
			p.WriteString(" converted")
		}
		p.attributes(v.CType, v.Proc, v.Pos)
	}
	locs, edges := map[*Proc][]*Loc{}, map[*Proc][]*Edge{}
	for _, l := range prog.Locs {
		locs[l.Proc] = append(locs[l.Proc], l)
	}
	for _, e := range prog.Edges {
		edges[e.From.Proc] = append(edges[e.From.Proc], e)
	}
	for _, f := range prog.Procs {
		p.proc(f, locs[f], edges[f])
	}
	if prog.Main != nil {
		fmt.Fprintf(p, "main %s\n", p.procName(prog.Main))
	}
	if prog.HeapTop != nil {
		fmt.Fprintf(p, "heaptop %s\n", p.varName(prog.HeapTop))
	}
	for _, n := range prog.Notes {
		assumed := ""
		if n.Assumed {
			assumed = " assumed"
		}
		if n.Fails {
			assumed += " fails"
		}
		fmt.Fprintf(p, "note%s %q%s\n", p.pos(n.Pos), n.Text, assumed)
	}
}

// attributes ends the line of a variable or an object.
func (p *progPrinter) attributes(ctype *CType, f *Proc, pos Pos) {
	if ctype != nil {
		fmt.Fprintf(p, " type %q", p.ctype[ctype])
	}
	if f != nil {
		p.WriteString(" proc " + p.procName(f))
	}
	p.WriteString(p.pos(pos) + "\n")
}

// pos is " line:col-line:col", after the file if it is not the main one.
func (p *progPrinter) pos(pos Pos) string {
	if pos == (Pos{}) {
		return ""
	}
	s := " "
	if pos.File != p.file {
		s += strconv.Quote(pos.File) + " "
	}
	return s + fmt.Sprintf("%d:%d-%d:%d", pos.Line, pos.Col, pos.EndLine, pos.EndCol)
}

func (p *progPrinter) proc(f *Proc, locs []*Loc, edges []*Edge) {
	fmt.Fprintf(p, "proc %s", p.procName(f))
	if len(f.Params) > 0 {
		p.WriteString(" params")
		for _, v := range f.Params {
			p.WriteString(" " + p.varName(v))
		}
	}
	if f.Ret != nil {
		p.WriteString(" ret " + p.varName(f.Ret))
	}
	if f.Entry != nil {
		fmt.Fprintf(p, " entry %d", f.Entry.ID)
	}
	if f.Exit != nil {
		fmt.Fprintf(p, " exit %d", f.Exit.ID)
	}
	p.WriteString(p.pos(f.Pos) + "\n")
	for _, l := range locs {
		bare := l.Kind == Plain && l.Reason == (Reason{}) && l.Property == "" && !l.LoopHead && l.Pos == (Pos{})
		if bare && (l == f.Entry || l == f.Exit || len(l.In)+len(l.Out) > 0) {
			continue
		}
		fmt.Fprintf(p, "  loc %d", l.ID)
		if l.Kind != Plain {
			p.WriteString(" " + l.Kind.String())
		}
		if l.LoopHead {
			p.WriteString(" loop")
		}
		p.WriteString(p.pos(l.Pos))
		if l.Property != "" {
			p.WriteString(" property " + strconv.Quote(l.Property))
		}
		p.reason(l.Reason)
		p.WriteString("\n")
	}
	for _, e := range edges {
		p.WriteString("  ")
		if e.ID != p.nextEdge {
			fmt.Fprintf(p, "e%d ", e.ID)
		}
		p.nextEdge = e.ID + 1
		fmt.Fprintf(p, "%d -> %d: ", e.From.ID, e.To.ID)
		p.stmt(e.Stmt)
		if e.Role != RoleUser || e.Text != "" || e.Pos != (Pos{}) || e.Call != nil {
			p.WriteString(" #")
			if e.Role != RoleUser {
				p.WriteString(" " + e.Role.String())
			}
			p.WriteString(p.pos(e.Pos))
			if e.Text != "" {
				p.WriteString(" " + strconv.Quote(e.Text))
			}
			if e.Negated {
				p.WriteString(" negated")
			}
			p.callSite(e.Call)
		}
		p.WriteString("\n")
	}
	p.WriteString("end\n")
}

func (p *progPrinter) callSite(c *CallSite) {
	if c == nil {
		return
	}
	p.WriteString(" calls " + strconv.Quote(c.Func))
	if c.Stdin {
		p.WriteString(" stdin")
	}
	if c.Writes {
		p.WriteString(" writes")
	}
	if c.Formatted {
		p.WriteString(" format " + strconv.Quote(c.Format))
	}
}

// Dot writes a program as a graph for Graphviz: one cluster per procedure,
// error locations in red, loop heads with a double border.
func Dot(w io.Writer, p *Program) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph program {\n  node [shape=circle, fontname=monospace]; edge [fontname=monospace];\n")
	for _, f := range p.Procs {
		fmt.Fprintf(b, "  subgraph cluster_%d {\n    label=%s;\n", f.ID, strconv.Quote(f.Name))
		for _, l := range p.Locs {
			if l.Proc != f {
				continue
			}
			style := ""
			switch {
			case l.Kind == Error:
				style = ", style=filled, fillcolor=salmon"
			case l.Kind == Unsupported:
				style = ", style=filled, fillcolor=lightgrey"
			case l.LoopHead:
				style = ", peripheries=2"
			}
			fmt.Fprintf(b, "    L%d [label=\"%d\"%s];\n", l.ID, l.ID, style)
		}
		fmt.Fprintf(b, "  }\n")
	}
	for _, e := range p.Edges {
		label := e.Text
		if label == "" {
			label = fmt.Sprint(e.Stmt)
		}
		fmt.Fprintf(b, "  L%d -> L%d [label=%s];\n", e.From.ID, e.To.ID, strconv.Quote(label))
	}
	fmt.Fprintf(b, "}\n")
	return b.Flush()
}

// reason writes the reason of a location.
func (p *progPrinter) reason(r Reason) {
	if r.Kind == NoReason {
		return
	}
	p.WriteString(" because " + r.Kind.String())
	if r.Name != "" {
		p.WriteString(" of " + strconv.Quote(r.Name))
	}
	if r.Size != 0 {
		fmt.Fprintf(p, " size %d", r.Size)
	}
	if r.Text != "" {
		p.WriteString(" " + strconv.Quote(r.Text))
	}
}

// ctypes writes the declarations of the types of variables and objects.
func (p *progPrinter) ctypes(prog *Program) {
	c := &ctypeNames{bits: prog.PtrBits, name: map[*CType]string{}, taken: map[string]*CType{}}
	for _, o := range prog.Objects {
		c.add(o.CType)
	}
	for _, v := range prog.Vars {
		c.add(v.CType)
	}
	for _, t := range c.order {
		fmt.Fprintf(p, "ctype %q %v %d", c.name[t], t.Kind, t.Size)
		if t.Signed {
			p.WriteString(" signed")
		}
		if t.Char {
			p.WriteString(" char")
		}
		if t.Kind == CArray {
			fmt.Fprintf(p, " len %d", t.Len)
		}
		if t.Elem != nil {
			fmt.Fprintf(p, " %q", c.name[t.Elem])
		}
		if len(t.Members) > 0 {
			p.WriteString(" {")
			for i, m := range t.Members {
				if i > 0 {
					p.WriteString(",")
				}
				fmt.Fprintf(p, " %q %d", m.Name, m.Offset)
				if m.Bits > 0 {
					fmt.Fprintf(p, " bits %d", m.Bits)
				}
				fmt.Fprintf(p, " %q", c.name[m.Type])
			}
			p.WriteString(" }")
		}
		p.WriteString("\n")
	}
	p.ctype = c.name
}
