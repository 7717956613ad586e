package cfg

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// opNames are the operators as Print writes them, one name each.
var opNames = [numOps]string{
	Neg: "neg", Not: "not", LNot: "!", FNeg: "fneg",
	Add: "add", Sub: "sub", Mul: "mul", UDiv: "udiv", SDiv: "sdiv", URem: "urem", SRem: "srem",
	And: "and", Or: "or", Xor: "xor", Shl: "shl", LShr: "lshr", AShr: "ashr", PtrAdd: "ptradd",
	Eq: "eq", Ne: "ne", ULt: "ult", ULe: "ule", SLt: "slt", SLe: "sle", LAnd: "&&", LOr: "||",
	FAdd: "fadd", FSub: "fsub", FMul: "fmul", FDiv: "fdiv", FEq: "feq", FNe: "fne", FLt: "flt", FLe: "fle",
	ZExt: "zext", SExt: "sext", Trunc: "trunc", BoolToBits: "tobits", BitsToBool: "tobool",
	SToF: "stof", UToF: "utof", FToS: "ftos", FToU: "ftou", FToF: "ftof", FToBits: "fbits", BitsToF: "bitsf",
	FIsNaN: "isnan", FIsInf: "isinf", FSqrt: "sqrt", FAbs: "fabs", FFloor: "floor", FCeil: "ceil",
	FTruncF: "ftrunc", FRound: "round",
}

func (op Op) String() string {
	if op < numOps && opNames[op] != "" {
		return opNames[op]
	}
	return "op" + strconv.Itoa(int(op))
}

// ExprString writes an expression in prefix form. A cast or a load names its
// type; variables are written name#id, since names are not unique.
func ExprString(e Expr) string {
	var b strings.Builder
	writeExpr(&b, e)
	return b.String()
}

func writeExpr(b *strings.Builder, e Expr) {
	switch e := e.(type) {
	case *Const:
		fmt.Fprintf(b, "%d:%v", e.V, e.T)
	case *VarRef:
		b.WriteString(varString(e.V))
	case *AddrOf:
		fmt.Fprintf(b, "&%s@%d", quoteName(e.Obj.Name), e.Obj.ID)
	case *FuncAddr:
		fmt.Fprintf(b, "&%s()", e.Proc.Name)
	case *Unary:
		writeApp(b, e.Op.String(), e.X)
	case *Binary:
		writeApp(b, e.Op.String(), e.X, e.Y)
	case *Cast:
		writeApp(b, e.Op.String()+":"+e.T.String(), e.X)
	case *Ite:
		writeApp(b, "ite", e.Cond, e.Then, e.Else)
	case *Load:
		writeApp(b, "load:"+e.T.String()+regionString(e.Region), e.Addr)
	default:
		panic(fmt.Sprintf("cfg: unknown expression %T", e))
	}
}

func writeApp(b *strings.Builder, head string, args ...Expr) {
	b.WriteString("(" + head)
	for _, a := range args {
		b.WriteByte(' ')
		writeExpr(b, a)
	}
	b.WriteByte(')')
}

func varString(v *Var) string { return fmt.Sprintf("%s#%d", quoteName(v.Name), v.ID) }

// quoteName keeps names that are no plain words apart from the syntax.
func quoteName(s string) string {
	if s == "" || strings.ContainsAny(s, " \t\n\"()#@") {
		return strconv.Quote(s)
	}
	return s
}

func regionString(r *Region) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("@%d", r.ID)
}

func (k HavocKind) String() string { return [...]string{"nondet", "uninit", "unknown"}[k] }

func (k LocKind) String() string { return [...]string{"plain", "error", "unsupported"}[k] }

func (r Role) String() string { return [...]string{"user", "init", "implicit"}[r] }

