package entry

import (
	"fmt"
	"slices"
	"strings"

	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// writer collects the text.
type writer struct {
	Config
	units *parse.Units
	at    int // the file

	outside  []string // declarations before the function
	declared map[string]bool
	body     []string
	said     []string
	indent   int
	blocks   int // how many there are, which numbers the next
	objects  int // that pointers lead to
	stubs    int
	reached  []block   // that are being made, from the outside
	contract *contract // nil if there is none
	kept     []kept    // what the contract may say does not change
	// contracted says that functions without body have contracts, required that one
	// of them requires something.
	contracted, required bool
	free                 string // the argument of which conditions may say the length
	made                 map[int]Block
}

func (w *writer) line(format string, args ...any) {
	if len(w.body) == maxLines {
		panic(impossible{fmt.Sprintf("its arguments take more than %d statements: lower --depth-of-links or --length", maxLines)})
	}
	w.body = append(w.body, strings.Repeat("    ", w.indent+1)+fmt.Sprintf(format, args...))
}

// allocate writes the statement that allocates what path leads to.
func (w *writer) allocate(path string, elem cc.Type, format string, args ...any) {
	w.line(format, args...)
	w.objects++
	w.made[len(w.body)] = Block{path, max(elem.Size(), 1), path == w.free}
}

// block is what is done if a condition holds.
func (w *writer) block(cond string, then func()) {
	w.line("if (%s) {", cond)
	w.indent++
	then()
	w.indent--
	w.line("}")
}

// declare puts a declaration in front, once.
func (w *writer) declare(text string) {
	if !w.declared[text] {
		w.declared[text] = true
		w.outside = append(w.outside, text)
	}
}

// assume adds a sentence, once.
func (w *writer) assume(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(w.said, s) {
		w.said = append(w.said, s)
	}
}

// failing writes the assertion of a clause.
func (w *writer) failing(x clause, file, function string) {
	w.declare("extern void __assert_fail(const char *, const char *, unsigned, const char *);")
	w.line("if (!(%s)) __assert_fail(%q, %q, %d, %q);", x.cond, x.text, file, x.line, function)
}

// capture gives what write writes, on lines that do not become part of the body.
func (w *writer) capture(write func()) string {
	body, indent := w.body, w.indent
	w.body, w.indent = nil, 0
	write()
	text := strings.Join(w.body, "\n") + "\n"
	w.body, w.indent = body, indent
	return text
}

// impossible is the panic for an argument that cannot be made.
type impossible struct{ why string }

// block is a block that is being made.
type block struct{ name, of string }

// kept is an object that exists before the call.
type kept struct {
	number int
	count  string // the variable with the number of elements; "" for one
	elem   cc.Type
	path   string // how the reader knows it
}

// Config says what arguments a function gets.
type Config struct {
	// Function is the name of the function in question.
	Function string
	// Length is how many elements an array, and how many characters a string has
	// at most.
	Length int
	// Depth is how many structures of one type a chain of pointers leads through at
	// most: the length of a list, the height of a tree.
	Depth int
	// Null lets every pointer be null. Otherwise only those are that end a chain.
	Null bool
	// Globals gives the variables of the file any value.
	Globals bool
	// Contract lets the contract in the comment before the function count.
	Contract bool
	// Outside are the functions without body that it may call. Those that have a
	// contract get a body from that, if Contract.
	Outside []string
	// Variable is one of the files, and Hidden one of a function or of the library, that
	// the function may see and that may have changed since the program began; "" if
	// there is none.
	Variable, Hidden string
	// Assume are conditions in C on the parameters, where len(p) is the number of
	// elements behind p.
	Assume []string
	// Results keeps a pointer that the function returns, so that its block is not lost.
	Results bool
}

// Block is memory that an argument leads to.
type Block struct {
	Path string // how the reader knows what leads there
	Size int64  // of an element, in bytes
	// Free says that an argument leads there itself, and that conditions may speak
	// of its length, of which nothing is known.
	Free bool
}

// Name is the function of the text that calls the function in question, Prefix with
// what all of its functions begin.
const (
	Name   = Prefix + "entry"
	Prefix = "__verify_"
)
