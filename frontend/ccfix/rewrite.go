package ccfix

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"culprit/frontend/cpp"
	"culprit/frontend/syntax"
)

// Rewriting: the token sequences below are rejected by cc although compilers
// accept them, and are replaced by equivalent ones.
//
//	source                      becomes
//	18446744073709551615        an unsigned or 128-bit constant, as in gcc
//	'AB', u'x', L'é'            the number
//	u"ab", U"ab", L"a" L"b"     a compound literal or initializer of numbers
//	typeof(type)                typeof(*(type *)0)
//	[[attribute]]               __attribute__((attribute))
//	_Static_assert(e)           _Static_assert(sizeof(e), "")
//	f(int a[*], int b[])        f(int a[], int b[1])
//	int:-!!(sizeof(t)!=5);      int:0; _Static_assert(sizeof(!(sizeof(t)!=5)), "");
//	typedef char a[sizeof(t)==5?1:-1]   typedef char a[__builtin_expect(sizeof(t)==5?1:-1,0)], of which cc knows no value
//	f(int (*(*p)(void))(int))   f(__typeof__(int (*)(int)) (*p)(void))
//	_Generic(e, t: a, ...)      (a), once the types are known (generic.go)
//	{ field: 1 }, { [2] 1 }     { .field= 1 }, { [2]= 1 }
//	w[] = { L"ab" }             w[] = L"ab"
//	_Float32, 1.5f32            float, 1.5f
//	{ label: }                  { label:; }
//	__label__ l; (another l)    a new name for l within its block
//	2i                          __culprit_imaginary(2)
//	__builtin_offsetof(t, m)    an expression (rewrite_syntax.go)

// rewrite rewrites the token sequences that cc rejects although compilers accept
// them. It returns C text to be put before tokens and after them.
// known holds what generic selections choose, and of which type operands of typeof are,
// as far as that is known.
func rewrite(toks []cpp.Token, ptrBits int, known *choices) map[int][2]string {
	m := &rewriter{toks: toks, ptrBits: ptrBits, chosen: known.chosen, types: known.types, guess: known.guess, typedefs: map[string]bool{}, around: map[int][2]string{}}
	m.scan()
	m.brackets()
	m.typed()
	m.typedefNames()
	m.attributes()
	m.attributes23()
	m.enums()
	m.assertions()
	m.arrays()
	m.parameters()
	m.designators()
	m.labels()
	m.typeofs()
	m.operators()
	return m.around
}

// infinite rewrites a constant that is too large for a double, which is infinite.
func (m *rewriter) infinite(i int) {
	text := m.toks[i].Text
	hex := strings.HasPrefix(strings.ToLower(text), "0x")
	if hex && strings.ContainsAny(text, "pP") || !hex && strings.ContainsAny(text, "eE.") {
		if v, _ := strconv.ParseFloat(text, 64); math.IsInf(v, 0) {
			m.replace(i, i, "(1e308*10)")
		}
	}
}

// scan rewrites literals and labels at the end of a block.
func (m *rewriter) scan() {
	for i := 0; i < len(m.toks); i++ {
		switch t := &m.toks[i]; t.Kind {
		case cpp.Number:
			if len(t.Text) >= 19 {
				m.bigNumber(i)
			}
			m.infinite(i)
			m.floatSuffix(t)
			m.imaginary(i)
		case cpp.Ident:
			if f, ok := floatTypes[t.Text]; ok {
				m.replace(i, i, f)
			}
		case cpp.Char:
			m.charLiteral(i)
		case cpp.String:
			j := i
			for j+1 < len(m.toks) && m.toks[j+1].Kind == cpp.String {
				j++
			}
			m.stringLiteral(i, j)
			i = j
		case cpp.Punct:
			if t.Text == ":" && m.is(i+1, "}") {
				m.after(i, ";")
			}
		}
	}
}

// floatTypes are the types of IEC 60559 that are others in disguise on x86.
// Uses of the last three are unsupported.
var floatTypes = map[string]string{"_Float32": "float", "_Float64": "double", "_Float32x": "double", "_Float64x": "long double",
	"_Float16": "__culprit_float16", "__bf16": "__culprit_bf16", "_Float128": "__culprit_float128", "__float128": "__culprit_float128"}

// floatSuffix gives constants of those types the suffix of the others.
func (m *rewriter) floatSuffix(t *cpp.Token) {
	s := strings.ToLower(t.Text)
	if strings.HasPrefix(s, "0x") && !strings.Contains(s, "p") {
		return
	}
	for suffix, as := range map[string]string{"f32": "f", "f64": "", "f32x": "", "f64x": "l"} {
		if strings.HasSuffix(s, suffix) {
			t.Text = t.Text[:len(s)-len(suffix)] + as
			return
		}
	}
	for suffix, as := range map[string]string{"f16": "__culprit_half", "f128": "__culprit_float128", "q": "__culprit_float128"} {
		if strings.HasSuffix(s, suffix) {
			t.Kind, t.Text = cpp.Raw, "(("+as+")"+t.Text[:len(s)-len(suffix)]+"l)"
			return
		}
	}
}

