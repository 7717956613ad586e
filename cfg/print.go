package cfg

import (
	"fmt"
	"strconv"
	"strings"

	"culprit/internal/ieee"
)

// The text form of programs. Print writes it and Parse reads it; nothing is
// lost but Program.Sources and the order of Proc.Locals, which become the
// variables of the procedure by id. An example:
//
//	program "a.c" 64
//	object buf 40 align 4 elem i32 type "int[10]"
//	region buf cell 32
//	var g i32 signed
//	proc main ret r entry 0 exit 9
//	  var r i32 signed type "int"
//	  var p i64 proc main
//	  loc 7 error "assertion"
//	  0 -> 1: p := &buf .+ 4 # init 3:5-3:9 "p = buf + 1"
//	  1 -> 2: i32[p]@0 := g + 1
//	  2 -> 3: nondet g "input"
//	  3 -> 4: assume (i32[p]@0 <=s g) && !(p == 0)
//	  3 -> 7: assume g == -1
//	  4 -> 9: call f(g, zext64(g))
//	  9 -> 9: return
//	end
//	main main
//
// A library call is "r := lib printf(&fmt, g, 3:i32)@2@5", without "r :=" if
// its result is not used; the arguments show their types, and its regions
// follow.
//
// Names that are not unique get a suffix #id, names that are not made of
// letters, digits, '_', '$', '.' and ':' are quoted by '. Inside a procedure
// "var" declares a local. Locations are numbers; those with a kind, a
// position or a loop mark have a "loc" line. Edges are numbered in the order
// of the text; "e7" before an edge continues the count at 7. What
// follows # is the role (user by default), source range and source text.
//
// Every binary operation inside another expression is in parentheses. The
// letter after an operator says unsigned or signed, a dot float, and a letter d,
// p or z that it rounds down, up or toward zero; ".+" adds an
// offset to a pointer. +s, -s, *s, <<s and sneg are the operations whose
// overflow is undefined in C (Binary.Signed). A constant takes its type from
// its surroundings or has it as a suffix (5:i8); floats are written as their
// bits (0x3f800000:f32).
// Loads are type[address]@region, addresses of objects &name and of
// procedures &&name, casts are named after their operation and target width.

// unaryNames and castNames are the function-like operators.
var unaryNames = map[Op]string{
	FNeg: "fneg", FIsNaN: "fisnan", FIsInf: "fisinf", FSqrt: "fsqrt", FAbs: "fabs",
	FFloor: "ffloor", FCeil: "fceil", FTruncF: "ftrunc", FRound: "fround",
}

var castNames = map[Op]string{
	ZExt: "zext", SExt: "sext", Trunc: "trunc", BoolToBits: "bits", BitsToBool: "tobool", SToF: "stof", UToF: "utof",
	FToS: "ftos", FToU: "ftou", FToF: "ftof", FToBits: "fbits", BitsToF: "bitsf",
}

var binaryNames = map[Op]string{
	Add: "+", Sub: "-", Mul: "*", UDiv: "/u", SDiv: "/s", URem: "%u", SRem: "%s", And: "&", Or: "|", Xor: "^",
	Shl: "<<", LShr: ">>u", AShr: ">>s", PtrAdd: ".+", Eq: "==", Ne: "!=", ULt: "<u", ULe: "<=u", SLt: "<s", SLe: "<=s",
	LAnd: "&&", LOr: "||", FAdd: "+.", FSub: "-.", FMul: "*.", FDiv: "/.", FEq: "==.", FNe: "!=.", FLt: "<.", FLe: "<=.",
}

// modeLetters follow the names of operations in directed modes.
var modeLetters = [...]string{ieee.Down: "d", ieee.Up: "p", ieee.Zero: "z"}

func init() {
	for _, op := range rounding {
		for m := ieee.Down; m <= ieee.Zero; m++ {
			for _, names := range []map[Op]string{binaryNames, unaryNames, castNames} {
				if name, ok := names[op]; ok {
					names[op.Directed(m)] = name + modeLetters[m]
				}
			}
		}
	}
}

