package entry

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// predicate reads a predicate of ACSL and writes it in C.
type predicate struct {
	c    *contract
	kind string // of the clause
	toks []string
	old  bool // within \old
}

// notUnderstood is the panic of what is not known here.
type notUnderstood struct{}

// mathematical is a macro for the value of an expression in a type in which sums of
// integers do not overflow.
const mathematical = `#ifdef __SIZEOF_INT128__
#define __verify_integer __int128
#else
#define __verify_integer long long
#endif
#define __verify_math(x) _Generic((x), char: (__verify_integer)(x), signed char: (__verify_integer)(x), unsigned char: (__verify_integer)(x), short: (__verify_integer)(x), unsigned short: (__verify_integer)(x), _Bool: (__verify_integer)(x), int: (__verify_integer)(x), unsigned: (__verify_integer)(x), long: (__verify_integer)(x), unsigned long: (__verify_integer)(x), long long: (__verify_integer)(x), unsigned long long: (__verify_integer)(x), default: (x))`

var predicateToken = regexp.MustCompile(`\s*(\\\w+|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uUlL]*|\d+(?:\.\d+)?[uUlLfF]*|'(?:\\.|[^'\\])'|<==>|==>|\.\.|->|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|[-+*/%!~&|^<>=?:()\[\].,{}])`)

func predicateTokens(text string) (out []string) {
	for strings.TrimSpace(text) != "" {
		m := predicateToken.FindStringSubmatchIndex(text)
		if m == nil || m[0] != 0 {
			return []string{"\\"} // which nothing takes
		}
		out = append(out, text[m[2]:m[3]])
		text = text[m[1]:]
	}
	return out
}

func (p *predicate) peek() string {
	if len(p.toks) == 0 {
		return ""
	}
	return p.toks[0]
}

// take takes the next token if it is one of these.
func (p *predicate) take(of ...string) (string, bool) {
	t := p.peek()
	if t == "" || !slices.Contains(of, t) {
		return "", false
	}
	p.toks = p.toks[1:]
	return t, true
}

func (p *predicate) want(t string) {
	if _, ok := p.take(t); !ok {
		panic(notUnderstood{})
	}
}

// term is C text: a place as the program has it, or a value.
type term struct {
	text  string
	place bool
}

// value is a term as an operand.
func (p *predicate) value(t term) string {
	if t.place {
		return "__verify_math(" + t.text + ")"
	}
	return t.text
}

func (p *predicate) ternary() term {
	cond := p.equivalence()
	if _, ok := p.take("?"); !ok {
		return cond
	}
	yes := p.ternary()
	p.want(":")
	return term{fmt.Sprintf("(%s ? %s : %s)", p.value(cond), p.value(yes), p.value(p.ternary())), false}
}

func (p *predicate) equivalence() term {
	left := p.implication()
	for {
		if _, ok := p.take("<==>"); !ok {
			return left
		}
		left = term{fmt.Sprintf("(!%s == !%s)", p.value(left), p.value(p.implication())), false}
	}
}

func (p *predicate) implication() term {
	left := p.binary(0)
	if _, ok := p.take("==>"); !ok {
		return left
	}
	return term{fmt.Sprintf("(!%s || %s)", p.value(left), p.value(p.implication())), false}
}

