package cfg

// The program's syntax as far as it is kept: the statements that decide, the
// loops, and the meaning of names there. Witnesses speak of these places.

// Branch says that an edge is one way out of a decision of the source. A
// decision that control flow was not split for, such as one with a constant
// condition, has none.
type Branch struct {
	Keyword string // if, while, do, for, switch, or ? for a conditional expression
	Pos     Pos    // of the keyword
	Outcome string // true, false, or for a switch the value of the case or default
}

// Loop is a loop statement of the source, at a location that its iterations
// pass: the head, where control comes before each evaluation of the condition
// (in a do loop: before the body), or for a do loop also the place in front
// of the condition.
type Loop struct {
	Keyword string // while, do, for
	Pos     Pos    // of the keyword
	Scope   []Name // what is visible there, if the front end was asked for it
}

// Name is a name in scope and where its value is.
type Name struct {
	Text string
	// Var holds a scalar, or Obj everything. Both are nil where the variable
	// is hidden or lives elsewhere.
	Var   *Var
	Obj   *Object
	CType *CType
}