// Ops are the operators by their names in the text form: those that stand
// between their operands, those that are written like functions, and casts,
// whose name the target width follows.
func Ops() (binary, unary, casts map[string]Op) {
	invert := func(m map[Op]string) map[string]Op {
		out := make(map[string]Op, len(m))
		for op, name := range m {
			out[name] = op
		}
		return out
	}
	return invert(binaryNames), invert(unaryNames), invert(castNames)
}

// String is the name of the operator in the text form.
func (op Op) String() string {
	if op == OpInvalid || op >= numOps {
		return fmt.Sprintf("op%d", uint8(op))
	}
	for _, m := range []map[Op]string{binaryNames, unaryNames, castNames} {
		if s, ok := m[op]; ok {
			return s
		}
	}
	switch op {
	case Neg:
		return "-"
	case Not:
		return "~"
	case LNot:
		return "!"
	}
	panic("cfg: operator without name")
}

// printer writes expressions and statements.
type printer struct {
	strings.Builder
	dup      map[string]bool // "v x", "o x", "p x" for ambiguous names
	numbered bool            // all names are ambiguous
}

// quoteName writes a name so that the parser reads it as one token.
func quoteName(s string) string {
	plain := s != "" && s != "true" && s != "false"
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		letter := c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		plain = letter || i > 0 && (c >= '0' && c <= '9' || c == '.' || c == ':')
	}
	if plain && s[len(s)-1] != ':' {
		return s
	}
	q := strconv.Quote(s)
	return "'" + strings.ReplaceAll(q[1:len(q)-1], "'", `\x27`) + "'"
}

func (p *printer) name(class, s string, id int) string {
	q := quoteName(s)
	if p.numbered || p.dup[class+" "+s] {
		q += "#" + strconv.Itoa(id)
	}
	return q
}

func (p *printer) varName(v *Var) string {
	if v == nil {
		return "<nil>"
	}
	return p.name("v", v.Name, v.ID)
}

func (p *printer) procName(f *Proc) string {
	if f == nil {
		return "<nil>"
	}
	return p.name("p", f.Name, f.ID)
}

// selfTyped reports whether the printed e shows its type.
func selfTyped(e Expr) bool {
	switch e := e.(type) {
	case *Const:
		return e.T.Kind == Bool
	case *Unary:
		switch e.Op {
		case Neg, Not:
			return selfTyped(e.X)
		case FIsNaN, FIsInf, LNot:
			return true
		}
		return selfTyped(e.X)
	case *Binary:
		if e.T.Kind == Bool || e.Op == PtrAdd {
			return true
		}
		return selfTyped(e.X) || selfTyped(e.Y)
	case *Ite:
		return selfTyped(e.Then) || selfTyped(e.Else)
	}
	return true
}

