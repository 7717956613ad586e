//go:build z3

package z3

import (
	"fmt"
	"math/big"
	"time"

	"github.com/aclements/go-z3/z3"

	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Engine decides formulas with Z3.
type Engine struct {
	ctx *z3.Context
	use int // checks of this context
}

var _ smt.Engine = (*Engine)(nil)

// New gives an engine with its own context.
func New() *Engine { return &Engine{} }

// renew bounds what a context accumulates: symbols and terms.
const renew = 5000

// Check decides the conjunction of f.
func (e *Engine) Check(tb *logic.Table, f []logic.T, b smt.Budget) (r smt.Result, m *logic.Model, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, m, err = smt.Unknown, nil, fmt.Errorf("z3: %v", p)
			e.ctx = nil
		}
	}()
	if b.Ctx != nil && b.Ctx.Err() != nil {
		return smt.Unknown, nil, nil
	}
	e.use++
	if e.ctx == nil || e.use > renew {
		e.ctx, e.use = z3.NewContext(nil), 0
	}
	limit := uint(1<<32 - 1)
	// What Z3 does is not counted: the time it takes is booked as work, and a
	// budget of work is a limit of time.
	start := time.Now()
	defer func() { tb.Clock.Add(work.Of(time.Since(start))) }()
	if t := b.Work.Time(); t > 0 && (b.Time <= 0 || t < b.Time) {
		b.Time = t
	}
	if b.Time > 0 {
		limit = uint(max(1, min(b.Time.Milliseconds(), 1<<31)))
	}
	e.ctx.Config().SetUint("timeout", limit)
	tr := &translator{tb: tb, ctx: e.ctx, memo: map[logic.T]z3.Value{}, funs: map[string]z3.FuncDecl{}}
	solver := z3.NewSolver(e.ctx)
	for _, t := range f {
		for _, x := range tb.Cone(t) {
			if _, done := tr.memo[x]; !done {
				tr.memo[x] = tr.term(x)
			}
		}
		solver.Assert(tr.memo[t].(z3.Bool))
	}
	if b.Ctx != nil {
		ctx, done := e.ctx, make(chan struct{})
		defer close(done)
		go func() {
			select {
			case <-b.Ctx.Done():
				ctx.Interrupt()
			case <-done:
			}
		}()
	}
	sat, err := solver.Check()
	if err != nil {
		if _, unknown := err.(*z3.ErrSatUnknown); unknown {
			return smt.Unknown, nil, nil
		}
		return smt.Unknown, nil, fmt.Errorf("z3: %w", err)
	}
	if !sat {
		return smt.Unsat, nil, nil
	}
	return smt.Sat, tr.model(solver.Model()), nil
}

// translator builds Z3 terms for one question.
type translator struct {
	tb       *logic.Table
	ctx      *z3.Context
	memo     map[logic.T]z3.Value
	funs     map[string]z3.FuncDecl
	vars     []logic.T
	accesses []logic.T
}

func (tr *translator) sort(s logic.Sort) z3.Sort {
	switch s.Kind {
	case logic.SBool:
		return tr.ctx.BoolSort()
	case logic.SBV:
		return tr.ctx.BVSort(int(s.W))
	}
	return tr.ctx.ArraySort(tr.ctx.BVSort(int(s.W)), tr.ctx.BVSort(int(s.E)))
}

func (tr *translator) number(s logic.Sort, v uint64) z3.Value {
	return tr.ctx.FromBigInt(new(big.Int).SetUint64(v), tr.sort(s))
}

