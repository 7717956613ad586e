package cpp

import (
	"slices"
	"strings"
)

// Instructions that x86 has beyond those of each of its processors. A compiler that
// is told to use them says so in macros, by which programs choose their text.

// implied are the extensions that come with one, under the names of gcc's options.
var implied = map[string][]string{
	"mmx": nil, "sse": {"mmx"}, "sse2": {"sse"}, "sse3": {"sse2"}, "ssse3": {"sse3"}, "sse4.1": {"ssse3"}, "sse4.2": {"sse4.1", "popcnt", "crc32"}, "sse4": {"sse4.2"},
	"avx": {"sse4.2", "xsave"}, "avx2": {"avx"}, "fma": {"avx"}, "f16c": {"avx"}, "avxvnni": {"avx2"},
	"avx512f": {"avx2"}, "avx512bw": {"avx512f"}, "avx512cd": {"avx512f"}, "avx512dq": {"avx512f"}, "avx512vl": {"avx512f"},
	"avx512vbmi": {"avx512bw"}, "avx512vbmi2": {"avx512bw"}, "avx512vnni": {"avx512f"}, "avx512ifma": {"avx512f"}, "avx512bitalg": {"avx512bw"}, "avx512vpopcntdq": {"avx512f"},
	"aes": {"sse2"}, "pclmul": {"sse2"}, "sha": {"sse2"}, "vaes": {"avx2", "aes"}, "vpclmulqdq": {"avx", "pclmul"}, "gfni": {"sse2"},
	"popcnt": nil, "crc32": nil, "lzcnt": nil, "bmi": nil, "bmi2": nil, "adx": nil, "movbe": nil, "rdrnd": nil, "rdseed": nil, "xsave": nil, "xsaveopt": {"xsave"},
	"fxsr": nil, "clflushopt": nil, "fsgsbase": nil, "prfchw": nil,
	"x86-64": {"sse2", "fxsr"}, "x86-64-v2": {"x86-64", "sse4.2"}, "x86-64-v3": {"x86-64-v2", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"},
	"x86-64-v4": {"x86-64-v3", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}

// processors are the levels that processors of a name have at least.
var processors = []struct {
	level string
	names []string
}{
	{"x86-64-v4", []string{"skylake-avx512", "cascadelake", "cooperlake", "cannonlake", "icelake", "rocketlake", "tigerlake", "sapphirerapids", "znver4", "x86-64-v4"}},
	{"x86-64-v3", []string{"native", "haswell", "core-avx2", "broadwell", "skylake", "alderlake", "znver", "bdver4", "x86-64-v3"}},
	{"avx", []string{"sandybridge", "corei7-avx", "ivybridge", "core-avx-i", "bdver", "btver2"}},
	{"x86-64-v2", []string{"nehalem", "corei7", "westmere", "silvermont", "goldmont", "tremont", "x86-64-v2"}},
	{"ssse3", []string{"core2", "bonnell", "atom", "btver1"}},
	{"sse3", []string{"prescott", "nocona", "k8-sse3", "athlon64-sse3", "amdfam10", "barcelona"}},
}

// Machine returns the macros that a compiler's option -m defines, or takes away with
// what needs it. The processor at hand, -march=native, is any of the third level of
// x86-64.
func Machine(option string) (defined, dropped []string) {
	if name, ok := strings.CutPrefix(option, "-march="); ok {
		for _, p := range processors {
			if slices.ContainsFunc(p.names, func(n string) bool { return strings.HasPrefix(name, n) }) {
				return extensions(p.level), nil
			}
		}
		return nil, nil
	}
	if name, ok := strings.CutPrefix(option, "-mno-"); ok && isExtension(name) {
		for other := range implied {
			if (name != "mmx" || other == name) && slices.Contains(extensions(other), macroOf(name)) && isExtension(other) {
				dropped = append(dropped, macroOf(other))
			}
		}
		slices.Sort(dropped)
		return nil, slices.Compact(dropped)
	}
	if name, ok := strings.CutPrefix(option, "-m"); ok && isExtension(name) {
		return extensions(name), nil
	}
	return nil, nil
}

// isExtension reports whether a name is that of an extension, not of a level.
func isExtension(name string) bool {
	_, known := implied[name]
	return known && !strings.HasPrefix(name, "x86")
}

// macroOf is the macro that says that there is an extension.
func macroOf(name string) string {
	return "__" + strings.ToUpper(strings.ReplaceAll(name, ".", "_")) + "__"
}

// extensions are the macros of an extension or level, and of what comes with it.
func extensions(name string) (out []string) {
	if isExtension(name) && name != "sse4" {
		out = append(out, macroOf(name))
	}
	for _, n := range implied[name] {
		out = append(out, extensions(n)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
