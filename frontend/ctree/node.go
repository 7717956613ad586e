package ctree

import "modernc.org/cc/v4"

// Tree is the syntax of a C file with its types, for those who write changed
// versions of its text. What macros expand to is opaque in it.
type Tree struct {
	Funcs   []*Func
	Globals []Var // in the order of their declarations, functions left out
	// Enumerators are those that are declared outside of functions, in their order.
	Enumerators []Enumerator
	// Inits are the initialisers of what is static and stands outside of
	// functions: constants.
	Inits []*Node
}

// Func is a function, declared or defined.
type Func struct {
	Name   string
	Object Object
	Type   Type
	Result Type
	Params []Var
	Body   *Node // nil: it is not defined in this file
	At     int   // where its definition begins
	User   bool  // it is declared in the user's text
}

// Enumerator is a named constant, and where its name becomes known: -1 in another
// file.
type Enumerator struct {
	Name string
	At   int
}

// Var is a variable, and where its name becomes known.
type Var struct {
	Name   string
	Type   Type
	At     int
	Object Object // not of members
}

// Class classifies types.
type Class uint8

// Type is the type of an expression.
type Type struct {
	Class Class
	// Text is its name in C, or what cc calls a type without one, as of pointers to
	// functions. Types with the same text are the same.
	Text   string
	Size   int64 // 0 of an array whose length is not constant
	Signed bool
	// Elem is the text of what a pointer points to, of an array its elements.
	Elem string
	// Members of a structure, or of what is pointed to.
	Members []Var
}

// NodeKind says what a Node is.
type NodeKind uint8

// Node is a statement, a declaration or an expression. Extents are those of
// the text; parentheses around an expression are not part of it.
type Node struct {
	Kind NodeKind
	Extent
	Op      string
	OpAt    Extent // where the operator or keyword is written
	Name    string // of a name or a member, or the label of a goto
	Object  Object // what a name means, or an initialiser is for
	Type    Type
	Kids    []*Node
	Vars    []Var // of a declaration
	Postfix bool
	// Init, Cond and Step are the parts of a for.
	Init, Cond, Step *Node
	// Place says that the expression is an object, which is assigned to or
	// whose address is taken: no value can be written there.
	Place bool
	// Unused says that the value of the expression is not used.
	Unused bool
	// Constant says that the text has to be a constant expression.
	Constant bool
	Static   bool // of a declaration: it is executed once
	// Expansion is what an opaque expression means: its nodes stand in no text.
	Expansion *Node
}

// Object is what a name is declared as: a variable, a function, or an enumerator.
// Two uses have the same one iff they mean the same, in all files of a program and
// in all versions of its text that declare the same names in the same order. It is
// the zero Object where the declaration is not known.
type Object struct {
	Name string
	File string // of what only one file knows, "" of what is shared
	Func string // the function that declares it, "" outside
	N    int    // how many of that name the function declares before it
}

// Known reports whether the declaration is known.
func (o Object) Known() bool { return o.Name != "" }

// Walk visits a node and all below it, what macros expand to included.
func (n *Node) Walk(f func(*Node)) {
	f(n)
	for _, k := range n.Kids {
		k.Walk(f)
	}
	if n.Expansion != nil {
		n.Expansion.Walk(f)
	}
}

// Callee is the function that a call calls by its name.
func (n *Node) Callee() Object {
	if n.Kind == NodeCall {
		return n.Kids[0].Object
	}
	return Object{}
}

// Base is the variable that an expression is, or is a part of: x in x.a[i].
func (n *Node) Base() (o Object) {
	for k := n; ; k = k.Kids[0] {
		if k.Kind == NodeName {
			o = k.Object
		}
		if len(k.Kids) == 0 {
			return o
		}
	}
}

// Target is the variable that an assignment, ++, -- or the initialiser of a
// declaration gives a value, as a whole or in a part.
func (n *Node) Target() Object {
	switch n.Kind {
	case NodeInit:
		return n.Object
	case NodeAssign, NodeStep:
		return n.Kids[0].Base()
	}
	return Object{}
}

// planter makes a tree.
type planter struct {
	outliner
	out      *Tree
	objects  map[*cc.Declarator]Object
	fn       string         // whose declarations are read
	declared map[string]int // how many names of it are, by name
	expanded bool           // what is read stands in no text
}

// typeOf describes a type.
func typeOf(t cc.Type) Type {
	if t == nil {
		return Type{}
	}
	t = t.Undecay()
	out := typeOfScalar(t)
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Elem()
	}
	out.Members = membersOf(t)
	return out
}

