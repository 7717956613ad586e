package cpp

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Conditions of #if, and the macros that the preprocessor computes.

// dynamicMacros are the macros whose expansion depends on where they are used.
func dynamicMacros() map[string]*macro {
	out := map[string]*macro{}
	dynamic := func(name string, f func(p *preprocessor, t *Token) (Token, bool)) {
		out[name] = &macro{name: name, dynamic: func(p *preprocessor, t *Token) (Token, bool) {
			r, ok := f(p, t)
			r.File, r.Off, r.Line, r.Spaced, r.Alien = t.File, t.Off, t.Line, t.Spaced || t.First, true
			return r, ok
		}}
	}
	str := func(name string, f func(p *preprocessor) string) {
		dynamic(name, func(p *preprocessor, t *Token) (Token, bool) {
			return Token{Kind: String, Text: strconv.Quote(f(p))}, true
		})
	}
	num := func(name string, f func(p *preprocessor, t *Token) int) {
		dynamic(name, func(p *preprocessor, t *Token) (Token, bool) {
			return Token{Kind: Number, Text: strconv.Itoa(f(p, t))}, true
		})
	}
	str("__FILE__", func(p *preprocessor) string { return displayName(p.current().name) })
	str("__FILE_NAME__", func(p *preprocessor) string { return filepath.Base(p.current().name) })
	str("__BASE_FILE__", func(p *preprocessor) string { return p.base })
	// A day that is the same in every run.
	str("__DATE__", func(*preprocessor) string { return "Jan  1 1970" })
	str("__TIME__", func(*preprocessor) string { return "00:00:00" })
	str("__TIMESTAMP__", func(*preprocessor) string { return "Thu Jan  1 00:00:00 1970" })
	num("__LINE__", func(p *preprocessor, t *Token) int { return int(t.Line + p.current().shift) })
	num("__INCLUDE_LEVEL__", func(p *preprocessor, t *Token) int { return len(p.frames) - 1 })
	num("__COUNTER__", func(p *preprocessor, t *Token) int { p.counter++; return p.counter - 1 })
	for _, name := range []string{"__has_include", "__has_include_next", "__has_attribute", "__has_cpp_attribute", "__has_c_attribute", "__has_builtin"} {
		dynamic(name, has)
	}
	return out
}

func (p *preprocessor) current() *openFile {
	if len(p.frames) == 0 {
		return &openFile{name: p.base, src: &File{}}
	}
	return p.frames[len(p.frames)-1]
}

// defined evaluates the operator defined.
func (p *preprocessor) defined(t *Token) Token {
	n := p.next()
	paren := n.Is("(")
	if paren {
		n = p.next()
	}
	if n.Kind != Ident {
		p.fail(t, "defined needs the name of a macro")
	}
	if paren {
		if end := p.next(); !end.Is(")") {
			p.fail(t, "defined needs the name of a macro")
		}
	}
	r := *t
	r.Kind, r.Text = Number, "0"
	if p.macros[n.Text] != nil {
		r.Text = "1"
	}
	return r
}

// has evaluates __has_include and the like.
func has(p *preprocessor, t *Token) (Token, bool) {
	var in []Token
	open := p.next()
	for depth := 1; open.Is("(") && depth > 0; {
		n := p.next()
		switch {
		case n.Is("("):
			depth++
		case n.Is(")"):
			depth--
		}
		if n.Kind == End || len(in) > 100 {
			break
		}
		if depth > 0 {
			in = append(in, n)
		}
	}
	if !open.Is("(") || len(in) == 0 {
		p.fail(t, "%s takes an operand in parentheses", t.Text)
	}
	r := 0
	switch t.Text {
	case "__has_include", "__has_include_next":
		name, angle, _ := p.headerName(in)
		if src, _ := p.find(p.current(), name, angle, t.Text == "__has_include_next"); src != nil {
			r = 1
		}
	case "__has_builtin":
		if p.prologue.hasBuiltin(in[0].Text) {
			r = 1
		}
	default:
		r = hasAttribute(in, t.Text == "__has_attribute")
	}
	return Token{Kind: Number, Text: strconv.Itoa(r)}, true
}

