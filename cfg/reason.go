package cfg

import "fmt"

// ReasonKind says why an execution ends at a location.
type ReasonKind uint8

// The reasons of locations. Those up to UnfreedBlock are errors; the others
// make the answer unknown, except for ExitCall.
const (
	NoReason       ReasonKind = iota
	Assertion                 // an assertion, whose condition Text shows
	FailedAssert              // a call that reports a failed assertion, Text, if it is known
	ErrorCall                 // a call of the error function Name
	ErrorLabel                // the label Name
	Claim                     // invariant Size of a witness
	Reached                   // a place that is asked for
	SignedOverflow            // Text says what overflows
	Division                  // a division by zero, in Text
	NullCall                  // a call through a null pointer
	InvalidRead               // of Size bytes; 0 where that varies
	InvalidWrite              // of Size bytes; 0 where that varies
	InvalidAccess             // several at once
	InvalidFree               //
	Overlap                   // Name, a function or an assignment, copies between objects that overlap
	OtherObject               // a difference or comparison, Text, of pointers to different objects
	Forbidden                 // what C does not define, Text
	Misplaced                 // the same, of the offset in an object, not of its address
	LostBlock                 // nothing leads to a heap block
	UnfreedBlock              // the program ends with a heap block
	ExitCall                  // the program ends here, by exit, abort or a failed assertion; the location is plain
	Construct                 // a construct outside the language, Text
	LibraryCall               // a call of the function Name, which has no model
	PointerCall               // a call through a pointer to none of the known functions
	Recursion                 // of Name, deeper than Size calls; 0 if none is followed
	DeepCall                  // a call of Name below too many others
	NoBody                    // a call of Name, which has no body
	LargeBlock                // an allocation that no slot holds
	FarPointer                // a pointer that may lead into another object
	StrandedBlock             // a call that does not return, and may not end the program, with a heap block
	Undefined                 // evaluating Text is undefined
)

var reasonNames = [Undefined + 1]string{
	"", "assertion", "failed-assert", "error-call", "error-label", "claim", "reached", "overflow", "division", "null-call",
	"invalid-read", "invalid-write", "invalid-access", "invalid-free", "overlap", "other-object", "forbidden", "misplaced", "lost-block", "unfreed-block", "exit", "construct",
	"library-call", "pointer-call", "recursion", "deep-call", "no-body", "large-block", "far-pointer", "stranded-block", "undefined",
}

func (k ReasonKind) String() string { return reasonNames[k] }

// Reason says why an execution ends at a location. Whoever needs to know looks
// at Kind and its data; Text and the result of String are for people.
type Reason struct {
	Kind ReasonKind
	Name string // of a function or label
	Size uint64 // a number of bytes or calls
	Text string
}

// OverflowPart is what of an operation does not fit.
type OverflowPart uint8

// The parts that overflow.
const (
	WholeResult    OverflowPart = iota
	ConvertedValue              // the operand of a conversion
	ShiftCount                  // the right operand of a shift
	ItsQuotient                 // what a remainder computes on the way
)

// Overflow is the reason of a location where an operation overflows.
func Overflow(site *Site, part OverflowPart) Reason {
	r := Reason{Kind: SignedOverflow, Text: site.Text + " does not fit in " + site.CType.String()}
	switch part {
	case ConvertedValue:
		r.Text = "the value converted in " + r.Text
	case ShiftCount:
		r.Text = "the count of " + site.Text + " is out of range"
	case ItsQuotient:
		r.Text = "the quotient of " + r.Text
	}
	return r
}

// String is the reason in words.
func (r Reason) String() string {
	switch r.Kind {
	case Assertion:
		return "assertion " + r.Text
	case FailedAssert:
		if r.Text == "" {
			return "assertion failed"
		}
		return "assertion " + r.Text
	case ErrorCall, LibraryCall:
		return "call of " + r.Name
	case ErrorLabel:
		return "label " + r.Name
	case Claim:
		return fmt.Sprintf("invariant %d of the witness", r.Size)
	case SignedOverflow:
		return "signed overflow: " + r.Text
	case InvalidRead, InvalidWrite:
		return reasonTexts[r.Kind] + ofBytes(r.Size)
	case Overlap:
		return r.Name + " between objects that overlap"
	case Division:
		if r.Text != "" {
			return "division by zero in " + r.Text
		}
	case Construct, Forbidden, OtherObject, Misplaced:
		return r.Text
	case Recursion:
		if r.Size == 0 {
			return "recursion of " + r.Name
		}
		return fmt.Sprintf("recursion of %s deeper than %d calls", r.Name, r.Size)
	case DeepCall:
		return "too deep call of " + r.Name
	case NoBody:
		return "call without body of " + r.Name
	case Undefined:
		return "evaluating " + r.Text + " is undefined"
	}
	return reasonTexts[r.Kind]
}

// reasonTexts are the words of reasons that need none of the data, or begin so.
var reasonTexts = map[ReasonKind]string{
	Reached: "the assertion is reached", Division: "division by zero", NullCall: "call through a null pointer",
	InvalidRead: "invalid read", InvalidWrite: "invalid write", InvalidAccess: "invalid memory access", InvalidFree: "invalid free",
	LostBlock: "a heap block is lost", UnfreedBlock: "a heap block is not freed", ExitCall: "exit",
	PointerCall:   "call through a pointer to an unknown function",
	LargeBlock:    "allocation of a very large block",
	FarPointer:    "arithmetic of a pointer that leads far out of its object",
	StrandedBlock: "a call that does not return while there is memory that is not freed",
}

func ofBytes(n uint64) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " of 1 byte"
	}
	return fmt.Sprintf(" of %d bytes", n)
}

// Violation says what an execution that ends at an error location has done.
func (r Reason) Violation() string {
	switch r.Kind {
	case NoReason:
		return "error reached"
	case Assertion:
		return r.String() + " violated"
	case FailedAssert:
		if r.Text != "" {
			return r.String() + " violated"
		}
	}
	return r.String()
}
