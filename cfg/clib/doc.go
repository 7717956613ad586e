// Package clib is what the project knows about the functions of the C library
// by their names: one entry for each function, in functions.txt. Whoever needs
// a fact about one asks here; internal/deps has a test that finds lists of
// library names elsewhere. The effect of a function is written down in one
// place, too: in Go in package interp/libc, or in C in the front end's prelude, or as
// statements of cfg that the front end makes. The tests of those packages
// compare them, and the declarations in the embedded headers, with the table.
//
// An entry says everything or nothing. It is complete if it names a model of the
// front end, which then does all that a call does, or has the fact "complete":
// then the program sees of a call what the entry says and nothing else, so that
//
//   - memory changes where w parameters say, by at most the amount that they say,
//     and by "stores", "new", "input" and the variables in "sets";
//   - no function of the program is called, and no pointer is kept, except for
//     those that "keeps" names: a call that gives one of those ends what is known;
//   - the result is in "range" or "within", or any of its type; a pointer is what
//     "range=new", "range=block", "returns=N" or "owns" say, or any at all;
//   - errno keeps its value or becomes any positive number.
//
// A function that is not complete, or that has no entry and whose name is in the
// list of names that C libraries have (names.txt, see Known), may do anything with
// what it gets: read, write and free all that is reached from its arguments, keep
// and return pointers, call functions that it gets, and end the program. The front
// end takes a call of one for harmless only if it gets nothing of the program
// (handedOver, in frontend/library/unknown.go): then its result is any of its type,
// and the variables of the library are arbitrary afterwards. Any other call is a
// location of kind Unsupported, so that an answer that depends on it is UNKNOWN.
//
// doc/library.md lists the names by what is known of them.
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
//	wprintf        the same of wide characters, as wscanf
//	strftime  reads a format of strftime, of which %Z reads a string of the time zone
//	r         reads an object of the type that it points to
//	rN rN*M   reads as many of them as argument N says, or N times M; of void, bytes
//	rNb       reads as many bytes as argument N says, whatever it points to
//	r=N       reads N bytes
//	w@N       writes as many bytes as the object says that argument N points to
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
//	complete       the call does nothing else, see above
//	keeps=N,M      pointers that later calls may use
//	sets=V,W       variables of the library that it changes, besides errno
//	errno          it may set errno
//	returns        its result may point to where an argument points;
//	returns=N      it is argument N, or null
//	stores         it stores such a pointer where an argument points
//	new            it stores a pointer to a new block where argument 1 points
//	owns           its result points to an object of the library, which each call
//	               may change, and which other calls return, too; owns=NAME of
//	               functions that may have one object
//	owns?          or is null
//	ends=NAME      it may end the life of such an object; if it returns that itself,
//	               its results are assumed not to be used for longer than until then
//	closes         it ends the life of the stream or directory that is argument 1 or,
//	               with returns=N, of argument N where it fails
//	state          what it does depends on the state of its stream, and changes it;
//	state=S        on that of stdin, of rand, of rand48, or of the descriptor fd
//	               that is argument 1
//	indicators=W   what it does with those of its stream for errors and the end of the
//	               file, see Indicator: end or error if they are its result, cleared,
//	               rewound, kept, read, ahead, scan or write. Otherwise it may do
//	               anything with them if what it does depends on the state of its
//	               stream, and what it prints may set that for errors
//	prints         it prints to its stream or, if it has none, to stdout;
//	prints=K       the character, text, line or format that its arguments give
//	input          what it returns and writes comes from outside of the program
//	range=LO..HI   the results that the world may choose from; any; new: null or a
//	               new object of the library, which another function closes; or
//	               block: null or a new text in a block that the program has to
//	               free. With returns=N that is where argument N is null, and
//	               argument N holds the text otherwise
//	within=LO..HI  the results that there are, where the world does not choose
//	promises=sign  only the sign of its result is promised; promises=truth: only
//	               whether it is 0
//	pure           a value of its arguments
//	noreturn       it does not return
//	sets-env       it changes what getenv answers
//	signgam        it sets signgam
//	same           its result is the same at each call
//	after=WORD     of the results of functions that have this word only the first is
//	               free: later calls may fail, but what they give otherwise depends
//	               on the calls before, in ways that are not said here. Without a
//	               word that holds of the calls of each function whose result is a
//	               number that the world chooses, and neither input nor same
//	seeks          it moves to a place in a file, which the world chooses only where
//	               it counts from the end; it and after=position say where that is
//	echoes=N       its result is argument N, or it failed
//	number         its result is the descriptor of a stream
//	wide           it makes its stream one of wide characters
//	puts-back      it changes what is read next
//	negates        it negates its argument, which may overflow
//	divides        it divides its first argument by the second
//	compares=N     it calls argument N to compare elements, in any order and as often
//	               as it likes
//	once           what runs at the end of the program must not call it
//	reorders       it puts options among its arguments in front of the others
//	utc            it counts days of 86400 seconds, which the time zone may not: some
//	               have leap seconds
//	spells         its result is the floating number that argument 1 spells
//	fixed          the program must not change what its result leads to
//	partial        C does not define it for some numbers or texts, see the prelude
package clib
