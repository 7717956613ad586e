package candidate

import (
	"cmp"

	"culprit/interp"
)

// Kind says what a change does.
type Kind uint8

// The kinds of changes.
const (
	Relation   Kind = iota // another relation: < for <=
	Arithmetic             // another operator of arithmetic, on bits, or an assignment with one
	Logical                // && for ||
	Constant               // another constant
	OffByOne               // one more or less
	Negation               // the opposite condition
	Strengthen             // a further conjunct
	Weaken                 // a further disjunct
	Drop                   // an operand or operator less, or no way from one case, or from what frees a block, to what follows
	Fixed                  // a condition that is always true or false
	Variable               // another variable, or member
	Deletion               // a statement less
	Copy                   // a statement that occurs nearby
	Jump                   // break, continue or return
	Initial                // an initial value
	Swap                   // operands or arguments the other way round
	Callee                 // another function
	Guard                  // a statement is executed under a condition
	Literal                // another text that is printed
	Conversion             // a wider type
	Order                  // two statements the other way round
	Size                   // a larger array
	Block                  // a condition or loop less, with what is in it
	Pair                   // two changes
)

// kinds is the table of the kinds of changes.
var kinds = [...]struct {
	name string
	// Prior is how likely a change of the kind is the right one, as a factor: of two
	// that do the same in all runs the likelier is shown. Fitted to the odd versions of
	// the development half of the corpus; range 0 to 1.
	prior float64
	// share is how often developers' fixes are of the kind: 3,902 of Codeflaws (Tan, Yi,
	// Yulis, Mechtaev, Roychoudhury: Codeflaws, ICSE-C 2017), whose classes of defects were
	// assigned to kinds by hand; rounded. lines is how many lines of a program have changes
	// of the kind, on average over 33 of these programs: what is rarer may still be likely
	// where there is only one place for it.
	share, lines float64
	// fits is how much likelier than elsewhere changes of the kind are for certain
	// undefined behaviour, as a factor of the prior: what is missing is the guard of the
	// operation, or the first value, or what is done comes too early. Chosen, not
	// fitted; range 1 to 4.
	fits map[interp.FaultKind]float64
}{
	Relation:   {name: "relation", prior: 0.9, share: 0.17, lines: 5, fits: map[interp.FaultKind]float64{interp.OutOfBounds: 1.2}},
	Arithmetic: {name: "arithmetic", prior: 0.6, share: 0.08, lines: 10},
	Logical:    {name: "logical", prior: 0.8, share: 0.02, lines: 1, fits: map[interp.FaultKind]float64{interp.NullAccess: 1.2}},
	Constant:   {name: "constant", prior: 0.5, share: 0.15, lines: 10},
	OffByOne:   {name: "off-by-one", prior: 0.8, share: 0.07, lines: 10},
	Negation:   {name: "negation", prior: 0.5, share: 0.02, lines: 5},
	Strengthen: {name: "strengthen", prior: 0.55, share: 0.09, lines: 5, fits: map[interp.FaultKind]float64{interp.NullAccess: 1.4, interp.WildAccess: 1.4, interp.OutOfBounds: 1.4, interp.DivByZero: 2}},
	Weaken:     {name: "weaken", prior: 0.5, share: 0.09, lines: 5},
	Drop:       {name: "drop", prior: 0.6, share: 0.04, lines: 3},
	Fixed:      {name: "fixed", prior: 0.2, share: 0.005, lines: 5},
	Variable:   {name: "variable", prior: 0.65, share: 0.17, lines: 11},
	Deletion:   {name: "deletion", prior: 0.45, share: 0.02, lines: 7},
	Copy:       {name: "copy", prior: 0.35, share: 0.05, lines: 13, fits: map[interp.FaultKind]float64{interp.Leak: 3.5}},
	Jump:       {name: "jump", prior: 0.25, share: 0.04, lines: 13},
	Initial:    {name: "initial", prior: 0.7, share: 0.06, lines: 4, fits: map[interp.FaultKind]float64{interp.UninitRead: 2}},
	Swap:       {name: "swap", prior: 0.6, share: 0.02, lines: 2, fits: map[interp.FaultKind]float64{interp.NullAccess: 2, interp.WildAccess: 2, interp.OutOfBounds: 2}},
	Callee:     {name: "callee", prior: 0.6, share: 0.02, lines: 1},
	Guard:      {name: "guard", prior: 0.35, share: 0.05, lines: 9, fits: map[interp.FaultKind]float64{interp.NullAccess: 2, interp.WildAccess: 2, interp.OutOfBounds: 2, interp.DivByZero: 2.5}},
	Literal:    {name: "literal", prior: 0.5, share: 0.05, lines: 3},
	Conversion: {name: "conversion", prior: 0.6, share: 0.08, lines: 2, fits: map[interp.FaultKind]float64{interp.SignedOverflow: 1.5}},
	Order:      {name: "order", prior: 0.4, share: 0.06, lines: 6, fits: map[interp.FaultKind]float64{interp.UseAfterFree: 2.5}},
	Size:       {name: "size", prior: 0.3, share: 0.01, lines: 1},
	Block:      {name: "block", prior: 0.45, share: 0.01, lines: 5},
	Pair:       {name: "pair", prior: 0.1, share: 0.01, lines: 5},
}

// NumKinds is how many there are.
const NumKinds = int(Pair) + 1

func (k Kind) String() string { return kinds[k].name }

// Prior is how likely a change of the kind is the right one, as a factor.
func (k Kind) Prior() float64 { return kinds[k].prior }

// Frequency is how often the fixes of developers are of the kind, by the number of lines
// in which they might be.
func (k Kind) Frequency() float64 { return kinds[k].share / kinds[k].lines }

// Fit is how much likelier changes of the kind are for undefined behaviour.
func (k Kind) Fit(f interp.FaultKind) float64 { return cmp.Or(kinds[k].fits[f], 1) }

// Farther is the factor of changes that are less likely than others of their
// kind.
const Farther = 0.65
