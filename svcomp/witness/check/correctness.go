package check

import (
	"fmt"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctree"
	"culprit/interp"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

// reading says where the invariant of a do loop, or of a statement with a
// label, holds: the format leaves room for two answers each. The first one is
// before the condition, or after the label; the second before the
// body, or of the label.
type reading uint8

const (
	first reading = 1 << iota
	second
)

// twofold reports whether both readings differ.
func (cl *claim) twofold() bool { return cl.loop && cl.place.Do || !cl.loop && cl.place.Label }

// correctness checks invariants and property together: each invariant becomes
// an assertion, which helps the proof of the others and of the property as
// soon as it is proved itself.
func (c *checker) correctness() (*Answer, error) {
	var claims []claim
	for i := range c.w.Entries {
		for j := range c.w.Entries[i].Invariants {
			cl, a := c.claim(&c.w.Entries[i].Invariants[j])
			if a != nil {
				return a, nil
			}
			claims = append(claims, cl)
		}
	}
	a, wrong, err := c.claims(claims, first|second)
	if err != nil || wrong < 0 || !claims[wrong].twofold() {
		return a, err
	}
	// Wrong by one reading: it must be wrong by both.
	for _, r := range []reading{first, second} {
		b, w, err := c.claims(claims, r)
		if err != nil {
			return nil, err
		}
		if b.Verdict != Rejected || w < 0 {
			return undecided("%s: whether the invariant %s holds depends on what is meant: %s", c.at(claims[wrong].Line, claims[wrong].Location), clip(claims[wrong].Value),
				map[bool]string{true: "before the condition or before the body", false: "before the label or after it"}[claims[wrong].loop]), nil
		}
	}
	return a, nil
}

// claim finds the place of an invariant.
func (c *checker) claim(inv *witness.Invariant) (cl claim, a *Answer) {
	text, problem, unsupported := expression(inv.Value)
	switch {
	case unsupported:
		return cl, undecided("%s: %s is not supported", c.at(inv.Line, inv.Location), problem)
	case problem != "":
		return cl, rejected("%s: the invariant is not a C expression without side effects: %s", c.at(inv.Line, inv.Location), problem)
	}
	cl = claim{Invariant: inv, text: text}
	loop := func(p *ctree.Place) bool {
		return inv.Type == witness.LoopInvariant && p.Kind == ctree.PlaceBranching && p.Loop
	}
	other := func(p *ctree.Place) bool {
		return (p.Kind == ctree.PlaceStatement && (inv.Type == witness.LocationInvariant || p.Label)) ||
			inv.Type == witness.LocationInvariant && p.Kind == ctree.PlaceDeclaration
	}
	cl.place, cl.loop = c.find(inv.Location, loop)
	found := cl.loop
	if !found {
		cl.place, found = c.find(inv.Location, other)
	}
	if !found && (c.hidden(inv.Location, loop) || c.hidden(inv.Location, other)) {
		return cl, undecided("%s: this location is inside a macro expansion", c.at(inv.Line, inv.Location))
	}
	if !found {
		what := "statement"
		if inv.Type == witness.LoopInvariant {
			what = "loop"
		}
		return cl, rejected("%s: there is no %s", c.at(inv.Line, inv.Location), what)
	}
	return cl, nil
}

// claimFunction is what the assertions call.
const claimFunction = "static void " + prefix + "claim(int " + prefix + "n) { }"

// claims decides the program with the invariants as assertions. wrong is the
// one that is violated, or -1.
func (c *checker) claims(claims []claim, r reading) (a *Answer, wrong int, err error) {
	ed := c.edit()
	for i := range claims {
		assert(ed.in(claims[i].place), &claims[i], i, r)
	}
	if !ed.declare(claimFunction) {
		return undecided("the start of the first function is not found"), -1, nil
	}
	ch := ed.apply()
	prog, _, _, err := c.lower(ch)
	if err != nil {
		a, err := c.unclaimed(claims, err)
		return a, -1, err
	}
	undefined, reads := ch.undefined(prog), false
	ch.restore(prog, func(l *cfg.Loc) {
		if undefined[l] == nil {
			disown(l, "an invariant of the witness")
		}
	}, func(e *cfg.Edge) { e.Role, reads = cfg.RoleImplicit, reads || readsMemory(e) })
	index := claimed(prog)
	if err := cfg.Check(prog); err != nil {
		panic(fmt.Sprintf("the program with the invariants is broken: %v", err))
	}
	res := c.verify(prog)
	if p := res.Program; p != nil && p != prog {
		prog, index = p, claimed(p)
	}
	a = &Answer{Invariants: len(claims), Proved: proved(res, index, len(claims))}
	switch res.Verdict {
	case verifier.True:
		if reads {
			if a.Reason = c.unreadable(ch, claims); a.Reason != "" {
				return a, -1, nil
			}
		}
		a.Verdict, a.Proved = Confirmed, len(claims)
		return a, -1, nil
	case verifier.False:
		tr := res.Traces[0].Trace
		a.Verdict, a.End = Rejected, tr.Edges[len(tr.Edges)-1].To
		a.Inputs = inputs(tr)
		if u := undefined[a.End]; u != nil {
			a.Verdict, a.Reason = Undecided, c.isUndefined(claims, u)
			return a, -1, nil
		}
		i, ok := index[a.End]
		if !ok {
			a.Reason = "the program violates the property"
			return a, -1, nil
		}
		c.broken(a, prog, tr, &claims[i])
		return a, i, nil
	}
	a.Reason = fmt.Sprintf("%d of %d invariants proved: %s", a.Proved, a.Invariants, res.Reason)
	if len(claims) == 0 {
		a.Reason = res.Reason
	}
	return a, -1, nil
}

// broken names the invariant that a trace breaks, and the values it has there.
func (c *checker) broken(a *Answer, prog *cfg.Program, tr *cfg.Trace, x *claim) {
	a.Reason = fmt.Sprintf("%s: the invariant %s does not hold", c.at(x.Line, x.Location), clip(x.Value))
	o := interp.CompileChecked(prog).Execute(&tape{inputs: tr.Inputs}, interp.Limits{Steps: 2*len(tr.Edges) + 1, Record: true, Checks: true})
	a.Values = values(prog, &o, x.text)
}

// assert adds the assertion of an invariant.
func assert(ed *edit, cl *claim, i int, r reading) {
	test := fmt.Sprintf("if (!(%s)) %sclaim(%d);", cl.text, prefix, i)
	p := cl.place
	if !cl.loop {
		if p.Label && r&first == 0 {
			q := *p.Place
			q.Insert = p.At
			p.Place = &q
		}
		ed.statement(p.Place, test)
		return
	}
	if p.Do && r&second != 0 {
		if body := bodyOf(ed.outline, p.Place); body != nil {
			ed.statement(body, test)
		}
	}
	if p.Do && r&first == 0 {
		return
	}
	if strings.TrimSpace(string(ed.Text[p.Cond.Start:p.Cond.End])) == "" {
		ed.put(p.Cond.Start, "({ "+test+" 1; })")
		return
	}
	ed.wrap(p.Cond, "({ "+test+" 1; }) && (", ")")
}

// bodyOf is the statement that a do loop repeats: the first after the
// keyword, and of those that start there the largest.
func bodyOf(o *ctree.Outline, loop *ctree.Place) *ctree.Place {
	var body *ctree.Place
	for i := range o.Places {
		p := &o.Places[i]
		if p.Kind != ctree.PlaceStatement || p.At <= loop.At || p.At >= loop.Cond.Start {
			continue
		}
		if body == nil || p.At < body.At || p.At == body.At && p.Whole.End > body.Whole.End {
			body = p
		}
	}
	return body
}

// claimed turns the calls of the claim function into error locations, and
// tells which invariant each belongs to.
func claimed(prog *cfg.Program) map[*cfg.Loc]int {
	index := map[*cfg.Loc]int{}
	for _, e := range prog.Edges {
		call, ok := e.Stmt.(*cfg.Call)
		if !ok || witness.FunctionName(call.Proc) != prefix+"claim" {
			continue
		}
		n := int(call.Args[0].(*cfg.Const).V)
		fail := prog.NewLoc(e.From.Proc, e.Pos)
		fail.Kind, fail.Reason = cfg.Error, cfg.Reason{Kind: cfg.Claim, Size: uint64(n + 1)}
		e.To, e.Stmt = fail, &cfg.Skip{}
		index[fail] = n
	}
	prog.Prune()
	return index
}

// proved counts the invariants of which every assertion was proved.
func proved(res *verifier.Result, index map[*cfg.Loc]int, n int) int {
	open := map[int]bool{}
	for _, e := range res.Errors {
		if i, ok := index[e.Loc]; ok && e.Status != verifier.Proved {
			open[i] = true
		}
	}
	if len(res.Errors) == 0 {
		return 0
	}
	return n - len(open)
}

// unclaimed finds the invariant to blame for a program that is no C: the first
// that is no C alone.
func (c *checker) unclaimed(claims []claim, err error) (*Answer, error) {
	for i := range claims {
		if i >= 200 || c.ctx.Err() != nil {
			break
		}
		ed := c.edit()
		assert(ed.in(claims[i].place), &claims[i], 0, first)
		ed.declare(claimFunction)
		if _, _, _, err := c.lower(ed.apply()); err != nil {
			return rejected("%s: %s is not an expression there: %s", c.at(claims[i].Line, claims[i].Location), clip(claims[i].Value), message(err)), nil
		}
	}
	if len(claims) == 0 {
		return nil, err
	}
	return undecided("the program with the invariants cannot be analysed: %s", message(err)), nil
}

// values are those of the variables of an expression at the end of a run.
func values(prog *cfg.Program, o *interp.Outcome, text string) []Value {
	if o.Status != interp.ReachedError {
		return nil
	}
	var out []Value
	for _, name := range names(text) {
		var found *cfg.Var
		for _, v := range prog.Vars {
			if v.Name != name || v.Proc != nil && v.Proc != o.Loc.Proc {
				continue
			}
			if found == nil || v.Proc != nil && found.Proc == nil {
				found = v
			}
		}
		if found != nil {
			out = append(out, Value{name, format(o.Value(found), found)})
		}
	}
	return out
}
