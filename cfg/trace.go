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
