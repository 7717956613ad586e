package frontend

import "strings"

// standardAttributes are those of C23 with the number that __has_c_attribute
// gives, and what gcc 12 calls them.
var standardAttributes = map[string]struct {
	since int
	gnu   string
}{
	"deprecated": {201904, "deprecated"}, "fallthrough": {201904, "fallthrough"},
	"maybe_unused": {201904, "unused"}, "nodiscard": {202003, "warn_unused_result"},
}

// hasAttribute is the value of __has_attribute or __has_c_attribute.
func hasAttribute(in []tok, gnu bool) int {
	name := attributeName(in[0].text)
	switch scoped := len(in) == 4 && in[1].is(":") && in[2].is(":"); {
	case scoped && name == "gnu":
		gnu, name = true, attributeName(in[3].text)
	case len(in) > 1:
		return 0
	case standardAttributes[name].since > 0:
		return standardAttributes[name].since
	}
	if gnu && attributeNames[name] != unheard {
		return 1
	}
	return 0
}

// hasBuiltin reports whether a compiler would know a function of itself: those
// that we declare, and the C library's.
func (p *prologue) hasBuiltin(name string) bool {
	return p.names[name] && strings.HasPrefix(name, "__builtin_") || p.names["__builtin_"+name] ||
		strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") ||
		operators[name] != nil || name == "__builtin_choose_expr"
}
