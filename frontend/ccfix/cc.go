package ccfix

import (
	"embed"
	"fmt"
	"os"
	"sync"

	"culprit/frontend/cpp"
	"modernc.org/cc/v4"
)

// newConfig returns the configuration of cc for the data model. It never
// looks at the machine it runs on.
func newConfig(conf cpp.Config) (*cc.Config, error) {
	arch := "amd64"
	if conf.PtrBits == 32 {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, fmt.Errorf("data model of %d bits: %w", conf.PtrBits, err)
	}
	abi.SignedChar = !conf.UnsignedChar
	return &cc.Config{
		ABI:                        abi,
		FS:                         embed.FS{},
		FSOnly:                     true,
		IgnoreNegativeShiftAmounts: true,
	}, nil
}

// endName names the declarations after the file. Without them cc does not
// terminate on some incomplete files, such as one that ends in a star.
const endName = "<end>"

// stderrMu guards the replacement of os.Stderr in quietly.
var stderrMu sync.Mutex

// quietly runs f with os.Stderr pointing nowhere: cc leaves debug output
// ("TRC ...") there for some rejected programs.
func quietly(f func()) {
	stderrMu.Lock()
	defer stderrMu.Unlock()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		f()
		return
	}
	saved := os.Stderr
	os.Stderr = null
	defer func() {
		os.Stderr = saved
		null.Close()
	}()
	f()
}

// The types that stand for parts in rewritten texts.
const RealName, ImagName = "__culprit_real", "__culprit_imag"

// ElementName is the function that a rewritten text calls for an element of a
// vector that is not one to cc.
const ElementName = "__culprit_element"

// ComplexSize is the size of vectors that stand for complex numbers with parts
// of this type, or, times 2 to the power of the rank, of a floating type: cc lets
// all operators have integers, and keeps the sizes of vectors in all places.
const ComplexSize = 1 << 50

// ImaginaryName is the function that imaginary integers are results of.
const ImaginaryName = "__culprit_imaginary"

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