// expr prints e; known says that its type follows from its surroundings.
// nested says that an operator surrounds it.
func (p *printer) expr(e Expr, known, nested bool) {
	switch e := e.(type) {
	case *Const:
		p.constant(e, known)
	case *VarRef:
		p.WriteString(p.varName(e.V))
	case *AddrOf:
		p.WriteString("&" + p.name("o", e.Obj.Name, e.Obj.ID))
	case *FuncAddr:
		p.WriteString("&&" + p.procName(e.Proc))
	case *Unary:
		if name, ok := unaryNames[e.Op]; ok {
			p.WriteString(name + "(")
			p.expr(e.X, known && e.Op != FIsNaN && e.Op != FIsInf, false)
			p.WriteString(")")
			return
		}
		if e.Signed {
			p.WriteString("sneg(")
			p.expr(e.X, known, false)
			p.WriteString(")")
			return
		}
		p.WriteString(e.Op.String())
		_, literal := e.X.(*Const)
		if _, unary := e.X.(*Unary); unary || literal {
			p.WriteString("(")
			p.expr(e.X, known, false)
			p.WriteString(")")
			return
		}
		p.expr(e.X, known, true)
	case *Binary:
		if nested {
			p.WriteString("(")
		}
		// The offset of a pointer has pointer width; both sides of other
		// operators have the same type.
		if e.Op == PtrAdd || e.Op == LAnd || e.Op == LOr {
			p.expr(e.X, true, true)
			p.WriteString(" " + e.Op.String() + " ")
			p.expr(e.Y, true, true)
		} else {
			known := known && e.T.Kind != Bool
			p.expr(e.X, known || selfTyped(e.Y), true)
			p.WriteString(" " + e.Op.String())
			if e.Signed {
				p.WriteString("s")
			}
			p.WriteString(" ")
			p.expr(e.Y, known || selfTyped(e.X) || !selfTyped(e.Y), true)
		}
		if nested {
			p.WriteString(")")
		}
	case *Cast:
		p.WriteString(castNames[e.Op])
		if e.T.Kind != Bool {
			p.WriteString(strconv.Itoa(e.T.Width()))
		}
		p.WriteString("(")
		p.expr(e.X, false, false)
		p.WriteString(")")
	case *Ite:
		p.WriteString("(")
		p.expr(e.Cond, true, true)
		p.WriteString(" ? ")
		p.expr(e.Then, known || selfTyped(e.Else), true)
		p.WriteString(" : ")
		p.expr(e.Else, known || selfTyped(e.Then) || !selfTyped(e.Else), true)
		p.WriteString(")")
	case *Load:
		p.WriteString(e.T.String())
		p.address(e.Addr, e.Region)
	default:
		fmt.Fprintf(p, "<%T>", e)
	}
}

func (p *printer) constant(e *Const, known bool) {
	switch {
	case e.T.Kind == Bool:
		p.WriteString(strconv.FormatBool(e.V&1 != 0))
		return
	case e.T.Kind == Float:
		fmt.Fprintf(p, "%#x", e.V)
	default:
		v := SignExtend(e.V, e.T.Width())
		switch {
		case e.V != Mask(e.V, e.T.Width()):
			fmt.Fprintf(p, "<bad %#x>", e.V)
		case v < 0 && v >= -1<<31:
			p.WriteString(strconv.FormatInt(v, 10))
		default:
			p.WriteString(strconv.FormatUint(e.V, 10))
		}
	}
	if !known || e.T.Kind == Float {
		p.WriteString(":" + e.T.String())
	}
}

// address prints [addr]@region.
func (p *printer) address(addr Expr, r *Region) {
	p.WriteString("[")
	p.expr(addr, true, false)
	p.WriteString("]")
	p.region(r)
}

func (p *printer) region(r *Region) {
	if r != nil {
		fmt.Fprintf(p, "@%d", r.ID)
	}
}

func (k HavocKind) String() string { return [...]string{"nondet", "uninit", "unknown"}[k] }

func (p *printer) args(args []Expr, known bool) {
	for i, a := range args {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(a, known, false)
	}
}

// question prints what an unknown value is determined by.
func (p *printer) question(q *Question) {
	if q == nil {
		return
	}
	p.WriteString(" asks(" + strconv.Itoa(q.ID) + ", " + strconv.Quote(q.Func) + ", ")
	p.args(q.Args, false)
	p.WriteString(")")
}

// put prints the parts of a statement: texts, expressions, and the regions of what
// stands before them.
func (p *printer) put(parts ...any) {
	for _, x := range parts {
		switch x := x.(type) {
		case string:
			p.WriteString(x)
		case *Region:
			p.region(x)
		case Expr:
			p.expr(x, true, false)
		}
	}
}

// flag prints a word if it applies.
func (p *printer) flag(is bool, word string) {
	if is {
		p.WriteString(word)
	}
}

