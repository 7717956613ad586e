package frontend

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"culprit/frontend/parse"

	"culprit/frontend/cpp"
	"culprit/frontend/headers"

	"modernc.org/cc/v4"
)

// accepted programs, many of them rewritten or extended C.
var accepted = []string{
	"int f(int n) { if (n) goto end; n = 7; end: } int main(){ switch (3) { case 3: } return 0; }",
	"__typeof__(unsigned long) x; typedef struct s T; __typeof(T *) y; typeof(x) z; int main(){return 0;}",
	"unsigned long long a = 18446744073709551615; int main(){return a>9223372036854775808 && -1 > -9223372036854775808;}",
	"int main(){ {__label__ l; goto l; l:;} {__label__ l; goto l; l:;} return 0;}",
	"_Complex char c; _Complex int d; int main(){return 0;}",
	"struct s{int a,b;} x={a:1,b:2}; int y[4]={[1] 5,[2]=6,[0 ... 1]=3}; int main(){return 0;}",
	"int f(a,b) int a; char b; {return a;} int main(){return f(1,2);}",
	"int main(){void*p=&&l; goto *p; l: return ({int z=1; z;});}",
	"int main(int c,char**v){switch(c){case 1 ... 5: return 1;} int a[c]; return c?:2;}",
	"struct e{}; int z[0]; int main(){return 0b101;}",
	"int main(){__asm__ volatile(\"nop\":::\"memory\"); asm(\"nop\"); return 0;}",
	"#include <wchar.h>\nwchar_t a[]=L\"ab\" L\"c\\x1234\"; int q[sizeof a == 20 ? 1 : -1]; int main(){return L'a' + L'\u8c93';}",
	"#include <uchar.h>\nchar16_t a[]=u\"ab\" \"c\"; int q[sizeof a == 8 ? 1 : -1]; char32_t*p=U\"x\"; int main(){char*s=u8\"ab\"; return u'a'+U'\\x10';}",
	"#include <stddef.h>\nstruct s{int a;int b[3];}; int q[offsetof(struct s,b[1])]; enum{E=offsetof(struct s,b)}; int main(){return 0;}",
	"int q[__builtin_types_compatible_p(int,int)?1:-1]; int r[__builtin_types_compatible_p(int,long)?-1:1]; int main(){return 0;}",
	"#include <stdarg.h>\nint f(int n,...){va_list a,b; va_start(a,n); va_copy(b,a); int x=va_arg(a,int); double d=va_arg(a,double); va_end(a); return x;} int main(){return f(1,2);}",
	"#include <assert.h>\nint main(){int x=1; assert(x==1 && \"msg\"); assert(main); return 'ab';}",
	"int main(){return nondet_int()+__VERIFIER_nondet_uint();}",
	"main(){return 0;}",
	"typedef int T; typedef int T; T f(T T){return T;} int main(){return 0;}",
	"int main(){return 1;}\r\n#define A 1\r\nint f(){ return \\\r\nA;}\r\n",
	"#include <math.h>\nint main(){double d=NAN; float f=INFINITY; return isnan(d)||isnan(f)||isnormal(f)||signbit(d)||fpclassify(d)==FP_ZERO||HUGE_VAL>1;}",
	"int main(void){ bool b = true; return b; }",
	"typedef int bool; int main(void){ bool b = 1; return b; }",
	"/* caf\xe9 */ int main(void){ char *s = \"caf\xe9\"; return 0; }",
	"\xef\xbb\xbfint main(void){ return 0; }",
	"#pragma pack(push, 1)\nstruct s { char a; int b; };\n#pragma pack(pop)\n#pragma whatever \"x\nint main(void){ return 0; }",
	"int main(){return " + strings.Repeat("(", 900) + "1" + strings.Repeat(")", 900) + ";}",
	"int main(){int a;" + strings.Repeat("if(a)a=1;else ", 4000) + "a=1;}",
}

// translated reads and type checks one C file.
func translated(name, src string, bits int) (*parse.Units, error) {
	return parse.Files([]Source{{Name: name, Text: []byte(src)}}, (&Config{PtrBits: bits}).Text(), nil)
}

func syntaxOf(name string, src []byte, bits int) (*cc.AST, error) {
	t, err := translated(name, string(src), bits)
	if err != nil {
		return nil, err
	}
	return t.ASTs[0], nil
}

func TestParseAccepts(t *testing.T) {
	for _, src := range accepted {
		for _, bits := range []int{32, 64} {
			if _, err := syntaxOf("t.c", []byte(src), bits); err != nil {
				t.Errorf("%d bits, %.80q: %v", bits, src, err)
			}
		}
	}
}

func TestParseHeaders(t *testing.T) {
	var b strings.Builder
	fs.WalkDir(headers.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, bits := range []int{32, 64} {
			if _, err := syntaxOf("t.c", []byte("#include <"+path+">\nint main(void){return 0;}"), bits); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		b.WriteString("#include <" + path + ">\n")
		return nil
	})
	if _, err := syntaxOf("t.c", []byte(b.String()+"int main(void){return 0;}"), 64); err != nil {
		t.Errorf("all headers: %v", err)
	}
}