// bigNumber gives decimal constants above LLONG_MAX the type gcc gives them.
func (m *rewriter) bigNumber(i int) {
	s := m.str(i)
	if s[0] == '0' || strings.Trim(s, "0123456789") != "" {
		return
	}
	v, ok := new(big.Int).SetString(s, 10)
	limit := new(big.Int).Lsh(big.NewInt(1), 63)
	if !ok || v.Cmp(limit) < 0 || v.BitLen() > 64 {
		return
	}
	unaryMinus := m.is(i-1, "-") && !m.is(i-2, "--") && !m.is(i-2, ")") && !m.is(i-2, "]") &&
		(i < 2 || m.toks[i-2].Kind == cpp.Punct || m.str(i-2) == "return")
	switch {
	case m.ptrBits == 32:
		m.replace(i, i, s+"ULL")
	case unaryMinus && v.Cmp(limit) == 0:
		m.replace(i-1, i, "(-9223372036854775807LL-1)")
	default:
		m.replace(i, i, "((__int128)"+s+"ULL)")
	}
}

// charLiteral replaces prefixed and multi-character constants by numbers.
func (m *rewriter) charLiteral(i int) {
	prefix, body := cpp.SplitLiteral(m.str(i))
	vals, ok := cpp.LiteralValues(body, prefix)
	if !ok || len(vals) == 0 {
		return
	}
	switch {
	case prefix == "" && len(vals) > 1:
		v := int32(0)
		for _, b := range vals {
			v = v<<8 | int32(b&0xff)
		}
		m.replace(i, i, strconv.Itoa(int(v)))
	case prefix != "" && (prefix != "L" || len(vals) > 1 || vals[0] > 127):
		// cc does not know u'' and U''. The last of several characters counts.
		t := map[string]string{"L": "__predefined_wchar_t", "u8": "unsigned char", "u": "unsigned short", "U": "unsigned"}[prefix]
		m.replace(i, i, "(("+t+")"+strconv.FormatUint(uint64(vals[len(vals)-1]), 10)+")")
	}
}

// stringLiteral replaces wide string literals that cc cannot concatenate or
// does not know by lists of numbers. Tokens i to j are adjacent literals.
func (m *rewriter) stringLiteral(i, j int) {
	kind := ""
	plain := true // cc reads it as it is
	for k := i; k <= j; k++ {
		prefix, body := cpp.SplitLiteral(m.str(k))
		if prefix != "" {
			kind = prefix
		}
		if prefix != "" && prefix != "L" || prefix == "L" && (i != j || strings.Contains(body, "\\")) {
			plain = false
		}
	}
	if kind != "" && kind != "u8" && m.is(i-1, "{") && m.is(j+1, "}") && m.namesArray(i-2) {
		m.replace(i-1, i-1, "") // cc takes it for the first element
		m.replace(j+1, j+1, "")
	}
	if kind == "" || plain {
		return
	}
	if kind == "u8" {
		for k := i; k <= j; k++ {
			if prefix, body := cpp.SplitLiteral(m.str(k)); prefix == "u8" {
				m.replace(k, k, `"`+body+`"`)
			}
		}
		return
	}
	var b strings.Builder
	for k := i; k <= j; k++ {
		_, body := cpp.SplitLiteral(m.str(k))
		vals, ok := cpp.LiteralValues(body, kind)
		if !ok {
			return
		}
		for _, v := range vals {
			b.WriteString(strconv.FormatUint(uint64(v), 10))
			b.WriteByte(',')
		}
	}
	b.WriteByte('0')
	elem := syntax.TextType + kind
	if m.is(i-1, "=") && m.is(i-2, "]") || m.toks[max(i-1, 0)].Kind == cpp.Raw && m.is(i-2, "=") {
		m.replace(i, j, "{"+b.String()+"}")
	} else {
		m.replace(i, j, "(("+elem+"[]){"+b.String()+"})")
	}
}

// namesArray reports whether the = at i follows a[] and that has no star in
// front.
func (m *rewriter) namesArray(i int) bool {
	if !m.is(i, "=") || !m.is(i-1, "]") || !m.is(i-2, "[") || !m.isIdent(i-3) {
		return false
	}
	for i -= 4; m.isIdent(i) && qualifierKeywords[m.str(i)]; i-- {
	}
	return !m.is(i, "*")
}

// imaginary rewrites an integer constant with an imaginary suffix.
func (m *rewriter) imaginary(i int) {
	s := m.str(i)
	at := strings.IndexAny(s, "ijIJ")
	if at < 0 || strings.ContainsAny(s, ".") || strings.Trim(s[at+1:], "uUlL") != "" {
		return
	}
	hex := strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")
	if digits := strings.TrimRight(s[:at], "uUlL"); hex && strings.ContainsAny(digits, "pP") || !hex && strings.ContainsAny(digits, "eEfF") {
		return
	}
	m.replace(i, i, ImaginaryName+"("+s[:at]+s[at+1:]+")")
}
