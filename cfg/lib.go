package cfg

import "strings"

// What is known about the functions of the C library by their names. Of
// functions that occur in none of these sets everything is assumed.

// libReaders write no memory of the program but errno. Formatted output is
// among them: programs with %n are not modelled.
var libReaders = nameSet(`printf fprintf dprintf vprintf vfprintf vdprintf puts fputs putchar putc fputc fwrite write
	fopen fdopen tmpfile fclose fflush feof ferror clearerr rewind fgetc getc getchar ungetc fileno fseek ftell fsetpos lseek
	perror remove rename open creat close isatty access dup dup2 fsync ftruncate setlinebuf tzset
	getuid geteuid getgid getegid getppid
	atof rand srand random srandom lrand48 mrand48 drand48 srand48 clock sleep usleep system getpid getenv strerror`)

// libWriters write memory through their arguments, but no pointers into it.
var libWriters = nameSet(`scanf fscanf sscanf vscanf vfscanf vsscanf sprintf snprintf vsprintf vsnprintf
	fread read setbuf setvbuf fgetpos freopen rand_r erand48 nrand48 jrand48
	time mktime timegm strftime clock_gettime gettimeofday nanosleep
	frexp frexpf remquo remquof sincos sincosf sincosl setbuffer clock_getres timespec_get`)

// libLong are the functions whose result is a long double, which they write to
// where their last argument points.
var libLong = nameSet(`modfl frexpl remquol nexttowardl fdiml sinl cosl tanl asinl acosl atanl sinhl coshl tanhl asinhl acoshl atanhl
	expl exp2l exp10l expm1l logl log2l log10l log1pl logbl cbrtl erfl erfcl lgammal tgammal powl atan2l hypotl fmodl remainderl
	nextafterl fmal ldexpl scalbnl scalblnl`)

// libReturners return a pointer to where their first argument points, or
// another argument does.
var libReturners = nameSet(`fgets gets tmpnam asctime_r ctime_r localtime_r gmtime_r`)

// libStorers store a pointer into their first argument through the second.
var libStorers = nameSet(`strtod strtof strtold`)

// libAllocators store a pointer to a new heap object through the first
// argument.
var libAllocators = nameSet(`getline getdelim asprintf vasprintf`)

// libOwners return a pointer to an object of the library: a text, or a
// broken-down time.
var libOwners = nameSet(`localtime gmtime asctime ctime strerror getenv`)

// libErrno set errno, as do the mathematical functions.
var libErrno = nameSet(`fopen freopen fdopen tmpfile open creat close read write lseek fseek fgetpos fsetpos remove rename access
	strtod strtof strtold getline getdelim system`)

func nameSet(s string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(s) {
		out[n] = true
	}
	return out
}

// numeric reports whether the call computes a float of numbers.
func (s *Lib) numeric() bool {
	float := s.Dst != nil && s.Dst.Type.Kind == Float
	for i, a := range s.Args {
		switch {
		case a.Type().Kind == Float:
			float = true
		case i == 0:
			return false
		}
	}
	return float && len(s.Args) > 0
}

// LibEffect says what a library call may do to the program's memory.
type LibEffect struct {
	Writes    bool // through its arguments
	Errno     bool // sets errno
	Returns   bool // a pointer to where an argument points
	Stores    bool // such a pointer through an argument
	Allocates bool // stores a pointer to a new heap object through its first argument
	Own       bool // returns a pointer to an object of the library
	Known     bool // all this is known from the function's name
}

// Effect is what the call may do.
func (s *Lib) Effect() LibEffect {
	n := s.Func
	e := LibEffect{Errno: libErrno[n], Known: true}
	switch {
	case libReaders[n]:
		e.Own = libOwners[n]
	case libLong[n]:
		e.Writes, e.Errno = true, true
	case n == "ilogbl":
		e.Errno = true
	case libWriters[n]:
		e.Writes = true
		e.Errno = e.Errno || s.numeric()
	case libReturners[n]:
		e.Writes, e.Returns = true, true
	case libStorers[n]:
		e.Writes, e.Stores = true, true
	case libAllocators[n]:
		e.Writes, e.Allocates = true, true
	case libOwners[n]:
		e.Own = true
	case s.numeric():
		e.Errno = true
	default:
		return LibEffect{Writes: true, Errno: true, Returns: true, Stores: true, Own: true}
	}
	return e
}

// Streams are handles of the C library and not addresses: those of stdin,
// stdout and stderr, from which others follow at distances of StreamStep.
const (
	Stdin      = 0xF1E00010
	Stdout     = 0xF1E00020
	Stderr     = 0xF1E00030
	StreamStep = 0x10
)

// Errno is the name of the global object that holds errno in programs that
// look at it.
const Errno = "errno"

// IsStream reports whether a constant is the handle of a stream.
func IsStream(v uint64) bool { return v>>16 == Stdin>>16 && v%StreamStep == 0 }