// number is a value of #if, an intmax_t or uintmax_t.
type number struct {
	v        int64
	unsigned bool
}

func truth(b bool) number {
	if b {
		return number{v: 1}
	}
	return number{}
}

// ifExpr evaluates the tokens of a condition.
type ifExpr struct {
	p    *preprocessor
	word *Token
	toks []Token
	i    int
	dead int // within an operand that is not evaluated
}

// evaluate decides the condition of #if or #elif.
func (p *preprocessor) evaluate(word *Token, rest []Token) bool {
	saved := p.inIf
	p.inIf = true
	x := &ifExpr{p: p, word: word, toks: p.expandAll(rest)}
	p.inIf = saved
	if len(x.toks) == 0 {
		p.fail(word, "#%s without a condition", word.Text)
	}
	v := x.comma()
	if x.i < len(x.toks) {
		x.fail("%s is not expected in the condition of #%s", x.toks[x.i].Text, word.Text)
	}
	return v.v != 0
}

func (x *ifExpr) fail(format string, args ...any) {
	t := x.word
	if x.i < len(x.toks) {
		t = &x.toks[x.i]
	}
	x.p.fail(t, format, args...)
}

// take consumes a punctuator if it is next.
func (x *ifExpr) take(c string) bool {
	if x.i < len(x.toks) && x.toks[x.i].Is(c) {
		x.i++
		return true
	}
	return false
}

func (x *ifExpr) comma() number {
	v := x.conditional()
	for x.take(",") {
		v = x.conditional()
	}
	return v
}

func (x *ifExpr) unless(cond bool, f func() number) number {
	if cond {
		x.dead++
		defer func() { x.dead-- }()
	}
	return f()
}

func (x *ifExpr) conditional() number {
	c := x.binary(1)
	if !x.take("?") {
		return c
	}
	a := x.unless(c.v == 0, x.comma)
	if !x.take(":") {
		x.fail("the : of a conditional expression is missing")
	}
	b := x.unless(c.v != 0, x.conditional)
	r := b
	if c.v != 0 {
		r = a
	}
	r.unsigned = a.unsigned || b.unsigned
	return r
}

var ifPrecedence = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

func (x *ifExpr) binary(least int) number {
	a := x.unary()
	for x.i < len(x.toks) && x.toks[x.i].Kind == Punct {
		op := x.toks[x.i].Text
		prec := ifPrecedence[op]
		if prec < least || prec == 0 {
			break
		}
		x.i++
		skip := op == "&&" && a.v == 0 || op == "||" && a.v != 0
		b := x.unless(skip, func() number { return x.binary(prec + 1) })
		a = x.apply(op, a, b)
	}
	return a
}

func (x *ifExpr) apply(op string, a, b number) number {
	u := a.unsigned || b.unsigned
	less := func(p, q int64) bool {
		if u {
			return uint64(p) < uint64(q)
		}
		return p < q
	}
	r := number{unsigned: u}
	switch op {
	case "||":
		return truth(a.v != 0 || b.v != 0)
	case "&&":
		return truth(a.v != 0 && b.v != 0)
	case "==":
		return truth(a.v == b.v)
	case "!=":
		return truth(a.v != b.v)
	case "<":
		return truth(less(a.v, b.v))
	case ">":
		return truth(less(b.v, a.v))
	case "<=":
		return truth(!less(b.v, a.v))
	case ">=":
		return truth(!less(a.v, b.v))
	case "|":
		r.v = a.v | b.v
	case "^":
		r.v = a.v ^ b.v
	case "&":
		r.v = a.v & b.v
	case "+":
		r.v = a.v + b.v
	case "-":
		r.v = a.v - b.v
	case "*":
		r.v = a.v * b.v
	case "<<", ">>":
		return shift(a, b, op == ">>")
	case "/", "%":
		r.v = x.divide(op == "%", a.v, b.v, u)
	}
	return r
}