// precedences are the operators from the weakest; relations are chained, as in a <= b < c.
var precedences = [][]string{{"||"}, {"^^"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"<", "<=", ">", ">=", "==", "!="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func (p *predicate) binary(level int) term {
	if level == len(precedences) {
		return p.unary()
	}
	left := p.binary(level + 1)
	if precedences[level][0] == "<" {
		return p.chain(left, level)
	}
	for {
		op, ok := p.take(precedences[level]...)
		if !ok {
			return left
		}
		right := p.binary(level + 1)
		if op == "^^" {
			left = term{fmt.Sprintf("(!%s != !%s)", p.value(left), p.value(right)), false}
			continue
		}
		left = term{fmt.Sprintf("(%s %s %s)", p.value(left), op, p.value(right)), false}
	}
}

// chain reads relations: a < b < c says that a < b and b < c.
func (p *predicate) chain(left term, level int) term {
	var parts []string
	for {
		op, ok := p.take(precedences[level]...)
		if !ok {
			break
		}
		right := p.binary(level + 1)
		parts = append(parts, fmt.Sprintf("(%s %s %s)", p.value(left), op, p.value(right)))
		left = right
	}
	switch len(parts) {
	case 0:
		return left
	case 1:
		return term{parts[0], false}
	}
	return term{"(" + strings.Join(parts, " && ") + ")", false}
}

func (p *predicate) unary() term {
	op, ok := p.take("!", "-", "+", "~", "*", "&")
	if !ok {
		return p.postfix()
	}
	t := p.unary()
	switch op {
	case "*":
		return term{"(*" + t.text + ")", true}
	case "&":
		if !t.place {
			panic(notUnderstood{})
		}
		return term{"(&" + t.text + ")", false}
	}
	return term{"(" + op + p.value(t) + ")", false}
}

func (p *predicate) postfix() term {
	t := p.primary()
	for {
		op, ok := p.take("[", ".", "->")
		switch {
		case !ok:
			return t
		case op == "[":
			t = term{fmt.Sprintf("%s[(long long)%s]", t.text, p.value(p.ternary())), true}
			p.want("]")
			continue
		}
		t = term{t.text + op + p.name(), true}
	}
}

var nameOnly = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// ofLanguage are names that mean something else in ACSL or C.
var ofLanguage = []string{"integer", "real", "boolean", "sizeof", "int", "char", "unsigned", "signed", "long", "short", "float", "double", "void", "struct", "union", "enum", "const", "let", "if", "for"}

func (p *predicate) name() string {
	t := p.peek()
	if !nameOnly.MatchString(t) || slices.Contains(ofLanguage, t) {
		panic(notUnderstood{})
	}
	p.toks = p.toks[1:]
	return t
}

func (p *predicate) primary() term {
	t := p.peek()
	switch {
	case t == "(":
		p.want("(")
		x := p.ternary()
		p.want(")")
		return term{"(" + x.text + ")", x.place}
	case t == "\\true" || t == "\\false" || t == "\\null":
		p.toks = p.toks[1:]
		return term{map[string]string{"\\true": "1", "\\false": "0", "\\null": "((void *)0)"}[t], false}
	case t == "\\result" && p.kind == "ensures" && !p.old:
		p.toks = p.toks[1:]
		return term{"__verify_result", true}
	case t == "\\old" && p.kind == "ensures" && !p.old:
		p.toks = p.toks[1:]
		p.want("(")
		p.old = true
		x := p.ternary()
		p.old = false
		p.want(")")
		return term{p.c.old(x.text), true}
	case (t == "\\valid" || t == "\\valid_read") && p.kind == "requires":
		p.toks = p.toks[1:]
		return p.valid()
	case t != "" && (t[0] >= '0' && t[0] <= '9' || t[0] == '\''):
		p.toks = p.toks[1:]
		return term{t, true} // widened as places are
	}
	name := p.name()
	if p.peek() == "(" {
		panic(notUnderstood{}) // a logic function
	}
	return term{p.c.called(name), true}
}

// valid reads what \valid is about: a parameter, or a range behind it.
func (p *predicate) valid() term {
	p.want("(")
	name := p.c.called(p.name())
	low, high := "0", "0"
	closing := ""
	if _, ok := p.take("+"); ok {
		p.want("(")
		closing = ")"
	} else if _, ok := p.take("["); ok {
		closing = "]"
	}
	if closing != "" {
		low = p.value(p.binary(7))
		p.want("..")
		high = p.value(p.binary(7))
		p.want(closing)
	}
	p.want(")")
	if p.c.stub {
		if closing == "" {
			return term{fmt.Sprintf("(%s != 0 && __verify_touch(%s))", name, name), false}
		}
		return term{fmt.Sprintf("(%s < %s || __verify_touch(%s + (long long)%s) && __verify_touch(%s + (long long)%s))", high, low, name, low, name, high), false}
	}
	if closing == "" {
		return term{fmt.Sprintf("(%s != 0 && len(%s) >= 1)", name, name), false}
	}
	return term{fmt.Sprintf("(%s < %s || (%s >= 0 && len(%s) > %s))", high, low, low, name, high), false}
}

// assigned are the places that a clause lists; nil if it is not understood.
func (c *contract) assigned(list string) []place {
	places := []place{}
	_, ok := c.parse(list, "assigns", func(p *predicate) string {
		for {
			if _, none := p.take("\\nothing"); !none {
				places = append(places, p.location())
			}
			if _, more := p.take(","); !more {
				return ""
			}
		}
	})
	if !ok {
		return nil
	}
	return places
}

// location reads one: a place, or a range of elements.
func (p *predicate) location() place {
	whole := p.toks
	if r, ok := p.ranged(); ok {
		return r
	}
	p.toks = whole
	t := p.unary()
	if !t.place {
		panic(notUnderstood{})
	}
	return place{"&" + t.text, "sizeof " + t.text, ""}
}

// ranged reads a[low .. high] or *(a + (low .. high)), where a is a name, or what
// members lead to from one.
func (p *predicate) ranged() (r place, ok bool) {
	closing := "]"
	if _, deref := p.take("*"); deref {
		if _, open := p.take("("); !open {
			return r, false
		}
		closing = "))"
	}
	if !nameOnly.MatchString(p.peek()) {
		return r, false
	}
	name := p.c.called(p.name())
	for {
		op, member := p.take(".", "->")
		if !member {
			break
		}
		name += op + p.name()
	}
	for _, t := range map[string][]string{"]": {"["}, "))": {"+", "("}}[closing] {
		if _, is := p.take(t); !is {
			return r, false
		}
	}
	low := p.value(p.binary(7))
	if _, is := p.take(".."); !is {
		return r, false
	}
	high := p.value(p.binary(7))
	for _, t := range strings.Split(closing, "") {
		p.want(t)
	}
	return place{fmt.Sprintf("%s + (long long)%s", name, low), fmt.Sprintf("(%s - %s + 1) * sizeof *%s", high, low, name), fmt.Sprintf("(%s <= %s)", low, high)}, true
}

// parse makes C of a text by a rule of predicates; it fails on what that does not know.
func (c *contract) parse(text, kind string, rule func(*predicate) string) (out string, ok bool) {
	p := &predicate{c: c, kind: kind, toks: predicateTokens(text)}
	defer func() {
		if r := recover(); r != nil {
			if _, mine := r.(notUnderstood); !mine {
				panic(r)
			}
			out, ok = "", false
		}
	}()
	out = rule(p)
	if p.peek() != "" {
		panic(notUnderstood{})
	}
	return out, true
}
