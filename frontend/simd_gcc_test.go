package frontend_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/frontend/cpp"
	"culprit/frontend/headers"
	"culprit/interp"
)

// simdHead is the frame of the program of TestSIMD. A line of its output is the name
// of a function and a number for all of its results, in which NaNs are alike.
const simdHead = `#include <x86intrin.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
typedef const char *S;
static unsigned char data[24][32] __attribute__((aligned(32)));
static union { unsigned char b[512]; __m256i v; } at, out;
static unsigned long long seed = 88172645463325252ULL, sum;
static unsigned next(void) { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; return seed >> 16; }
static void fill(void) {
	static const unsigned whole[] = { 0, ~0u, 0x80000000, 0x7fffffff, 0x80008000, 0x7fff7fff, 0x00ff00ff, 0x80808080, 0x7f7f7f7f, 1 };
	static const float f[] = { 0.0f, -0.0f, 1.5f, -1.5f, 2.5f, 0.3f, -0.5f, 0x1p30f, -0x1p31f, 0x1p31f, 3e38f, 1e-40f, 8388609.0f, 1.0f, -7.0f };
	static const double d[] = { 0.5, -0.5, 1.5, 2147483647.4, 2147483647.6, -2147483648.4, -2147483648.9, 9.3e18, -9.3e18, 1e300, 4503599627370497.5, -0.0, 3, 0.49999999999999994 };
	for (int i = 0; i < 24; i++)
		for (int k = 0; k < 8; k++) {
			unsigned x = next(), *p = (unsigned *)(void *)data[i] + k;
			float g = f[x % 15]; double e = d[x / 64 % 14];
			*p = x;
			if (i % 6 == 1) *p = whole[x % 10];
			if (i % 6 == 2) memcpy(p, &g, 4);
			if (i % 6 == 3 && k % 2 == 0) memcpy(p, &e, 8), k++;
			if (i % 6 == 4) *p = x & 0x1f1f1f1f;
			if (i % 6 == 5) *p = x % 3 ? 0x7fc00000 : 0xff800000;
		}
	for (int i = 0; i < 512; i++) at.b[i] = next();
}
static void add(const void *p, int n) { const unsigned char *b = p; for (int i = 0; i < n; i++) sum = (sum ^ b[i]) * 0x100000001b3ULL; }
static void addf(const void *p, int n) { float f; for (int i = 0; i < n; i += 4) { memcpy(&f, (char *)p + i, 4); if (f != f) f = 0x1.8p127f; add(&f, 4); } }
static void addd(const void *p, int n) { double f; for (int i = 0; i < n; i += 8) { memcpy(&f, (char *)p + i, 8); if (f != f) f = 0x1.8p1023; add(&f, 8); } }
static void says(const char *name) { add(&out, sizeof out); printf("%s %016llx\n", name, sum); sum = 0; memset(&out, 0, sizeof out); fill(); }
`

// simdOpaque are functions whose results are not compared, with the reason.
var simdOpaque = map[string]string{
	"_mm_getcsr": "flags of earlier operations", "_mm_setcsr": "flags of earlier operations", "_mm_malloc": "an address", "_mm_free": "an address",
	"_mm_undefined_ps": "any", "_mm_undefined_pd": "any", "_mm_undefined_si128": "any", "_mm256_undefined_ps": "any", "_mm256_undefined_pd": "any", "_mm256_undefined_si256": "any",
	"__rdtscp": "time", "_rdrand16_step": "random", "_rdrand32_step": "random", "_rdrand64_step": "random",
	"_rdseed16_step": "random", "_rdseed32_step": "random", "_rdseed64_step": "random",
	"__bsfd": "undefined for 0", "__bsfq": "undefined for 0", "__bsrd": "undefined for 0", "__bsrq": "undefined for 0",
}

