package repair

import (
	"context"
	"math/bits"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/interp"
	"culprit/repair/candidate"
)

// Doubt is what speaks against a change with which all runs pass: it is right
// seldom, whatever is proved of it. Such a change is evidence for its place, and comes after
// those without doubt; it is not called a fix.
type Doubt uint32

// The doubts, from what a compiler would warn of to what experience says.
const (
	Unread      Doubt = 1 << iota // what a variable was given, or a parameter, is not read any more
	Unguarded                     // a pointer is followed that was compared with null there
	Otherwise                     // functions return something else before a block is lost, or used too late
	Mixed                         // values are related that the program keeps apart
	InHelper                      // it is in a function that only assertions call
	Driving                       // it is in main, which drives what is tested
	Abandoned                     // statements of other functions are executed in no run any more
	Elsewhere                     // functions return something else before a null pointer is followed
	Redundant                     // another line decides nothing any more in the known runs
	Vacuous                       // the changed line does not
	Removed                       // what failed is not computed there any more
	Exceptional                   // one value is made an exception of
	Lessened                      // a statement is deleted, where only an assertion tells what is right
	Fruitless                     // the function returns the same whatever it is given
	Ambiguous                     // changes that do something else are together as likely
	Altering                      // correct runs leave something else behind, see changesRight
	Overturned                    // a condition that correct runs decide both ways always comes out the other way
	Undone                        // a function of the program is not called any more
	Settled                       // Vacuous, where only an assertion tells what is right
	Measured                      // as many bytes are written each time where they were more or less
	Seldom                        // the right change is likelier to be none of those that were tried, see untried
)

// idle reports whether a change says nothing of its line, since many changes of what is tested would do the
// same: it is in main, which drives that, or doubtful and another value for a name.
func (s *search) idle(t *tried) bool {
	return t.doubt&Driving != 0 || s.onlyAsserts() && t.Literal && len(t.Uses) > 0 && t.doubt != 0
}

// comparative are the doubts that count beside a change without any: it may as well be
// the right one where there is no other.
const comparative = InHelper | Elsewhere | Vacuous | Removed | Undone

var doubtNames = [...]string{
	"something is computed, or given to a function, that nothing reads then", "a pointer is followed that was asked for null before",
	"functions return something else before it failed", "it relates values that the program keeps apart",
	"only assertions call what is changed", "main only drives what is tested",
	"no run executes some statements then",
	"functions return something else, where asking for null suffices",
	"a check elsewhere always comes out the same then", "it always comes out the same in the known runs",
	"it no longer computes what failed",
	"it only makes an exception of one value",
	"it only leaves something out",
	"its function then returns the same whatever it is given",
	"other changes do, too",
	"correct runs compute something else then",
	"it decides the other way each time then",
	"a function is not called any more",
	"it always comes out the same in the known runs",
	"as much is written in all known runs, which was more or less",
	"that may be chance",
}

// String is the first of some doubts.
func (d Doubt) String() string {
	if d == 0 {
		return ""
	}
	return doubtNames[bits.TrailingZeros32(uint32(d))]
}

// doubted is how much less likely a doubtful change is the right one, as a factor.
// Chosen, not fitted; range 0 to 1.
const doubted = 0.35

// credible is that factor, 1 without doubt.
func (t *tried) credible() float64 {
	if t.doubt != 0 {
		return doubted
	}
	return 1
}