func (tr *translator) term(t logic.T) z3.Value {
	tb, ctx := tr.tb, tr.ctx
	args := tb.Args(t)
	s := tb.Sort(t)
	switch op := tb.Op(t); op {
	case logic.OpFalse, logic.OpTrue:
		return ctx.FromBool(op == logic.OpTrue)
	case logic.OpConst:
		return tr.number(s, tb.ConstVal(t))
	case logic.OpVar:
		if s.Kind != logic.SArray {
			tr.vars = append(tr.vars, t)
		}
		return ctx.Const(fmt.Sprintf("v%d_%d_%d_%d", t, s.Kind, s.W, s.E), tr.sort(s))
	case logic.OpNot:
		return tr.bool(args[0]).Not()
	case logic.OpAnd:
		return tr.bool(args[0]).And(tr.bools(args[1:])...)
	case logic.OpOr:
		return tr.bool(args[0]).Or(tr.bools(args[1:])...)
	case logic.OpEq:
		if tb.Sort(args[0]).Kind == logic.SBool {
			return tr.bool(args[0]).Iff(tr.bool(args[1]))
		}
		return tr.bv(args[0]).Eq(tr.bv(args[1]))
	case logic.OpIte:
		return tr.bool(args[0]).IfThenElse(tr.memo[args[1]], tr.memo[args[2]])
	case logic.OpSelect:
		tr.accesses = append(tr.accesses, t)
		return tr.memo[args[0]].(z3.Array).Select(tr.memo[args[1]])
	case logic.OpApply:
		tr.accesses = append(tr.accesses, t)
		return tr.apply(t, args)
	case logic.OpFloat:
		return tr.float(t, args)
	case logic.OpBvNot:
		return tr.bv(args[0]).Not()
	case logic.OpExtract:
		hi, lo := tb.ExtractBounds(t)
		return tr.bv(args[0]).Extract(hi, lo)
	case logic.OpZExt:
		return tr.bv(args[0]).ZeroExtend(int(s.W - tb.Sort(args[0]).W))
	case logic.OpSExt:
		return tr.bv(args[0]).SignExtend(int(s.W - tb.Sort(args[0]).W))
	default:
		r := tr.memo[args[0]]
		for _, a := range args[1:] {
			r = binary(op, r.(z3.BV), tr.bv(a))
		}
		return r
	}
}

func (tr *translator) bv(t logic.T) z3.BV     { return tr.memo[t].(z3.BV) }
func (tr *translator) bool(t logic.T) z3.Bool { return tr.memo[t].(z3.Bool) }

func (tr *translator) bools(ts []logic.T) []z3.Bool {
	r := make([]z3.Bool, len(ts))
	for i, t := range ts {
		r[i] = tr.bool(t)
	}
	return r
}

func (tr *translator) apply(t logic.T, args []logic.T) z3.Value {
	name := "f_" + tr.tb.Name(t)
	var domain []z3.Sort
	var vals []z3.Value
	for _, a := range args {
		domain = append(domain, tr.sort(tr.tb.Sort(a)))
		vals = append(vals, tr.memo[a])
	}
	f, ok := tr.funs[name]
	if !ok {
		f = tr.ctx.FuncDecl(name, domain, tr.sort(tr.tb.Sort(t)))
		tr.funs[name] = f
	}
	return f.Apply(vals...)
}

func binary(op logic.Op, a, b z3.BV) z3.Value {
	switch op {
	case logic.OpAdd:
		return a.Add(b)
	case logic.OpMul:
		return a.Mul(b)
	case logic.OpUDiv:
		return a.UDiv(b)
	case logic.OpSDiv:
		return a.SDiv(b)
	case logic.OpURem:
		return a.URem(b)
	case logic.OpSRem:
		return a.SRem(b)
	case logic.OpBvAnd:
		return a.And(b)
	case logic.OpBvOr:
		return a.Or(b)
	case logic.OpBvXor:
		return a.Xor(b)
	case logic.OpShl:
		return a.Lsh(b)
	case logic.OpLShr:
		return a.URsh(b)
	case logic.OpAShr:
		return a.SRsh(b)
	case logic.OpConcat:
		return a.Concat(b)
	case logic.OpULt:
		return a.ULT(b)
	case logic.OpULe:
		return a.ULE(b)
	case logic.OpSLt:
		return a.SLT(b)
	case logic.OpSLe:
		return a.SLE(b)
	}
	panic("z3: operator " + op.String())
}

// value evaluates a term in a model, with 0 for what the model leaves open.
func value(m *z3.Model, v z3.Value) uint64 {
	switch x := m.Eval(v, true).(type) {
	case z3.Bool:
		if b, _ := x.AsBool(); b {
			return 1
		}
	case z3.BV:
		n, _, _ := x.AsUint64()
		return n
	}
	return 0
}

func (tr *translator) model(m *z3.Model) *logic.Model {
	r := logic.NewModel()
	for _, t := range tr.vars {
		r.BV[t] = value(m, tr.memo[t])
	}
	for _, t := range tr.accesses {
		args := tr.tb.Args(t)
		v := value(m, tr.memo[t])
		if tr.tb.Op(t) == logic.OpSelect {
			if r.Arr[args[0]] == nil {
				r.Arr[args[0]] = &logic.ArrayVal{M: map[uint64]uint64{}}
			}
			r.Arr[args[0]].M[value(m, tr.memo[args[1]])] = v
			continue
		}
		row := logic.FuncRow{Val: v}
		for _, a := range args {
			row.Args = append(row.Args, value(m, tr.memo[a]))
		}
		name := tr.tb.Name(t)
		if r.Fun[name] == nil {
			r.Fun[name] = &logic.FuncVal{}
		}
		r.Fun[name].Rows = append(r.Fun[name].Rows, row)
	}
	return r
}
