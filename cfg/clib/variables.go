package clib

// Streams are handles of the library and not addresses: those of stdin, stdout
// and stderr, from which others follow at distances of StreamStep.
const (
	Stdin      = 0xF1E00010
	Stdout     = 0xF1E00020
	Stderr     = 0xF1E00030
	StreamStep = 0x10
)

// IsStream reports whether a constant is the handle of a stream.
func IsStream(v uint64) bool { return v>>16 == Stdin>>16 && v%StreamStep == 0 }

// Names of variables of the library that need more than their first values.
const (
	Environ    = "environ"
	Errno      = "errno"
	SignGam    = "signgam"
	StdinName  = "stdin"
	stdoutName = "stdout"
	StderrName = "stderr"
)

// Variables are the variables of the library with their first values.
var Variables = map[string]uint64{
	StdinName: Stdin, stdoutName: Stdout, StderrName: Stderr,
	Environ: 0, Errno: 0, SignGam: 0, "optarg": 0, "optind": 1, "opterr": 1, "optopt": '?', "sys_nerr": 0,
}

// Starts reports whether a variable of the library has its first value in every
// program; the environment and what is said of it has another in each.
func Starts(name string) bool {
	_, known := Variables[name]
	return known && !IsStandard(name) && name != Environ && name != "sys_nerr"
}

// IsStandard reports whether a name is that of a stream that is open from the
// start.
func IsStandard(name string) bool { return Variables[name] != 0 && IsStream(Variables[name]) }

// Hooks are the variables of the library that hold functions which it calls.
var Hooks = []string{
	"error_print_progname", "argp_program_version_hook", "obstack_alloc_failed_handler",
	"__malloc_hook", "__realloc_hook", "__memalign_hook", "__free_hook", "__malloc_initialize_hook", "__after_morecore_hook",
}
