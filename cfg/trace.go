package cfg

// Trace is a path of edges from the entry of Main to an error location,
// following calls and returns.
type Trace struct {
	Edges []*Edge
	// Inputs are the values the execution chose, one for each Havoc,
	// MemHavoc and uninitialised Alloc among Edges, in order.
	Inputs []Input
}

// Input is the choice made by one nondeterministic statement instance.
type Input struct {
	Step  int    // index into Trace.Edges
	Value uint64 // for Havoc: the value in the low bits
	// Mem holds, for MemHavoc and Alloc, the bytes that matter, by address;
	// all others are zero.
	Mem map[uint64]byte
}

// Instance is one executed statement of a recorded run: the i-th edge that the
// execution took, counted from 0 and including implicit ones.
type Instance struct {
	Index  int
	Edge   *Edge
	Reads  []Access // in order of evaluation
	Writes []Access
}

// Access is one read or write of an Instance: of a variable, or of memory.
type Access struct {
	Var  *Var   // nil for memory
	Addr uint64 // of memory
	Size uint64 // bytes of memory; 0 for a variable
	// Value is what was read or written, in the low bits, unless Size is
	// above 8.
	Value uint64
	// Data holds the bytes of a write by Lib, MemHavoc, or Alloc that is
	// longer than 8, of a large Alloc only the first; nil for MemCopy, MemSet
	// and an Alloc of zeros, whose effect follows from their operands.
	Data []byte
}
