package ccfix

import (
	"fmt"

	"culprit/frontend/cpp"
)

// checkNesting refuses texts nested so deeply that recursive algorithms over
// the syntax tree would need unreasonable time or stack.
func checkNesting(toks []cpp.Token) *cpp.Error {
	n := depth{chain: make([]int, 1, 64)}
	for i := range toks {
		t := &toks[i]
		ended := n.ended
		n.ended = false
		var refused string
		switch t.Kind {
		case cpp.Punct:
			refused = n.punctuator(t.Text)
		case cpp.Ident:
			refused = n.word(t.Text, ended)
		default:
			n.prefix = 0
		}
		if refused != "" {
			if t.Alien {
				refused += " (after macro expansion)"
			}
			return cpp.Errorf(t.Pos(), "%s", refused)
		}
	}
	return nil
}

// depth counts what is open at a token.
type depth struct {
	prefix, operators int   // operators in a row, and in the expression
	nested            int   // statements without braces around each other
	chain             []int // by bracket depth: branches of the current else-if chain
	ended             bool  // the token ended a statement
}

// word looks at an identifier or keyword; ended: it begins a statement. The
// result says what is too much.
func (n *depth) word(text string, ended bool) string {
	n.prefix = 0
	top := &n.chain[len(n.chain)-1]
	switch text {
	case "else":
		n.nested = 0
		*top++
		if *top > maxBranches {
			return fmt.Sprintf("a chain of more than %d else branches", maxBranches)
		}
		return ""
	case "if", "for", "while", "do", "switch":
		n.nested++
		if n.nested > maxNesting {
			return fmt.Sprintf("statements nested deeper than %d", maxNesting)
		}
	}
	if ended {
		*top = 0
	}
	return ""
}

// punctuator looks at any other token. The result says what is too much.
func (n *depth) punctuator(text string) string {
	switch text {
	case "(", "[", "{":
		n.prefix = 0
		if text == "{" {
			n.nested = 0
		}
		if len(n.chain) > maxNesting {
			return fmt.Sprintf("brackets nested deeper than %d", maxNesting)
		}
		n.chain = append(n.chain, 0)
	case ")", "]", "}":
		n.prefix = 0
		if len(n.chain) > 1 {
			n.chain = n.chain[:len(n.chain)-1]
		}
		n.ended = text == "}"
	case ";":
		n.ended = true
		n.prefix, n.operators, n.nested = 0, 0, 0
	case ",":
		n.prefix, n.operators = 0, 0
	default:
		n.prefix++
		if n.prefix > maxNesting {
			return fmt.Sprintf("more than %d operators in a row", maxNesting)
		}
		n.operators++
		if n.operators > maxOperands {
			return fmt.Sprintf("an expression with more than %d operators", maxOperands)
		}
	}
	return ""
}