// simdConstants are the constants that gcc takes as the last argument of a function, for
// those whose last argument is one: how many there are, by a part of the name.
var simdConstants = []struct {
	part string
	n    int
}{
	{"gather", 8}, {"cvtps_ph", 8}, {"cvtss_sh", 8}, {"_mm_cmp_", 32}, {"_mm256_cmp_", 32}, {"extractf128", 2}, {"insertf128", 2}, {"extracti128", 2}, {"inserti128", 2}, {"2f128", 256}, {"2x128", 256},
	{"_mm256_extract_epi8", 32}, {"_mm256_extract_epi16", 16}, {"_mm256_extract_epi32", 8}, {"_mm256_extract_epi64", 4},
	{"_mm256_insert_epi8", 32}, {"_mm256_insert_epi16", 16}, {"_mm256_insert_epi32", 8}, {"_mm256_insert_epi64", 4},
	{"t_epi8", 16}, {"t_epi16", 8}, {"t_epi32", 4}, {"t_epi64", 2}, {"_extract_ps", 4}, {"_insert_ps", 256}, {"_dp_", 256}, {"_cmpestr", 128}, {"_cmpistr", 128},
	{"keygenassist", 256}, {"clmulepi64", 18}, {"slli_epi", 70}, {"srli_epi", 70}, {"srai_epi", 70}, {"blend_pd", 4}, {"256_blend_pd", 16}, {"blend_ps", 16}, {"256_blend_ps", 256},
	{"blend_epi32", 16}, {"256_blend_epi32", 256}, {"blend_epi16", 256}, {"round_", 13}, {"shuffle_pd", 4}, {"256_shuffle_pd", 16}, {"permute_pd", 4}, {"256_permute_pd", 16},
	{"mpsadbw", 8}, {"256_mpsadbw", 64}, {"alignr", 256}, {"li_si", 256}, {"li_epi128", 256}, {"shuffle", 256}, {"permute", 256},
}

// simdMacros are the types of the arguments of functions that are macros here.
var simdMacros = map[string]string{
	"_mm_shuffle_ps": "__m128 __m128", "_mm_shuffle_pd": "__m128d __m128d", "_mm_slli_si128": "__m128i", "_mm_srli_si128": "__m128i", "_mm_bslli_si128": "__m128i", "_mm_bsrli_si128": "__m128i",
	"_mm_shuffle_epi32": "__m128i", "_mm_shufflelo_epi16": "__m128i", "_mm_shufflehi_epi16": "__m128i", "_mm_alignr_epi8": "__m128i __m128i", "_mm_blend_epi16": "__m128i __m128i",
	"_mm_blend_ps": "__m128 __m128", "_mm_blend_pd": "__m128d __m128d", "_mm_round_ps": "__m128", "_mm_round_pd": "__m128d", "_mm_round_ss": "__m128 __m128", "_mm_round_sd": "__m128d __m128d",
	"_mm_mpsadbw_epu8": "__m128i __m128i", "_mm256_round_ps": "__m256", "_mm256_round_pd": "__m256d", "_mm_permute_ps": "__m128", "_mm_permute_pd": "__m128d", "_mm256_permute_ps": "__m256", "_mm256_permute_pd": "__m256d",
	"_mm256_shuffle_ps": "__m256 __m256", "_mm256_shuffle_pd": "__m256d __m256d", "_mm256_blend_ps": "__m256 __m256", "_mm256_blend_pd": "__m256d __m256d",
	"_mm256_slli_si256": "__m256i", "_mm256_srli_si256": "__m256i", "_mm256_bslli_epi128": "__m256i", "_mm256_bsrli_epi128": "__m256i", "_mm256_shuffle_epi32": "__m256i", "_mm256_shufflelo_epi16": "__m256i", "_mm256_shufflehi_epi16": "__m256i",
	"_mm256_alignr_epi8": "__m256i __m256i", "_mm256_blend_epi16": "__m256i __m256i", "_mm256_mpsadbw_epu8": "__m256i __m256i", "_mm_blend_epi32": "__m128i __m128i", "_mm256_blend_epi32": "__m256i __m256i",
	"_mm256_permute4x64_epi64": "__m256i", "_mm256_permute4x64_pd": "__m256d", "_mm256_permute2x128_si256": "__m256i __m256i", "_mm256_extracti128_si256": "__m256i", "_mm256_inserti128_si256": "__m256i __m128i",
}

// simdFunction is one to be compared.
type simdFunction struct {
	name, result string
	params       []string
}

var (
	simdName   = regexp.MustCompile(`\b_[a-z]\w*|\b__[a-z]+(16|32|64|_u\d\d|[bdq])\b`)
	simdHeader = regexp.MustCompile(`static __inline ([\w ]+?\*?) ?\b(_\w+) \( ([^)]*) \) \{`)
	simdMacro  = regexp.MustCompile(`(?m)^#define (_mm\w+)\(.*\bn\)`)
)