// shift shifts a; a negative count shifts the other way, as in gcc.
func shift(a, b number, right bool) number {
	n := b.v
	if n < 0 && !b.unsigned {
		n, right = -n, !right
	}
	count := uint64(n)
	switch {
	case !right:
		a.v <<= count
	case a.unsigned:
		a.v = int64(uint64(a.v) >> count)
	default:
		a.v >>= count
	}
	return a
}

func (x *ifExpr) divide(rem bool, a, b int64, unsigned bool) int64 {
	switch {
	case b == 0:
		if x.dead == 0 {
			x.p.fail(x.word, "division by zero in #%s", x.word.Text)
		}
		return 0
	case unsigned && rem:
		return int64(uint64(a) % uint64(b))
	case unsigned:
		return int64(uint64(a) / uint64(b))
	case rem:
		return a % b
	}
	return a / b
}

func (x *ifExpr) unary() number {
	if x.i >= len(x.toks) {
		x.fail("the condition of #%s ends too early", x.word.Text)
	}
	x.p.count(x.word, 1)
	t := &x.toks[x.i]
	x.i++
	switch t.Kind {
	case Number:
		n, err := ppNumber(t.Text)
		if err != "" {
			x.i--
			x.fail("%s", err)
		}
		return n
	case Char:
		prefix, body := SplitLiteral(t.Text)
		if vals, ok := LiteralValues(body, prefix); ok && len(vals) > 0 {
			return number{v: x.p.charValue(prefix, vals), unsigned: prefix == "u" || prefix == "U"}
		}
	case Ident:
		if x.take("(") && x.dead == 0 {
			x.i -= 2
			x.fail("%s is not a macro, and takes arguments in #%s", t.Text, x.word.Text)
		}
		return number{}
	case Punct:
		switch t.Text {
		case "(":
			v := x.comma()
			if !x.take(")") {
				x.fail("unbalanced parenthesis in the condition of #%s", x.word.Text)
			}
			return v
		case "!":
			return truth(x.unary().v == 0)
		case "-":
			v := x.unary()
			v.v = -v.v
			return v
		case "~":
			v := x.unary()
			v.v = ^v.v
			return v
		case "+":
			return x.unary()
		}
	}
	x.i--
	x.fail("%s is not expected in the condition of #%s", t.Text, x.word.Text)
	return number{}
}

// charValue is the value of a character constant.
func (p *preprocessor) charValue(prefix string, vals []uint32) int64 {
	if prefix != "" {
		if prefix == "L" {
			return int64(int32(vals[len(vals)-1]))
		}
		return int64(vals[len(vals)-1])
	}
	if len(vals) == 1 && p.conf.UnsignedChar {
		return int64(uint8(vals[0]))
	}
	if len(vals) == 1 {
		return int64(int8(vals[0]))
	}
	v := int32(0)
	for _, b := range vals {
		v = v<<8 | int32(b&0xff)
	}
	return int64(v)
}

// ppNumber is the value of an integer constant.
func ppNumber(s string) (n number, err string) {
	digits := strings.TrimRight(strings.ToLower(s), "ul")
	suffix := strings.ToLower(s[len(digits):])
	switch suffix {
	case "", "l", "ll":
	case "u", "ul", "ull", "lu", "llu":
		n.unsigned = true
	default:
		return n, "not an integer: " + s
	}
	base, body := 10, digits
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, body = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, body = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, body = 8, digits[1:]
	}
	v, e := strconv.ParseUint(body, base, 64)
	if body == "" && base == 8 {
		return n, ""
	}
	if e != nil {
		return n, fmt.Sprintf("not an integer of 64 bits: %s", s)
	}
	n.v, n.unsigned = int64(v), n.unsigned || v > 1<<63-1
	return n, ""
}

// Operators are the builtin functions of gcc that no declaration can describe,
// since they take types, or operands that are not converted.
var Operators = map[string]bool{
	"__builtin_va_arg": true, "__builtin_offsetof": true, "__builtin_types_compatible_p": true,
	"__builtin_bit_cast": true, "__builtin_convertvector": true, "__builtin_choose_expr": true,
}

