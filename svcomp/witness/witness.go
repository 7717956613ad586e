package witness

import "time"

// Witness is one YAML file: its entries, in order.
type Witness struct {
	File    string // where it was read from
	Entries []Entry
}

// The entry types.
const (
	InvariantSet      = "invariant_set"
	ViolationSequence = "violation_sequence"
)

// Entry is a set of invariants or a violation sequence.
type Entry struct {
	Type       string // InvariantSet or ViolationSequence
	Metadata   Metadata
	Invariants []Invariant // of an invariant_set
	Segments   []Segment   // of a violation_sequence
	Line       int         // in the file read
	// Unsupported names what the entry has of later versions of the format;
	// such an entry cannot be decided.
	Unsupported string
}

// Metadata says who made an entry about what.
type Metadata struct {
	FormatVersion string // 2.0
	UUID          string
	Created       time.Time
	Producer      Producer
	Task          Task
}

// Producer is the tool that made the witness.
type Producer struct {
	Name, Version              string
	Configuration, CommandLine string // optional
}

// Task is what the witness is about.
type Task struct {
	InputFiles []string
	Hashes     map[string]string // SHA-256 in hexadecimal, by input file
	Property   string            // the text of the property file: CHECK( ... )
	DataModel  string            // ILP32 or LP64
	Language   string            // C
}

// Location is a place in the program. Lines and columns count from 1; Column
// 0 means that none is given.
type Location struct {
	File     string
	Line     int
	Column   int
	Function string // optional
}

// The types of invariants.
const (
	LoopInvariant     = "loop_invariant"
	LocationInvariant = "location_invariant"
)

// Invariant claims that an expression is true whenever control is at a
// location; for a loop invariant that is the keyword of a loop, and the claim
// holds each time before the condition of the loop is evaluated.
type Invariant struct {
	Type     string
	Location Location
	Value    string // a C expression over the variables in scope
	Line     int    // in the file read
}

// Segment is a set of waypoints, exactly one of them with the action follow,
// which comes last.
type Segment []Waypoint

// The types of waypoints.
const (
	Assumption     = "assumption"      // Constraint, a C expression, holds before the statement at the location
	Branching      = "branching"       // the if, loop or switch at the location goes the way of Constraint: true, false, or a case value
	FunctionEnter  = "function_enter"  // control is right before the body of a called function
	FunctionReturn = "function_return" // the call that ends at the location has a \result as in Constraint
	Target         = "target"          // the violation, at the first character of the statement or full expression
)

// The actions of waypoints.
const (
	Follow = "follow"
	Avoid  = "avoid"
)

// Waypoint is one thing that the run must, or must not, pass before the next
// segment begins.
type Waypoint struct {
	Type       string
	Action     string
	Location   Location
	Constraint string // "" if there is none
	Format     string // of the constraint: c_expression, or "" for branching in its short form
	Line       int    // in the file read
}
