package libc

import "strings"

// Func is a function of the library.
type Func struct {
	Name   string
	params int  // parameters that must be passed
	list   bool // the variable arguments come as a va_list
	run    func(*call) Value
}

// Lookup returns the function of this name, or nil.
func Lookup(name string) *Func { return functions[strings.TrimPrefix(name, "__isoc99_")] }

var functions = makeTable()

func makeTable() map[string]*Func {
	t := make(map[string]*Func)
	add := func(params int, run func(*call) Value, names ...string) {
		for _, n := range names {
			t[n] = &Func{Name: n, params: params, run: run}
		}
	}
	// variadic also adds the variant that takes a va_list.
	variadic := func(params int, run func(*call) Value, name string) {
		add(params, run, name)
		t["v"+name] = &Func{Name: "v" + name, params: params + 1, list: true, run: run}
	}
	addStdio(add, variadic)
	addNumbers(add)
	addSystem(add)
	addMath(add)
	return t
}

type adder func(params int, run func(*call) Value, names ...string)

func addStdio(add adder, variadic func(int, func(*call) Value, string)) {
	variadic(1, printfCall, "printf")
	variadic(2, fprintfCall, "fprintf")
	variadic(2, dprintfCall, "dprintf")
	variadic(2, sprintfCall, "sprintf")
	variadic(3, snprintfCall, "snprintf")
	variadic(2, asprintfCall, "asprintf")
	variadic(1, scanfCall, "scanf")
	variadic(2, fscanfCall, "fscanf")
	variadic(2, sscanfCall, "sscanf")
	add(1, putsCall, "puts")
	add(1, putcharCall, "putchar", "putchar_unlocked")
	add(2, putcCall, "putc", "fputc", "putc_unlocked", "fputc_unlocked", "_IO_putc")
	add(2, fputsCall, "fputs", "fputs_unlocked")
	add(4, fwriteCall, "fwrite", "fwrite_unlocked")
	add(4, freadCall, "fread", "fread_unlocked")
	add(0, getcharCall, "getchar", "getchar_unlocked")
	add(1, getcCall, "getc", "fgetc", "getc_unlocked", "fgetc_unlocked", "_IO_getc")
	add(2, ungetcCall, "ungetc")
	add(3, fgetsCall, "fgets", "fgets_unlocked")
	add(1, getsCall, "gets")
	add(3, getlineCall, "getline")
	add(4, getdelimCall, "getdelim", "__getdelim")
	add(2, fopenCall, "fopen", "fopen64")
	add(3, freopenCall, "freopen", "freopen64")
	add(2, fdopenCall, "fdopen")
	add(1, fcloseCall, "fclose")
	add(1, fflushCall, "fflush", "fflush_unlocked")
	add(1, feofCall, "feof", "feof_unlocked")
	add(1, ferrorCall, "ferror", "ferror_unlocked")
	add(1, clearerrCall, "clearerr", "clearerr_unlocked")
	add(3, fseekCall, "fseek", "fseeko")
	add(1, ftellCall, "ftell", "ftello")
	add(1, rewindCall, "rewind")
	add(2, fgetposCall, "fgetpos")
	add(2, fsetposCall, "fsetpos")
	add(1, removeCall, "remove", "unlink")
	add(2, renameCall, "rename")
	add(0, tmpfileCall, "tmpfile")
	add(1, tmpnamCall, "tmpnam")
	add(1, perrorCall, "perror")
	add(4, setvbufCall, "setvbuf")
	add(1, setbufCall, "setbuf", "setbuffer", "setlinebuf")
	add(1, filenoCall, "fileno", "fileno_unlocked")
}

func addNumbers(add adder) {
	add(3, strtolCall, "strtol")
	add(3, strtoulCall, "strtoul")
	add(3, strtollCall, "strtoll", "strtoimax")
	add(3, strtoullCall, "strtoull", "strtoumax")
	add(1, atoiCall, "atoi")
	add(1, atolCall, "atol")
	add(1, atollCall, "atoll")
	add(2, strtodCall, "strtod")
	add(3, strtoldCall, "strtold")
	add(2, strtofCall, "strtof")
	add(1, strtodCall, "atof")
	add(0, randCall, "rand")
	add(0, randomCall, "random")
	add(1, srandCall, "srand", "srandom")
	add(1, randRCall, "rand_r")
	add(1, srand48Call, "srand48")
	add(1, seed48Call, "seed48")
	add(1, lcong48Call, "lcong48")
	add(0, func(c *call) Value { return unit48(c.lib.drand.step()) }, "drand48")
	add(0, func(c *call) Value { return lrand48(c, c.lib.drand.step()) }, "lrand48")
	add(0, func(c *call) Value { return mrand48(c, c.lib.drand.step()) }, "mrand48")
	add(1, func(c *call) Value { return unit48(c.step48()) }, "erand48")
	add(1, func(c *call) Value { return lrand48(c, c.step48()) }, "nrand48")
	add(1, func(c *call) Value { return mrand48(c, c.step48()) }, "jrand48")
	add(1, strerrorCall, "strerror")
}