// hasBuiltin reports whether a compiler would know a function of itself: those
// that we declare, and the C library's.
func (p *prologue) hasBuiltin(name string) bool {
	return p.names[name] && strings.HasPrefix(name, "__builtin_") || p.names["__builtin_"+name] ||
		strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") ||
		Operators[name]
}

// Meaning says what the lowering does about an attribute.
type Meaning uint8

const (
	// Unheard: gcc 12 does not know it, ignores it and warns.
	Unheard Meaning = iota
	// Harmless: it has no effect on the behaviour of a defined program.
	Harmless
	// Modelled: some part of the front end asks for it by name.
	Modelled
	// Claim: gcc relies on what it says of the function, or of how to compile it.
	Claim
	// UnsupportedAttribute: uses of the function, the variable or the type that carries
	// it are locations of kind Unsupported.
	UnsupportedAttribute
)

// Attributes are the attributes of gcc 12 for C on x86, without underscores
// around the names.
var Attributes = func() map[string]Meaning {
	out := map[string]Meaning{}
	for m, names := range map[Meaning]string{
		Modelled: `alias weakref weak cleanup constructor destructor noreturn gnu_inline always_inline
			aligned packed mode transparent_union scalar_storage_order vector_size ms_struct`,
		Claim: `const malloc nonnull optimize pure returns_nonnull`,
		// The code of ifunc is chosen by a call that the program does not show,
		// bodies of naked functions are assembly, handlers run at any time.
		UnsupportedAttribute: `ifunc naked interrupt interrupt_handler`,
		Harmless: `
			access alloc_align alloc_size artificial assume_aligned cold common copy deprecated designated_init
			error expected_throw externally_visible fallthrough fd_arg flag_enum flatten format format_arg hot leaf
			may_alias no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize
			no_sanitize_address no_address_safety_analysis no_sanitize_coverage no_sanitize_thread no_sanitize_undefined
			no_split_stack no_stack_limit no_stack_protector no_vops nocommon noclone noinit noinline noipa
			nonstring noplt nothrow nothrow_call patchable_function_entry persistent retain
			returns_twice section sentinel simd stack_protect symver tainted_args target target_clones
			tls_model transaction_callable transaction_may_cancel_outer transaction_pure transaction_safe
			transaction_safe_dynamic transaction_unsafe type_generic unavailable uninitialized unused used visibility
			volatile warn_if_not_aligned warn_unused_result warning zero_call_used_regs omp_declare_simd
			callee_pop_aggregate_return cdecl cf_check fastcall fentry_name fentry_section force_align_arg_pointer
			function_return gcc_struct indirect_branch indirect_return ms_abi ms_hook_prologue no_caller_saved_registers
			nocf_check nodirect_extern_access regparm signal sseregparm stdcall sysv_abi thiscall vectorcall
			dllexport dllimport`,
	} {
		for _, n := range strings.Fields(names) {
			out[n] = m
		}
	}
	return out
}()

// AttributeName strips the underscores by which a header keeps the name of an
// attribute out of the way of macros.
func AttributeName(s string) string {
	if len(s) > 4 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") {
		s = s[2 : len(s)-2]
	}
	return s
}

// StandardAttributes are those of C23 with the number that __has_c_attribute
// gives, and what gcc 12 calls them.
var StandardAttributes = map[string]struct {
	since int
	Gnu   string
}{
	"deprecated": {201904, "deprecated"}, "fallthrough": {201904, "fallthrough"},
	"maybe_unused": {201904, "unused"}, "nodiscard": {202003, "warn_unused_result"},
}

// hasAttribute is the value of __has_attribute or __has_c_attribute.
func hasAttribute(in []Token, gnu bool) int {
	name := AttributeName(in[0].Text)
	switch scoped := len(in) == 4 && in[1].Is(":") && in[2].Is(":"); {
	case scoped && name == "gnu":
		gnu, name = true, AttributeName(in[3].Text)
	case len(in) > 1:
		return 0
	case StandardAttributes[name].since > 0:
		return StandardAttributes[name].since
	}
	if gnu && Attributes[name] != Unheard {
		return 1
	}
	return 0
}
