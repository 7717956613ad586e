package main

import (
	"slices"
	"strings"
)

// defectClass is a kind of defects of a suite: a CWE of Juliet, a file of ITC.
type defectClass struct {
	name string
	// why says what in C is undefined there, and so which check is to find it.
	why string
	// but are parts of names: programs with one of them do something defined.
	but []string
	// flags are further options of verify, for both variants.
	flags []string
}

// covers reports whether the property ub covers the defect of a program.
func (c *defectClass) covers(name string) bool {
	return !slices.ContainsFunc(c.but, func(part string) bool { return strings.Contains(name, part) })
}

// julietClasses are the weaknesses that are undefined in C. Left out are those
// that are not, on a machine with 64-bit pointers: secrets, paths and commands
// (15, 78, 90, 114, 226 to 284, 319 to 338, 377, 426, 427, 506 to 535, 591, 615, 620,
// 780, 785), results that nobody looks at (252, 253, 390, 391), conversions of
// integers (196, 197), what only looks wrong (188, 398, 478 to 484, 546, 561, 563,
// 570, 571), leaks and resources (400, 401, 404, 459, 773, 775, 789), sizeof of a
// pointer that is as large as what it points to (467), characters that end a
// string early (464), loops (606, 835), recursion (674), asserts (617), sockets in
// the wrong order (605, 666), threads and signals (364, 366, 367, 479, 667, 832).
var julietClasses = []defectClass{
	{name: "CWE121", why: "write beyond an object of the stack"},
	{name: "CWE122", why: "write beyond an object of the heap"},
	{name: "CWE123", why: "write through a pointer that was overwritten from beyond an array"},
	{name: "CWE124", why: "write before an object"},
	{name: "CWE126", why: "read beyond an object"},
	{name: "CWE127", why: "read before an object"},
	{name: "CWE134", why: "format from outside, which may ask for arguments that are not there"},
	{name: "CWE190", why: "signed overflow", but: []string{"__char_", "__short_", "__unsigned_int_"}},
	{name: "CWE191", why: "signed overflow", but: []string{"__char_", "__short_", "__unsigned_int_"}},
	{name: "CWE194", why: "negative number as a size, access beyond an object"},
	{name: "CWE195", why: "negative number as a size, access beyond an object"},
	{name: "CWE242", why: "gets, write beyond an array"},
	{name: "CWE369", why: "division by zero; of floats, conversion of the infinity to an integer"},
	{name: "CWE415", why: "free twice"},
	{name: "CWE416", why: "use after free"},
	{name: "CWE457", why: "use of what was not initialised"},
	{name: "CWE468", why: "access beyond an object or not aligned, by wrong scaling", but: []string{"__char_ptr_to_int"}},
	{name: "CWE469", why: "subtraction of pointers to different objects"},
	{name: "CWE475", why: "memcpy between overlapping objects"},
	{name: "CWE476", why: "access through null", flags: []string{"--malloc-may-fail"}},
	{name: "CWE562", why: "use of a local after its function returned"},
	{name: "CWE587", why: "access at a number taken for an address"},
	{name: "CWE588", why: "access beyond an object through a pointer to a larger type"},
	{name: "CWE590", why: "free of what malloc did not return"},
	{name: "CWE665", why: "use of what was not initialised"},
	{name: "CWE675", why: "stream closed twice", but: []string{"__open_"}},
	{name: "CWE680", why: "size that wrapped, write beyond the block"},
	{name: "CWE681", why: "float converted to an integer that cannot hold it", but: []string{"double2float"}},
	{name: "CWE685", why: "printf with an argument too few"},
	{name: "CWE688", why: "printf with an argument of another type"},
	{name: "CWE690", why: "access through null after a failed allocation or fopen", flags: []string{"--malloc-may-fail"}},
	{name: "CWE758", why: "use of what was not initialised, function without return"},
	{name: "CWE761", why: "free of a pointer into a block"},
	{name: "CWE843", why: "access beyond an object through a pointer to a larger type"},
}

// itcClasses are the files of ITC whose defects are undefined in C. Left out are
// conversions of integers (data_lost, sign_conv), free of null (free_null_pointer),
// ends of strings that nobody reads (deletion_of_data_structure_sentinel), copies
// within an array by hand (ow_memcpy),
// floating overflow (pow_related_errors), leaks and failing allocations, results
// that nobody looks at, stack use (st_overflow), wrong extern declarations across
// files, code that only looks wrong, and threads.
var itcClasses = []defectClass{
	{name: "bit_shift", why: "shift count not below the width"},
	{name: "buffer_overrun_dynamic", why: "access beyond a block"},
	{name: "buffer_underrun_dynamic", why: "access before a block"},
	{name: "data_overflow", why: "signed overflow"},
	{name: "data_underflow", why: "signed overflow"},
	{name: "double_free", why: "free twice"},
	{name: "free_nondynamic_allocated_memory", why: "free of what malloc did not return"},
	{name: "func_pointer", why: "call through a pointer to another type or to nothing"},
	{name: "invalid_memory_access", why: "use after free, of locals after their function returned, of what was not initialised"},
	{name: "littlemem_st", why: "access beyond an object through a pointer to a larger type"},
	{name: "not_return", why: "value of a function that ended without one"},
	{name: "null_pointer", why: "access through null"},
	{name: "overrun_st", why: "access beyond an array"},
	{name: "ptr_subtraction", why: "subtraction of pointers to different objects"},
	{name: "return_local", why: "use of a local after its function returned"},
	{name: "st_underrun", why: "access before an array"},
	{name: "underrun_st", why: "access before an array"},
	{name: "uninit_memory_access", why: "use of what was not initialised"},
	{name: "uninit_pointer", why: "use of a pointer that was not initialised"},
	{name: "uninit_var", why: "use of what was not initialised"},
	{name: "wrong_arguments_func_pointer", why: "call through a pointer to another type"},
	{name: "zero_division", why: "division by zero"},
}