func TestParseErrors(t *testing.T) {
	r := strings.Repeat
	for _, c := range []struct{ src, want string }{
		{"", "t.c:1:1: the file is empty"},
		{" \n\t", "t.c:1:1: the file is empty"},
		{"int main(){return 0", "t.c:1:20: unexpected end of file"},
		{"int x;\n*", "t.c:2:2: unexpected end of file"},
		{"int f(*", "t.c:1:8: unexpected end of file"},
		{"int f(){", "t.c:1:9: unexpected end of file"},
		{"int main(){\n return x;}", "t.c:2:9: undefined: x"},
		{"#error no way\nint main(){}", "t.c:1:2: no way"},
		{"#include \"nothere.h\"\nint main(){}", "t.c:1:10: include file not found: \"nothere.h\""},
		{"int main(){return \"abc\n;}", "t.c:1:19: unterminated literal"},
		{"/* abc", "t.c:1:1: unterminated comment"},
		{"# 12 \"foo.c\"\nint main(){\n#line 77 \"bar.c\"\nreturn x;}", "t.c:4:8: undefined: x"},
		{"int main(){goto l;}", "t.c:1:17: label undefined: l"},
		{"int a;\n\x00", "t.c:2:1: byte 0x00 is not C source text"},
		{"\x7fELF\x02\x01\x01\x00", "t.c:1:1: byte 0x7f is not C source text"},
		{"int \xff;", "t.c:1:5: byte 0xff is not C source text"},
		{"int main(){return " + r("(", 100000) + "1" + r(")", 100000) + ";}", "t.c:1:1018: brackets nested deeper than 1000"},
		{r("{", 500_000), "t.c:1:1001: brackets nested deeper than 1000"},
		{"int main(){return " + r("!", 100000) + "1;}", "t.c:1:1019: more than 1000 operators in a row"},
		{"int main(){" + r("if(1)", 10000) + ";}", "t.c:1:5012: statements nested deeper than 1000"},
		{"#define A(x) ((x))\n#define B(x) A(A(A(A(A(A(A(A(A(A(x))))))))))\n#define C(x) B(B(B(B(B(B(B(B(B(B(x))))))))))\nint main(){return C(C(C(C(C(C(1))))));}",
			"t.c:4:19: brackets nested deeper than 1000 (after macro expansion)"},
	} {
		_, err := syntaxOf("t.c", []byte(c.src), 64)
		var e *cpp.Error
		if !errors.As(err, &e) || err.Error() != c.want {
			t.Errorf("%.60q: got %v, want %s", c.src, err, c.want)
		}
	}
}

// TestRefusals: invalid programs are refused in words of C, where they are wrong.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"enum e : unsigned char { A = 256 };", "1:26: enumeration constant A does not fit in unsigned char"},
		{"enum e : _Bool { A, B, C };", "1:24: enumeration constant C has no value: the one before it is the last of its type"},
		{"enum { A = 0xffffffffffffffff, B };", "1:32: enumeration constant B has no value: the one before it is the last of its type"},
		{"struct { int b : 3; } x; int n = sizeof(x.b);", "1:34: a bit-field has no size or alignment to ask for: b"},
		{"struct { int b : 3; } x; int n = _Alignof(x.b);", "1:34: a bit-field has no size or alignment to ask for: b"},
		{"void f(int a) { (char)a = 1; }", "1:25: an assignment, ++ and -- require an lvalue"},
		{"void f(int a) { ((char)a)++; }", "1:1: an assignment, ++ and -- require an lvalue"}, // cc does not say where
		{"unsigned __int128 int x;", "1:1: these specifiers do not make a type: int __int128 unsigned"},
		{"int f(void) { int x = 1; a: x++; x = x ? x : x; a: return x; }", "1:49: multiple definitions of the label 'a', first definition at t.c:1:26"},
		{"long float x;", "1:1: these specifiers do not make a type: long float"},
		{"unsigned __int128 x;", "1:10: unsigned __int128 is not a type of the data model ILP32"},
		{"enum e : float { A };", "1:1: an enumeration cannot have the underlying type float"},
	} {
		_, err := Parse("t.c", []byte(c.src+"\nint main(void) { return 0; }\n"), Config{})
		if want := "t.c:" + c.want; err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", c.src, err, want)
		}
	}
}

// Rewriting keeps the lines, and the columns of what it does not replace where
// the replacement fits.
func TestRewritingKeepsPositions(t *testing.T) {
	src := "int a = 'ab';\nchar *s = \"x\\\n\" \"y\"; int w[] = L\"a\"\n L\"b\";\nint main() { return bad; }"
	_, err := syntaxOf("t.c", []byte(src), 64)
	if err == nil || err.Error() != "t.c:5:21: undefined: bad" {
		t.Error(err)
	}
}

// The use of a macro is the position of everything it expands to.
func TestMacroPositions(t *testing.T) {
	src := "#include <assert.h>\nint main(void) {\n  int x = 1;\n  assert(x == 1);\n  return 0;\n}\n"
	tr, err := translated("t.c", src, 64)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for l := tr.ASTs[0].TranslationUnit; l != nil; l = l.TranslationUnit {
		fd := l.ExternalDeclaration.FunctionDefinition
		if fd == nil {
			continue
		}
		for b := fd.CompoundStatement.BlockItemList; b != nil; b = b.BlockItemList {
			if b.BlockItem.Case != cc.BlockItemStmt || b.BlockItem.Statement.ExpressionStatement == nil {
				continue
			}
			found = true
			n := b.BlockItem.Statement.ExpressionStatement.ExpressionList
			if p := tr.Sources.Position(n); p.File != "t.c" || p.Line != 4 || p.Col != 3 {
				t.Errorf("assert is at %v", p)
			}
			if s := cc.NodeSource(n); !strings.HasPrefix(s, "__culprit_assert (") {
				t.Errorf("assert became %s", s)
			}
		}
	}
	if !found {
		t.Error("no assertion found")
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range accepted {
		if len(src) < 500 {
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if _, err := syntaxOf("t.c", []byte(src), 64); err != nil {
			var e *cpp.Error
			if !errors.As(err, &e) {
				t.Errorf("%T: %v", err, err)
			}
		}
	})
}