// doubtTexts notes what the text of changes says against them.
func (s *search) doubtTexts() {
	driven, says := s.driven(), s.specifying()
	for _, t := range s.tried {
		if driven && slices.ContainsFunc(t.Uses, func(n int) bool { return s.inMain(t.File, n) }) {
			t.doubt |= Driving
		}
		for _, e := range t.Edits {
			f := s.functionAt(e)
			if f != nil && (s.check.helps[f.Object] || says[f.Object]) {
				t.doubt |= InHelper
			}
			if f != nil && driven && f.Name == "main" {
				t.doubt |= Driving
			}
			if s.abandons(e) {
				t.doubt |= Abandoned
			}
			if f != nil && s.sameEachRound(f, e) {
				t.doubt |= Unread
			}
		}
		if s.in.Failure.Kind == fault.UndefinedBehavior && s.atFailure(t.Change) && s.replaces(t.Change) {
			t.doubt |= Removed
		}
		if t.Unguards {
			t.doubt |= Unguarded
		}
		if t.Special {
			t.doubt |= Exceptional
		}
		if (t.Kind == candidate.Deletion || t.Kind == candidate.Block) && s.in.Failure.Kind == fault.FailedAssertion {
			t.doubt |= Lessened
		}
		if (t.Kind == candidate.Deletion || t.Kind == candidate.Callee) && s.in.Failure.Kind == fault.UndefinedBehavior && s.calls(t.Edits[0]) {
			if frees(s.in.Failure.Fault) {
				t.doubt |= Undone
			} else {
				t.doubt |= Lessened
			}
		}
	}
}

// frees reports whether a fault is one of a block that is freed, or is not: what is done too often may be left out.
func frees(f interp.FaultKind) bool {
	return f == interp.DoubleFree || f == interp.BadFree || f == interp.UseAfterFree || f == interp.Leak
}

// sameEachRound reports whether an edit takes away the only use that the body of a loop makes of what it
// counts by: each round does the same then.
func (s *search) sameEachRound(f *ctree.Func, e candidate.Edit) bool {
	found, has := false, map[string]bool{}
	for name := range candidate.Identifiers([]byte(e.Text)) {
		has[name] = true
	}
	candidate.Walk(f.Body, func(l *ctree.Node) {
		if l.Kind != ctree.NodeFor || l.Step == nil || !l.Step.Target().Known() || !inside(e, l.Kids[len(l.Kids)-1]) {
			return
		}
		used, taken := 0, 0
		candidate.Walk(l.Kids[len(l.Kids)-1], func(n *ctree.Node) {
			if n.Kind == ctree.NodeName && n.Object == l.Step.Target() {
				used++
				if e.Start <= n.Start && n.End <= e.End && !has[n.Name] {
					taken++
				}
			}
		})
		found = found || used > 0 && used == taken
	})
	return found
}

// inMain reports whether a line is one of main.
func (s *search) inMain(file string, n int) bool {
	src := s.texts[file]
	return slices.ContainsFunc(s.trees[file].Funcs, func(f *ctree.Func) bool {
		return f.Name == "main" && f.Body != nil && candidate.LineOf(src, f.Body.Start) <= n && n <= candidate.LineOf(src, f.Body.End-1)
	})
}

// calls reports whether an edit takes the place of a call of a function of the program.
func (s *search) calls(e candidate.Edit) bool {
	f, found := s.functionAt(e), false
	if f == nil {
		return false
	}
	candidate.Walk(f.Body, func(n *ctree.Node) {
		found = found || n.Kind == ctree.NodeCall && e.Start <= n.Start && n.End <= e.End && s.defines(n.Callee())
	})
	return found
}

// defines reports whether the program has the body of a function.
func (s *search) defines(o ctree.Object) bool {
	found := false
	s.check.functions(func(_ string, f *ctree.Func) { found = found || f.Object == o })
	return found
}

