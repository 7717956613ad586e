// Package interp executes cfg programs with concrete values.
//
// It is the second, independent semantics of package cfg: it shares no code
// with the logical encoding, so replaying a counterexample here is a real
// differential test of the verifier.
//
// # Ways to run
//
//   - Replay follows an error trace. Every nondeterministic statement takes
//     the value recorded in the trace; every branch is decided by evaluation
//     and must agree with the trace.
//   - Execute runs with values from an InputSource and can record the trace
//     of what happened.
//   - Run executes a program lowered for execution as C does: own locals for
//     every activation, the C library (package libc), and a positioned Fault on
//     undefined behaviour, including the use of uninitialised values (see
//     uninit.go), and, on request, signed overflow and leaks.
//   - Explore executes from one input to the next and searches among the states
//     in between for one that leads to an error (states.go, alphabet.go).
//   - Session is a Run that can be stopped, copied, forced and continued;
//     Record makes a Recording, which package dependence builds graphs of.
//
// Replay and Execute have the verifier's semantics: undefined behaviour has
// the total SMT-LIB result and is noted, memory is zero at the start, and
// Alloc is the bump allocator of package cfg. Recursive activations have
// their own locals, as in C: an error trace that exists only because an
// encoding shares one copy among them diverges.
//
// To read, from the ground up: source.go and config.go (what an execution is given),
// fault.go, memory.go, objects.go and state.go (what it is), detect.go and
// describe.go (what is wrong, in words), heap.go, activation.go, machine.go and
// loop.go (instructions), then the ways to run: execute.go, replay.go, run.go,
// session.go, recording.go, states.go.
//
// # Algorithm
//
// Package code turns a program into register code, in which values are kept
// zero-extended in 64 bits and checks ride along on request. Code for Replay
// announces every edge.
//
// A run is recorded by keeping what it cannot compute again: the answers of
// its inputs, on a tape that spills to a temporary file (recording.go, inputs.go),
// and copies of the machine every million instances or so, which share memory
// pages until they are written (session.go, memory.go). Recording therefore
// runs fast code at its usual speed. To look at instances, the nearest copy
// continues in code that traces: every instance begins and ends there and its
// accesses are noted in between (tracer.go). A Session changes between the two
// codes, since their states between instances are the same except for the slots
// of constants; a Force (force.go) is applied in code that traces. When the
// copies need more room than their budget, every other one is dropped and
// their distance doubled (recording.go).
//
// Checks ride along on request: uses of uninitialised values (uninit.go),
// elements of named arrays (pointers.go), arithmetic that leads pointers out of
// their objects (pointers.go), overflow (overflow.go), and accesses that
// contradict the regions of the alias analysis (region.go).
// Checks that are not asked for cost nothing. A Fault says what was accessed, with
// the names that the expression of the instruction has (describe.go).
//
// Memory is a sparse table of pages with a direct-mapped cache in front. The
// table of live objects is consulted only where accesses are checked. The heap
// of Run has gaps after its blocks and reuses freed ones late (heap.go);
// heap.go looks for blocks that nothing points to. Functions of the C library
// are executed by package libc on this memory (lib.go).
//
// # Deviations and limits
//
// Bounds are checked by address, not by provenance, except where the address
// says that it starts from a named object or from a pointer variable
// (pointers.go): any other access that lands in another live object is not
// noticed, and neither is one that leaves an array inside a structure. Of
// signed shifts, those of negative values and those out of range count as
// overflow. A block whose address survives only as part of another number, or
// one byte at a time, is called a leak. NaN results of arithmetic are
// canonical, except in Run (float.go). A location with several enabled
// edges is nondeterministic: Replay takes the trace's edge, Execute asks the
// Chooser.
package interp