// fields is a structure or a union.
type fields interface {
	IsIncomplete() bool
	NumFields() int
	FieldByIndex(int) *cc.Field
}

// membersOf are the members of a structure or a union, those of members without a name among them.
func membersOf(t cc.Type) (out []Var) {
	s, ok := t.(fields)
	if !ok || s.IsIncomplete() {
		return nil
	}
	for i := range s.NumFields() {
		switch f := s.FieldByIndex(i); {
		case f == nil:
		case f.Name() == "" && !f.IsBitfield():
			out = append(out, membersOf(f.Type())...)
		case f.Name() != "" && !f.IsBitfield():
			out = append(out, Var{Name: f.Name(), Type: typeOfScalar(f.Type())})
		}
	}
	return out
}

// nameOf is a type's name in C, where it has one; that of cc has the body of enumerations,
// structures and unions, too. An enumeration without a name is the integer type that it has.
func nameOf(t cc.Type) string {
	if t.Typedef().Name() != "" {
		return t.String()
	}
	if x, ok := t.(interface{ Tag() cc.Token }); ok {
		tag := x.Tag()
		if name := tag.SrcStr(); name != "" {
			return map[cc.Kind]string{cc.Enum: "enum ", cc.Struct: "struct ", cc.Union: "union "}[t.Kind()] + name
		}
	}
	if x, ok := t.(*cc.EnumType); ok {
		return nameOf(x.UnderlyingType())
	}
	return t.String()
}

// typeOfScalar is typeOf without members.
func typeOfScalar(t cc.Type) Type {
	t = t.Undecay()
	out := Type{Text: nameOf(t)}
	switch t.Kind() {
	case cc.Void:
		out.Class = TypeVoid
	case cc.Float, cc.Double:
		out.Class, out.Size = TypeFloating, t.Size()
	case cc.Ptr:
		out.Class, out.Size = TypePointer, t.Size()
		out.Elem = nameOf(t.(*cc.PointerType).Elem())
	case cc.Array:
		out.Class = TypeArray
		out.Elem = nameOf(t.(*cc.ArrayType).Elem())
		if a := t.(*cc.ArrayType); !a.IsVLA() && !a.IsIncomplete() {
			out.Size = t.Size()
		}
	case cc.Struct, cc.Union:
		out.Class = TypeStruct
	default:
		if cc.IsIntegerType(t) && t.Size() <= 8 {
			out.Class, out.Size, out.Signed = TypeInteger, t.Size(), cc.IsSignedInteger(t)
		}
	}
	return out
}

// The kinds of nodes: statements, declarations, and expressions.
const (
	NodeBlock     NodeKind = iota // Kids are statements and declarations
	NodeExpr                      // an expression statement; Kids: the expression, if there is one
	NodeIf                        // Kids: condition, statement, and the one after else
	NodeWhile                     // Kids: condition, statement
	NodeDo                        // Kids: condition, statement
	NodeFor                       // Kids: what is there of declaration or Init, Cond and Step, then the statement
	NodeSwitch                    // Kids: value, statement
	NodeReturn                    // Kids: value, if there is one
	NodeJump                      // break, continue or goto, by Op
	NodeLabel                     // Kids: the statement after the label or case
	NodeDeclare                   // a declaration; Vars; Kids: the initialisers
	NodeInit                      // one declarator with its initialiser; Op: the name; Kids: the expression, or those of a list
	NodeOtherStmt                 // asm and the like

	NodeName
	NodeNumber  // a number or character
	NodeString  // a string
	NodeUnary   // Op: - + ~ ! *
	NodeAddr    // &
	NodeBinary  // arithmetic, relations, && and ||, by Op
	NodeAssign  // Op: = += ...
	NodeStep    // ++ or --; Postfix
	NodeCall    // Kids: the function, the arguments
	NodeIndex   // Kids: array or pointer, index
	NodeMember  // Op: . or ->; Name: the member
	NodeChoice  // ?:
	NodeComma   // Kids: the expressions
	NodeCast    // Kids: the operand
	NodeOpaque  // any other expression, or one from a macro
	NodeSizeof  // sizeof and the like, which evaluates nothing
	NodeLiteral // a compound literal
)

// The classes of types.
const (
	TypeOther Class = iota
	TypeVoid
	TypeInteger
	TypeFloating
	TypePointer
	TypeArray
	TypeStruct
)