// stmt prints s.
func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		p.put(p.varName(s.Dst), " := ", s.Src)
	case *Havoc:
		p.put(s.Kind.String(), " ", p.varName(s.Dst))
		p.flag(s.Func != "", " "+strconv.Quote(s.Func))
		p.question(s.Asks)
	case *Assume:
		p.put("assume ", s.Cond)
	case *Store:
		p.put(s.Val.Type().String())
		p.address(s.Addr, s.Region)
		p.put(" := ", s.Val)
	case *MemCopy:
		p.put("memcpy(", s.Dst, s.DstRegion, ", ", s.Src, s.SrcRegion, ", ", s.Size, ")")
	case *MemSet:
		p.put("memset(", s.Dst, s.Region, ", ", s.Val, ", ", s.Size, ")")
	case *MemHavoc:
		p.put("memhavoc(", s.Dst, s.Region, ", ", s.Size, ", ", s.Kind.String(), ")")
		p.question(s.Asks)
		if t := s.Text; t != nil {
			p.put(" text(", strconv.Itoa(t.ID), ", ", strconv.Quote(t.Never))
			p.flag(t.Last, " last")
			p.put(")")
		}
	case *Alloc:
		p.put(p.varName(s.Dst), " := alloc(", s.Size, ")", s.Region)
		p.flag(s.Align > 0, " align "+strconv.FormatUint(s.Align, 10))
		p.flag(s.Zero, " zero")
		p.flag(s.Lib, " lib")
		p.flag(s.Stack, " stack")
	case *Free:
		p.put("free(", s.Ptr, ")")
		p.flag(s.Stack, " stack")
	case *Call:
		p.put("call ", p.procName(s.Proc), "(")
		p.args(s.Args, true)
		p.put(")")
	case *Lib:
		if s.Dst != nil {
			p.put(p.varName(s.Dst), " := ")
		}
		p.put("lib ", quoteName(s.Func), "(")
		p.args(s.Args, false)
		p.put(")")
		for _, r := range s.Regions {
			p.region(r)
		}
	case *Return:
		p.put("return")
	case *Skip:
		p.put("skip")
	default:
		fmt.Fprintf(p, "<%T>", s)
	}
}

// ExprString is the text form of an expression.
func ExprString(e Expr) string {
	var p printer
	p.expr(e, false, false)
	return p.String()
}

// Key is a text that only equal expressions of one program share: other than in
// ExprString, variables of different procedures differ although they have the
// same name.
func Key(e Expr) string {
	p := printer{numbered: true}
	p.expr(e, false, false)
	return p.String()
}

// StmtString is the text form of a statement.
func StmtString(s Stmt) string {
	var p printer
	p.stmt(s)
	return p.String()
}

func (e *Const) String() string    { return ExprString(e) }
func (e *VarRef) String() string   { return ExprString(e) }
func (e *AddrOf) String() string   { return ExprString(e) }
func (e *FuncAddr) String() string { return ExprString(e) }
func (e *Unary) String() string    { return ExprString(e) }
func (e *Binary) String() string   { return ExprString(e) }
func (e *Cast) String() string     { return ExprString(e) }
func (e *Ite) String() string      { return ExprString(e) }
func (e *Load) String() string     { return ExprString(e) }

func (s *Assign) String() string   { return StmtString(s) }
func (s *Havoc) String() string    { return StmtString(s) }
func (s *Assume) String() string   { return StmtString(s) }
func (s *Store) String() string    { return StmtString(s) }
func (s *MemCopy) String() string  { return StmtString(s) }
func (s *MemSet) String() string   { return StmtString(s) }
func (s *MemHavoc) String() string { return StmtString(s) }
func (s *Alloc) String() string    { return StmtString(s) }
func (s *Free) String() string     { return StmtString(s) }
func (s *Call) String() string     { return StmtString(s) }
func (s *Lib) String() string      { return StmtString(s) }
func (s *Return) String() string   { return StmtString(s) }
func (s *Skip) String() string     { return StmtString(s) }

// String shows the edge without its source text.
func (e *Edge) String() string {
	return fmt.Sprintf("%d -> %d: %v", e.From.ID, e.To.ID, e.Stmt)
}

func (l *Loc) String() string { return "L" + strconv.Itoa(l.ID) }

func (r Role) String() string { return [...]string{"user", "init", "implicit"}[r] }

func (k LocKind) String() string { return [...]string{"plain", "error", "unsupported"}[k] }