// specifying are the functions that say what is right: only assertions call them, and compare
// what they return with what the program has computed before, as in
// assert(days == expected(month)).
func (s *search) specifying() map[ctree.Object]bool {
	outside, out := map[ctree.Object]bool{}, map[ctree.Object]bool{}
	if s.in.Failure.Kind != fault.FailedAssertion {
		return out
	}
	s.check.unchecked(func(n *ctree.Node) { outside[n.Callee()] = true })
	named := func(tree *ctree.Tree, name string) bool {
		return slices.ContainsFunc(tree.Enumerators, func(v ctree.Enumerator) bool { return v.Name == name })
	}
	var computed func(tree *ctree.Tree, n *ctree.Node) bool
	computed = func(tree *ctree.Tree, n *ctree.Node) bool {
		switch n.Kind {
		case ctree.NodeCall:
			return outside[n.Callee()]
		case ctree.NodeName:
			return !named(tree, n.Name)
		}
		return slices.ContainsFunc(n.Kids, func(k *ctree.Node) bool { return computed(tree, k) })
	}
	for _, check := range s.check.nodes {
		tree := s.trees[s.check.file[check]]
		check.Walk(func(n *ctree.Node) {
			if n.Kind != ctree.NodeBinary || !candidate.IsRelation(n.Op) {
				return
			}
			for i, k := range n.Kids {
				if !computed(tree, n.Kids[1-i]) {
					continue
				}
				k.Walk(func(n *ctree.Node) {
					if o := n.Callee(); o.Known() && !outside[o] {
						out[o] = true
					}
				})
			}
		})
	}
	return out
}

// changesRight reports whether a change with which an assertion holds leaves an operand out,
// or asks for more or less, with which correct runs leave something else behind. Of another
// operator, or another order of operands, that may be what is meant.
func (s *search) changesRight(t *tried) bool {
	switch t.Kind {
	case candidate.Drop, candidate.Weaken, candidate.Strengthen:
		return s.in.Failure.Kind == fault.FailedAssertion && t.altered > 0 && !t.Odd
	}
	return false
}

// abandons reports whether an edit takes away the only use of an enumerator, as of a state
// that is never entered then, but for cases and checks that ask for it.
func (s *search) abandons(e candidate.Edit) bool {
	name := string(s.texts[e.File][e.Start:e.End])
	if !slices.ContainsFunc(s.trees[e.File].Enumerators, func(v ctree.Enumerator) bool { return v.Name == name }) {
		return false
	}
	uses := 0
	s.check.unchecked(func(n *ctree.Node) {
		if n.Kind == ctree.NodeName && n.Name == name {
			uses++
		}
	})
	return uses == 1
}

// driven reports whether main asserts something of what functions of the program
// do, which the failing run executes, or gives inputs to a function that fails.
func (s *search) driven() bool {
	switch f := s.in.Failure; {
	case f.Kind == fault.UndefinedBehavior:
		return f.Edge != nil && f.Edge.From.Proc != s.in.Prog.Main && s.in.Failing.Values != nil && f.Edge.From.Proc.Name != "main" && s.texts[f.Edge.Pos.File] != nil
	case f.Kind != fault.FailedAssertion || s.check.run.asks != "":
		return false
	}
	found := false
	s.check.functions(func(file string, f *ctree.Func) {
		found = found || f.Name != "main" && !s.check.own[f.Object] && s.executes(file, f)
	})
	return found
}