// StmtString writes a statement: for instance "x#3 := (add x#3 1:i32)".
func StmtString(s Stmt) string {
	x := ExprString
	switch s := s.(type) {
	case *Assign:
		return varString(s.Dst) + " := " + x(s.Src)
	case *Havoc:
		return strings.TrimSpace(fmt.Sprintf("havoc %s %s %s", varString(s.Dst), s.Kind, s.Func))
	case *Assume:
		return "assume " + x(s.Cond)
	case *Store:
		return fmt.Sprintf("store:%v%s %s %s", s.Val.Type(), regionString(s.Region), x(s.Addr), x(s.Val))
	case *MemCopy:
		return fmt.Sprintf("copy%s%s %s %s %s", regionString(s.DstRegion), regionString(s.SrcRegion), x(s.Dst), x(s.Src), x(s.Size))
	case *MemSet:
		return fmt.Sprintf("set%s %s %s %s", regionString(s.Region), x(s.Dst), x(s.Val), x(s.Size))
	case *MemHavoc:
		return fmt.Sprintf("havocmem%s %s %s %s", regionString(s.Region), x(s.Dst), x(s.Size), s.Kind)
	case *Alloc:
		how := "heap"
		if s.Stack {
			how = "stack"
		}
		if s.Zero {
			how += " zero"
		}
		return fmt.Sprintf("alloc%s %s %s %s", regionString(s.Region), varString(s.Dst), x(s.Size), how)
	case *Free:
		return "free " + x(s.Ptr)
	case *Call:
		parts := []string{"call", s.Proc.Name}
		for _, a := range s.Args {
			parts = append(parts, x(a))
		}
		for i, a := range s.Extra {
			if i == 0 {
				parts = append(parts, "...")
			}
			parts = append(parts, x(a))
		}
		return strings.Join(parts, " ")
	case *Return:
		return "return"
	case *Skip:
		return "skip"
	}
	panic(fmt.Sprintf("cfg: unknown statement %T", s))
}

// Print writes a program: objects and regions, then each procedure with its
// variables and, by location, its edges.
func Print(w io.Writer, p *Program) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "program %s, pointers of %d bits\n", strconv.Quote(p.File), p.PtrBits)
	for _, r := range p.Regions {
		fmt.Fprintf(b, "region @%d %s, cells of %d bits\n", r.ID, quoteName(r.Name), r.Cell)
	}
	for _, o := range p.Objects {
		fmt.Fprintf(b, "object %s@%d at 0x%x, %d bytes, %s\n", quoteName(o.Name), o.ID, o.Addr, o.Size, quoteName(o.CType))
	}
	for _, v := range p.Vars {
		if v.Proc == nil {
			printVar(b, "global", v)
		}
	}
	byProc := make([][]*Loc, len(p.Procs))
	for _, l := range p.Locs {
		byProc[l.Proc.ID] = append(byProc[l.Proc.ID], l)
	}
	for _, f := range p.Procs {
		printProc(b, p, f, byProc[f.ID])
	}
	for _, n := range p.Notes {
		fmt.Fprintf(b, "note %s: %s\n", n.Pos, n.Text)
	}
	return b.Flush()
}

func printVar(b *bufio.Writer, what string, v *Var) {
	sign := "unsigned"
	if v.Signed {
		sign = "signed"
	}
	temp := ""
	if v.Temp {
		temp = ", temporary"
	}
	fmt.Fprintf(b, "%s %s %v %s, %s%s\n", what, varString(v), v.Type, sign, quoteName(v.CType), temp)
}

func printProc(b *bufio.Writer, p *Program, f *Proc, locs []*Loc) {
	head := "procedure"
	if f == p.Main {
		head = "main procedure"
	}
	fmt.Fprintf(b, "%s %s at 0x%x\n", head, f.Name, f.Addr)
	for _, v := range f.Params {
		printVar(b, "  parameter", v)
	}
	for _, v := range f.Locals {
		printVar(b, "  local", v)
	}
	for _, l := range locs {
		var tags []string
		if l == f.Entry {
			tags = append(tags, "entry")
		}
		if l == f.Exit {
			tags = append(tags, "exit")
		}
		if l.LoopHead {
			tags = append(tags, "loop")
		}
		if l.Kind != Plain {
			tags = append(tags, l.Kind.String(), strconv.Quote(l.What))
		}
		fmt.Fprintf(b, "  L%d %s %s\n", l.ID, l.Pos, strings.Join(tags, " "))
		for _, e := range l.Out {
			fmt.Fprintf(b, "    e%d -> L%d  %s", e.ID, e.To.ID, StmtString(e.Stmt))
			if e.Role != RoleUser {
				fmt.Fprintf(b, "  [%s]", e.Role)
			}
			if e.Text != "" {
				fmt.Fprintf(b, "  // %s %s", e.Pos, e.Text)
			}
			fmt.Fprintln(b)
		}
	}
}
