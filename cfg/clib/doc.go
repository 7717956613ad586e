// Package clib is what the project knows about the functions of the C library
// by their names: one entry for each function, in functions.txt. Whoever needs
// a fact about one asks here; internal/deps has a test that finds lists of
// library names elsewhere. What a function does is written down in one place,
// too: in Go in package interp/libc, or in C in the front end's prelude, or as
// statements of cfg that the front end makes. The tests of those packages
// compare them, and the declarations in the embedded headers, with the table.
//
// The parsers of the formats of printf and scanf are here as well, since many
// packages look at such formats.
//
// # The table
//
// An entry has names, a signature and facts, separated by colons:
//
//	fgets/fgets_unlocked : p w2 i F : run chk=2 model=gets returns state input
//
// Functions that differ only in their names share an entry. Names that
// a slash joins mean one function, which the program's graph calls by the first
// of them.
//
// The signature begins with the result. One letter is one type:
//
//	v void   i int        u unsigned int    f float    p any pointer, with the
//	F FILE*  l long       m unsigned long   d double     forms below
//	z size_t x long long  y unsigned ...    D long double
//	t ssize_t  a va_list  S a structure     . variable arguments
//
// Pointer parameters say what the call does with what they point to, and so what
// it asks of them: memory that can be used so. Arguments count from 1.
//
//	s sN      reads a string, which must be terminated, or one of at most as many
//	          characters as argument N says
//	W WN      the same of wide characters
//	printf    reads a format of printf, scanf one of scanf: strings, too
//	wprintf        the same of wide characters
//	r         reads an object of the type that it points to
//	rN rN*M   reads as many of them as argument N says, or N times M; of void, bytes
//	r=N       reads N bytes
//	w wN ...  writes, at most so much; w alone, if it points to characters or to
//	          void, an amount that is not said here
//	rw ...    reads and writes that
//	o         uses an object of the library, which must be open
//	h         frees a block of the heap
//	v         takes it for a value: reads and writes nothing
//	p         anything else: where memory is checked a call is unknown, unless the
//	          front end has a model
//
// A question mark after a parameter allows a null pointer.
//
// Facts:
//
//	run            executions call it as a cfg.Lib, which interp/libc executes;
//	run=c          of its text in C, as they do of all with model=c that are not run
//	model=M        what the front end makes of a call, see Model
//	chk=N,M        arguments that __NAME_chk of _FORTIFY_SOURCE has in addition
//	errno          it may set errno
//	returns        its result may point to where an argument points
//	stores         it stores such a pointer where an argument points
//	new            it stores a pointer to a new block where argument 1 points
//	owns           its result points to an object of the library
//	closes         it ends the life of the stream that is argument 1
//	state          what it does depends on the state of its stream, and changes it;
//	state=S        on that of stdin, of rand, of rand48, or of the descriptor fd
//	               that is argument 1
//	prints         it prints to its stream or, if it has none, to stdout;
//	prints=K       the character, text, line or format that its arguments give
//	input          what it returns and writes comes from outside of the program
//	range=LO..HI   the results that the world may choose from; any; or new: null
//	               or a new object
//	within=LO..HI  the results that there are, where the world does not choose
//	promises=sign  only the sign of its result is promised; promises=truth: only
//	               whether it is 0
//	pure           a value of its arguments
//	noreturn       it does not return
//	sets-env       it changes what getenv answers
//	signgam        it sets signgam
//	same           its result is the same at each call
//	number         its result is the descriptor of a stream
//	wide           it makes its stream one of wide characters
//	puts-back      it changes what is read next
//	negates        it negates its argument, which may overflow
//	divides        it divides its first argument by the second
package clib
