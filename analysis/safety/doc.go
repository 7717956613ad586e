// Package safety turns undefined behaviour into assertions: it changes a
// program so that a statement that would violate a property is preceded by a
// branch to an error location.
//
//	property         error locations
//	no-overflow      before every signed operation whose result may not fit
//	valid-deref      before every access that may lie in no live object
//	valid-free       before every free of what may be no live heap block
//	valid-memtrack   where the program ends, or may run on without end, while
//	                 nothing leads to a heap block
//	valid-memcleanup where the program ends before a heap block is freed
//
// The pass works on the lowered program, so that all front end forms of an
// operation are treated alike, and runs once, after regions are known. The
// property that a location violates is its Loc.Property, the operation and the reason
// are in Loc.Reason, and its position is that of the operation, so that every assertion
// has relevance and traces of its own, like any other.
//
// Conditions follow evaluation: an operand of a lazy && || ?: that is not
// evaluated violates nothing.
//
// # Overflow
//
// The competition calls it an overflow if the type of an operation
// is signed and its value does not fit. By C11 these are, on the types after
// promotion and the usual conversions:
//
//   - + - * and unary -, also in ++, -- and compound assignments, whose value
//     does not fit (6.5p5);
//   - / and % of the least value by -1 (6.5.5p6);
//   - << of a negative value, or with a result that does not fit, and << and >>
//     of a signed value by a negative number of bits or by as many as it has
//     (6.5.7);
//   - conversion of a float to a signed type that cannot hold its integral
//     part, or of NaN (6.3.1.4);
//   - abs, labs and llabs of the least value (7.22.6.1), at the call.
//
// A shift of an unsigned value is none of these, whatever the count is: C does
// not define it for a negative count either, but no signed operation has a
// value that does not fit, which is what the competition asks for. (verify run
// stops there, as at other undefined behaviour.)
//
// These are none, too: unsigned arithmetic, conversions of integers, arithmetic of
// pointers, division by zero, and what the compiler computes: constant
// expressions where C demands them and initialisers of static objects. Other
// constant expressions overflow where they are executed; the front end does
// not fold them. Nor does anything that the front end adds overflow: only
// operations with a cfg.Site count, which those of the user's text have.
//
// The condition of an operation is one comparison where an operand is a
// literal. Otherwise one operand is compared with what the other leaves to
// the limit, and before that stands, as a lazy conjunct, that one of them
// is so large that the result may not fit: intervals decide most programs by
// it. Operations whose operands are too small by their syntax, mostly for
// having been widened, get none. doc/design/undefined-behaviour.md has the
// measurements.
//
// # Memory
//
// Problem: whether an address may be used depends on which object the pointer
// was made from, and an address does not say so. Under these properties it
// does: every object and every block of the heap lies in a slot of addresses
// of its own (cfg.Program.Slots), 2^42 bytes wide, or 2^18 with 32-bit
// pointers, so that the upper bits name the object also of a pointer that
// lies somewhat outside of it. An allocation moves the heap top to the next
// slot before it; nothing else about allocation changes.
//
// The object of an access is that of the pointer its address starts from, the
// innermost left operand of pointer additions: p[i] is valid if it lies within
// the object that p points into, whatever i is. The condition is
//
//   - for a named object or a local block of known size, a comparison of the
//     offset with constants or with the size;
//   - otherwise one alternative for each object that the alias analysis lets
//     the pointer point to, if these are few; and
//   - for the heap, and for many objects, a comparison with the entry of the
//     slot in a table of live blocks: a region of memory of its own
//     (cfg.SizesRegion) at the start of each slot, where no object is. It
//     holds the size plus 1, and 0 where there is no live block. Allocation
//     and free, and for local objects entry and exit of the function, write
//     it.
//
// The alternatives are sound however good the alias analysis is: an access
// that satisfies one of them lies in a live object. If the analysis misses
// one, a valid access leads to the error location, and the replay refutes it.
//
// free wants null, or the lead of a slot with an entry that belongs to the
// heap. realloc allocates, copies not more than the old block has, and frees.
//
// Leaks: one variable (cfg.WatchVar) holds the address of one block, chosen
// arbitrarily when it is allocated, until it is freed. Where main returns or
// the program is ended by exit, abort or their like, valid-memcleanup wants it
// to be null.
//
// For valid-memtrack something must lead to the block, at every moment of
// every run. A lost block stays lost, so that it is enough to look where main
// returns, where exit, abort or a failed assertion end the program, where
// __VERIFIER_assume is wrong (it never returns then), and at one location of
// each cycle that may be taken without end, if it comes after an allocation:
//
//   - Left out are cycles with a counter: a test that control passes once a
//     round, and a step that is made once a round (counters.go). The values
//     before the tests are an arithmetic progression modulo 2^w, so that one
//     fails the test. Where valid-deref is checked as well, an address of an
//     access counts, too: it leaves every object.
//   - A cycle that allocates nothing is looked at only when a pointer has the
//     value that it had at an earlier round, chosen arbitrarily since the cycle
//     was entered. There are finitely many values, so that a run without end
//     has one twice; a walk along a list that ends has not. The pointer is the
//     one that decides whether the cycle is left, or it is a counter that is
//     compared with what may change, as in for (i = 0; i < m->rows; i++); where
//     there is neither, as in while (pop(&list)), a few of those that the cycle
//     may change, or reads through pointers that it does not change, have their
//     earlier values together.
//   - Recursion needs none: beyond the depth that is modelled it leads to
//     Unsupported.
//
// It is enough that a variable of the user in an open scope, a global one, or
// a word of a small object in an open scope points into the block. To know
// about callers, each of them says before a call whether its own variables do
// (#kept); then only one block is watched in a run. At the end of a scope its
// pointers become null, so that they keep nothing. It is also enough that a word
// of a block of a lower rank points into it, or of a static object of any size:
// the last such word is remembered (holders.go), and if all blocks that are not
// kept otherwise have one, none is lost. The order of ranks is a guess; where a
// trace says that a block is lost and the execution does not see it, the other
// order is tried (cfg.NewerVar). All that is weaker than reachability: what
// fails it is only a candidate.
//
// # Who confirms
//
// An error location lists the uses of memory it is about (cfg.Loc.Checks).
// Package interp looks at them when it gets there, with its own table of
// objects, in which nothing of the above takes part, and for leaks follows all
// pointers: those of temporaries, too, as long as they are needed. An unconfirmed
// location is not a violation: the answer is UNKNOWN.
//
// # Decisions and limits
//
//   - Bounds are those of whole objects, not of members (pointers.go has those).
//   - A write to a string literal or a static const object is invalid, also one
//     that a function of the library makes. One to a local const object is not,
//     and neither is the read of an uninitialised value.
//   - An object of size 0 may be freed and not accessed. Accesses of 0 bytes
//     are valid.
//   - Locals of main are gone when it returns: what only they point to is
//     lost. Elsewhere, also at exit and abort, they count.
//   - abort, a failed assertion and an error function end the program: for
//     valid-memcleanup a block that is left there is a violation, as at exit. So
//     the competition has it, whose rule is about every finite execution that
//     ends. A wrong __VERIFIER_assume ends nothing. Where a function without body
//     does not return it may end the program or not, and behind
//     __builtin_unreachable anything may happen: the answer is UNKNOWN if there
//     is a block.
//   - Blocks that only other blocks lead to, in no order of ranks, are candidates
//     that nobody confirms: the answer is UNKNOWN. Where the program runs on it
//     is not if the location is not reached, or all loops are shown to end
//     (cfg.Loc.Forever). Nothing is remembered of words in objects that end with
//     a call, nor of those in blocks that share a region with such objects in
//     recursive programs, or with blocks of the stack.
//   - A pointer that would leave its slot by arithmetic whose result is kept, and
//     so might end up in another object, leads to a location of kind Unsupported
//     (steps.go), where ub-pointer does not make an error of it (pointers.go). Short steps pass; where they are made again and again and may
//     add up, a note says that this is assumed not to happen. Offsets wrap as
//     addresses do.
//   - The objects of an inner block, its compound literals included, live until
//     it is left, also by goto; a label in it begins the lives of those declared
//     before it. So do variable-length arrays, and in blocks without labels
//     the locals of recursive functions. A structure that a call returns lives
//     until the end of the full expression. Of several blocks that one alloca
//     makes in a loop, only the last one ends.
//   - A heap block larger than three quarters of a slot leads to a location of
//     kind Unsupported. That the slots are exhausted is assumed away, like the
//     end of the heap elsewhere.
//   - Library functions check what package frontend lists for them
//     (cfg/clib) and what the lowering of their calls reads and writes; a
//     call of one of which that is not said is Unsupported. Where they copy
//     between objects that overlap, that is a violation, except for memcpy of
//     a block to where it is, which compilers use for structures. A
//     pointer from outside the program may be valid or not, and nothing that
//     follows is confirmed.
package safety