// doubtProgram notes what the program with a change says against it.
func (s *search) doubtProgram(ctx context.Context, t *tried, own *program) {
	if t.Kind != candidate.Deletion && unread(own.prog).more(s.unread()) {
		t.doubt |= Unread
	}
	if s.in.Failure.Kind == fault.FailedAssertion && s.takesBack(ctx, t, own) {
		t.doubt |= Unread
	}
	if s.in.Failure.Kind == fault.FailedAssertion && s.empties(ctx, t.Change, own) {
		t.doubt |= Lessened
	}
	if s.decided.next == nil {
		s.decided = s.decides(ctx, &program{prog: s.in.Prog, text: true}, nil)
	}
	if l := (fault.Line{File: t.File, N: t.Line}); (len(s.decided.right[l]) > 1 || len(s.passing) == 0 && len(s.decided.next[l]) > 0) && s.inverts(t.Change) {
		t.doubt |= Overturned
	}
	if s.in.Failure.Kind == fault.UndefinedBehavior && s.leavesOther(ctx, t.Change, own) || t.Kind == candidate.Drop && s.returnsOther(ctx, t.Change) {
		t.doubt |= Altering
	}
	now := s.decides(ctx, own, t.Edits)
	if (t.Code || s.inResult(t.Change)) && !t.Odd && len(s.passing) == 0 && s.in.Failure.Kind == fault.FailedAssertion {
		t.doubt |= Overturned // another result is what the assertion asks for
	}
	if l := (fault.Line{File: t.File, N: t.Line}); t.Kind == candidate.Relation && !t.Bound && !t.Odd && len(s.passing) == 0 && s.in.Failure.Kind == fault.FailedAssertion && s.decided.opposite(now, l) {
		t.doubt |= Overturned // any other relation has an even chance to do that
	}
	if lost := s.decided.lost(now, t.Kind == candidate.Guard && s.in.Failure.Kind == fault.FailedAssertion, s.chooses(t.Change), func(l fault.Line) bool { return s.edits(t.Change, l) }); lost != 0 {
		if t.Odd && len(s.passing) == 0 { // what the text speaks for, and only the run that fails against
			lost &^= Redundant
		}
		if lost&Vacuous != 0 && s.in.Failure.Kind == fault.FailedAssertion {
			lost = lost&^Vacuous | Settled
		}
		t.doubt |= lost
		for _, other := range s.tried { // that do the same there
			if other.all && other.behaves == t.behaves && t.behaves != 0 && other.File == t.File && other.Line == t.Line {
				other.doubt |= lost &^ Lessened
			}
		}
	}
	doubt := map[interp.FaultKind]Doubt{interp.Leak: Otherwise, interp.DoubleFree: Otherwise, interp.BadFree: Otherwise,
		interp.UseAfterFree: Otherwise, interp.NullAccess: Elsewhere}[s.in.Failure.Fault]
	if doubt == 0 {
		return
	}
	before, after := s.returned(ctx, &program{prog: s.in.Prog, text: true}), s.returned(ctx, own)
	if len(after) < len(before) || !slices.Equal(before, after[:len(before)]) {
		t.doubt |= doubt
	}
}

// returnsOther reports whether functions return something else in right runs with a change of the schema, where an
// assertion says what is right.
func (s *search) returnsOther(ctx context.Context, t *candidate.Change) bool {
	if s.in.Failure.Kind != fault.FailedAssertion || len(t.At) == 0 {
		return false
	}
	right := s.check.run.right
	for i, r := range s.passing[:min(len(s.passing), len(right))] {
		if !s.returnsAlike(t, s.comes(ctx, r, t), right[i]) {
			return true
		}
	}
	return false
}

// inResult reports whether a change is one of a constant that a function returns.
func (s *search) inResult(c *candidate.Change) bool {
	found := false
	f := s.functionAt(c.Edits[0])
	if f == nil || len(c.Edits) != 1 {
		return false
	}
	candidate.Walk(f.Body, func(n *ctree.Node) {
		if n.Kind == ctree.NodeReturn && len(n.Kids) == 1 && inside(c.Edits[0], n.Kids[0]) {
			k := n.Kids[0]
			found = found || k.Kind == ctree.NodeNumber || k.Kind == ctree.NodeOpaque || k.Kind == ctree.NodeUnary && k.Op == "-"
		}
	})
	return found
}

// returned is what functions return in the failing run: numbers, and which pointers are null.
func (s *search) returned(ctx context.Context, p *program) (out []uint64) {
	session := p.session(fault.Config(p.prog, s.failing[0].test, s.in.Budget))
	session.SetContext(ctx)
	got := session.Watch(func(inst *cfg.Instance) bool {
		e := inst.Edge
		if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == e.From.Proc.Ret && len(inst.Writes) > 0 && s.texts[e.Pos.File] != nil {
			v := inst.Writes[0].Value
			if a.Dst.CType.Pointer() {
				v = min(v, 1)
			}
			out = append(out, v)
		}
		return len(out) < maxPath
	})
	s.ran(watching * got.Steps)
	return out
}

// unread is what nothing reads in the original.
func (s *search) unread() ignored {
	if s.ignores == nil {
		s.ignores = unread(s.in.Prog)
	}
	return s.ignores
}