// simdFunctions lists what the headers define.
func simdFunctions(t *testing.T) (out []simdFunction) {
	var mention strings.Builder
	macros := map[string]bool{}
	err := fs.WalkDir(headers.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := headers.FS.ReadFile(path)
		if bytes.Contains(text, []byte("#pragma culprit")) {
			for _, name := range simdName.FindAll(text, -1) {
				fmt.Fprintf(&mention, "int (%s);\n", name)
			}
			for _, m := range simdMacro.FindAllSubmatch(text, -1) {
				macros[string(m[1])] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	toks, _, perr := cpp.Read(cpp.NewFile("t.c", []byte("#include <x86intrin.h>\n"+mention.String())), map[string]*cpp.File{}, cpp.Config{PtrBits: 64})
	if perr != nil {
		t.Fatal(perr)
	}
	var text strings.Builder
	for i := range toks {
		text.WriteString(toks[i].Text + " ")
	}
	for _, m := range simdHeader.FindAllStringSubmatch(text.String(), -1) {
		f := simdFunction{name: m[2], result: m[1]}
		for _, p := range strings.Split(m[3], " , ") {
			if p != "void" {
				f.params = append(f.params, p)
			}
		}
		if !strings.HasPrefix(f.name, "__simd") && !strings.HasPrefix(f.name, "__aes") && !strings.HasPrefix(f.name, "__half") {
			out = append(out, f)
		}
	}
	for name := range macros {
		if simdOpaque[name] != "" {
			continue
		}
		types, ok := simdMacros[name]
		if !ok {
			t.Errorf("%s is not compared", name)
			continue
		}
		f := simdFunction{name: name}
		for _, p := range strings.Fields(types) {
			f.params = append(f.params, p+" x")
		}
		f.params = append(f.params, "int __n")
		f.result = f.params[0][:len(f.params[0])-2]
		if name == "_mm256_extracti128_si256" {
			f.result = "__m128i"
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b simdFunction) int { return strings.Compare(a.name, b.name) })
	return out
}

// calls is the text that calls f on several operands.
func (f *simdFunction) calls() string {
	var b strings.Builder
	n := 0
	if last := len(f.params) - 1; last >= 0 && strings.HasPrefix(f.params[last], "int ") {
		for _, c := range simdConstants {
			if strings.Contains(f.name, c.part) && (n == 0 || strings.HasPrefix(c.part, "256_")) {
				n = c.n
			}
		}
	}
	constants := []string{""}
	if n > 0 {
		constants = nil
		for i := 0; i < n; i++ {
			if strings.Contains(f.name, "gather") && i != 1 && i != 2 && i != 4 || strings.Contains(f.name, "clmul") && i&^17 != 0 || n > 32 && i > 20 && i%37 != 0 {
				continue
			}
			constants = append(constants, fmt.Sprint(i))
		}
	}
	rounds := max(2, 24/len(constants))
	for _, c := range constants {
		fmt.Fprintf(&b, "\tfor (int i = 0; i < %d; i++) {\n", rounds)
		var args []string
		for i, p := range f.params {
			ptr := strings.Contains(p, "*")
			typ := strings.TrimSpace(p[:strings.LastIndexByte(p, ' ')])
			at := fmt.Sprintf("data[(i * %d + %d) %% 24]", i*6+1, i*7)
			switch {
			case ptr && strings.Contains(p, "const"):
				if strings.Contains(f.name, "gather") {
					args = append(args, "(void *)(at.b + 128)")
				} else {
					args = append(args, "(void *)data[(i * 5 + 1) % 24]")
				}
			case ptr:
				args = append(args, fmt.Sprintf("(void *)(out.b + %d)", 32*i))
			case c != "" && i == len(f.params)-1:
				args = append(args, c)
			case strings.Contains(f.name, "gather") && i == 1:
				mask := "31"
				if strings.Contains(f.name, "i64") {
					mask = "0x1f"
				}
				lanes := strings.TrimPrefix(typ, "__m")
				op := map[string]string{"128i": "_mm_and_si128", "256i": "_mm256_and_si256"}[lanes]
				set := map[string]string{"128i": "_mm_set1_", "256i": "_mm256_set1_"}[lanes] + map[bool]string{true: "epi64x", false: "epi32"}[mask == "0x1f"]
				args = append(args, fmt.Sprintf("%s(*(%s *)%s, %s(%s))", op, typ, at, set, mask))
			case typ == "int" && strings.Contains(f.name, "cmpestr"):
				args = append(args, fmt.Sprintf("(int)(i * 5 %% 41) - 20 + %d", i))
			default:
				args = append(args, fmt.Sprintf("*(%s *)%s", typ, at))
			}
		}
		if strings.Contains(f.name, "comi") { // compilers differ in NaNs
			fmt.Fprintf(&b, "\t\tif (isnan((%s)[0]) || isnan((%s)[0])) continue;\n", args[0], args[1])
		}
		call := f.name + "(" + strings.Join(args, ", ") + ")"
		switch {
		case f.result == "void":
			fmt.Fprintf(&b, "\t\t%s;\n", call)
		case strings.HasPrefix(f.result, "__m") && strings.HasSuffix(f.result, "d"), f.result == "double":
			fmt.Fprintf(&b, "\t\t%s r = %s; addd(&r, sizeof r);\n", f.result, call)
		case f.result == "__m128", f.result == "__m256", f.result == "float":
			fmt.Fprintf(&b, "\t\t%s r = %s; addf(&r, sizeof r);\n", f.result, call)
		default:
			fmt.Fprintf(&b, "\t\t%s r = %s; add(&r, sizeof r);\n", f.result, call)
		}
		b.WriteString("\t}\n")
	}
	fmt.Fprintf(&b, "\tsays(%q);\n", f.name)
	return b.String()
}

// TestSIMD calls every function of the headers for x86's vectors on random and
// extreme operands, and compares the results with those of the processor.
func TestSIMD(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("the functions are compiled by gcc, which is not installed")
	}
	info, _ := os.ReadFile("/proc/cpuinfo")
	for _, feature := range []string{"sse4_2", "avx2", "fma", "f16c", "bmi1", "bmi2", "aes", "pclmulqdq", "adx"} {
		if !bytes.Contains(info, []byte(" "+feature)) {
			t.Skipf("the processor has no %s", feature)
		}
	}
	var text strings.Builder
	text.WriteString(simdHead)
	functions := simdFunctions(t)
	if len(functions) < 600 {
		t.Errorf("only %d functions", len(functions))
	}
	var main strings.Builder
	for i, f := range functions {
		if simdOpaque[f.name] == "" {
			fmt.Fprintf(&text, "static void test%d(void) {\n%s}\n", i, f.calls())
			fmt.Fprintf(&main, "\ttest%d();\n", i)
		}
	}
	fmt.Fprintf(&text, "int main(void) {\n\tfill();\n%s\treturn 0;\n}\n", main.String())
	dir := t.TempDir()
	if keep := os.Getenv("SIMD_KEEP"); keep != "" {
		dir = keep
	}
	file := filepath.Join(dir, "simd.c")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "simd")
	flags := strings.Fields("-O0 -w -fno-strict-aliasing -mavx2 -mfma -mbmi -mbmi2 -mf16c -mlzcnt -mpopcnt -maes -mpclmul -madx -o")
	if out, err := exec.Command(gcc, append(flags, bin, file)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	want, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	p, err := frontend.Parse("simd.c", []byte(text.String()), frontend.Config{PtrBits: 64, Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r := interp.Run(p, interp.RunConfig{Stdout: &out})
	if r.Status != interp.Exited {
		t.Errorf("%v %s %v", r.Status, r.Reason, r.Fault)
	}
	got, lines := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	if len(got) != len(lines) {
		t.Errorf("%d lines, want %d", len(got), len(lines))
	}
	for i := range min(len(got), len(lines)) {
		if got[i] != lines[i] {
			t.Errorf("got %s, want %s", got[i], lines[i])
		}
	}
}

// TestMachine: the macros of options are those of gcc.
func TestMachine(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("the macros are gcc's, which is not installed")
	}
	const one = "-march=x86-64-v4"
	known, _ := cpp.Machine(one)
	for _, option := range []string{"-msse3", "-mssse3", "-msse4.1", "-msse4.2", "-msse4", "-mavx", "-mavx2", "-mfma", "-mf16c", "-mavx512f", "-mavx512bw", "-maes", "-mpclmul", "-msha",
		"-mpopcnt", "-mlzcnt", "-mbmi", "-mbmi2", "-madx", "-mmovbe", "-mrdrnd", "-mrdseed", "-mxsave", "-mxsaveopt", "-mno-sse2", "-mno-mmx", "-m64", "-mtune=haswell",
		"-march=x86-64", "-march=x86-64-v2", "-march=x86-64-v3", one} {
		text, err := exec.Command(gcc, option, "-dM", "-E", "-x", "c", "/dev/null").Output()
		if err != nil {
			t.Logf("gcc does not know %s", option)
			continue
		}
		defined, dropped := cpp.Machine(option)
		for _, m := range slices.Concat(known, []string{"__AES__", "__PCLMUL__", "__SHA__", "__ADX__", "__RDRND__", "__RDSEED__", "__XSAVEOPT__"}) {
			base := slices.Contains([]string{"__MMX__", "__SSE__", "__SSE2__", "__FXSR__"}, m)
			got := (base || slices.Contains(defined, m)) && !slices.Contains(dropped, m)
			if want := bytes.Contains(text, []byte("#define "+m+" 1")); got != want {
				t.Errorf("%s: %s is %t, want %t", option, m, got, want)
			}
		}
	}
}
