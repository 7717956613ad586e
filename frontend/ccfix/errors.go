package ccfix

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/frontend/cpp"
)

// error turns the error of cc, which is text with one line for each
// diagnostic, into an Error for the first diagnostic.
func (t *Text) error(err error) *cpp.Error {
	if e, ok := err.(*cpp.Error); ok {
		return e
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	line = origin.ReplaceAllString(line, "")
	line = strings.ReplaceAll(line, "TODO ", "not understood: ")
	if strings.HasPrefix(line, endName+":") {
		return t.endError()
	}
	if twiceLabelled.MatchString(line) {
		if e := t.sameLabel(); e != nil {
			return e
		}
	}
	var first *cfg.Pos
	unit := regexp.MustCompile(regexp.QuoteMeta(UnitName(t.name)) + `:(\d+):(\d+)(:\s*)?`)
	line = unit.ReplaceAllStringFunc(line, func(s string) string {
		m := unit.FindStringSubmatch(s)
		ln, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		pos := t.posOf(ln, col)
		if first == nil {
			first = &pos
			return ""
		}
		return pos.String() + m[3]
	})
	if first == nil && noInt128.MatchString(line) {
		first = t.find("__int128")
	}
	if first == nil {
		first = &cfg.Pos{File: t.name}
	}
	return &cpp.Error{Pos: *first, Msg: inC(strings.TrimSpace(line))}
}

var (
	noType        = regexp.MustCompile(`DeclarationSpecifiers missed/failed type check: \[(.*)\]`)
	specifier     = regexp.MustCompile(`TypeSpecifier(\w+)`)
	noInt128      = regexp.MustCompile(`^(\w* ?__int128) not supported on`)
	twiceLabelled = regexp.MustCompile(`\*cc\.LabeledStatement`)
	treeName      = regexp.MustCompile(`^internal error: |\*cc\.|missed/failed`)
)

// inC says in words of C what cc says with names of its syntax trees.
func inC(said string) string {
	if m := noType.FindStringSubmatch(said); m != nil {
		words := specifier.ReplaceAllStringFunc(m[1], func(s string) string {
			switch w := strings.ToLower(strings.TrimPrefix(s, "TypeSpecifier")); w {
			case "int128", "float128":
				return "__" + w
			case "bool":
				return "_Bool"
			default:
				return w
			}
		})
		return "these specifiers do not make a type: " + words
	}
	if m := noInt128.FindStringSubmatch(said); m != nil {
		return m[1] + " is not a type of the data model ILP32"
	}
	switch {
	case said == "LHS must be unary-expression", strings.HasPrefix(said, "internal error: CastExpression"), strings.HasPrefix(said, "internal error: PrimaryExpression"):
		return "an assignment, ++ and -- require an lvalue"
	case treeName.MatchString(said), said == "":
		return "this is not valid C, or not supported"
	}
	return said
}

// endError is the error for what cc dislikes after the text.
func (t *Text) endError() *cpp.Error {
	for i := len(t.cc.toks) - 1; i >= 0; i-- {
		if f := t.cc.toks[i].File; f != nil && f.Name == t.name {
			src := bytes.TrimSuffix(f.Text, []byte("\n"))
			line := bytes.Count(src, []byte("\n")) + 1
			col := len(src) - bytes.LastIndexByte(src, '\n')
			return &cpp.Error{Pos: cfg.Pos{File: t.name, Line: line, Col: col, EndLine: line, EndCol: col + 1}, Msg: "unexpected end of file"}
		}
	}
	return &cpp.Error{Pos: cpp.Start(t.name), Msg: "unexpected end of file"}
}

// find is the first place of a word in the user's files, nil if there is none.
func (t *Text) find(word string) *cfg.Pos {
	for i := range t.cc.toks {
		if k := &t.cc.toks[i]; k.File != nil && k.Text == word {
			pos := k.Pos()
			return &pos
		}
	}
	return nil
}

// sameLabel is the error for the first label that its function has already, nil if
// there is none.
func (t *Text) sameLabel() *cpp.Error {
	depth, seen := 0, map[string]cfg.Pos{}
	toks := t.cc.toks
	for i := range toks {
		switch k := &toks[i]; {
		case k.Is("{"):
			depth++
		case k.Is("}"):
			depth--
			if depth == 0 {
				clear(seen)
			}
		case k.Kind == cpp.Ident && k.File != nil && k.Text != "default" && depth > 0 && i+1 < len(toks) && toks[i+1].Is(":") &&
			slices.ContainsFunc([]string{"{", "}", ";", ":", ")"}, toks[i-1].Is):
			first, ok := seen[k.Text]
			if ok {
				return &cpp.Error{Pos: k.Pos(), Msg: fmt.Sprintf("multiple definitions of the label '%s', first definition at %v", k.Text, first)}
			}
			seen[k.Text] = k.Pos()
		}
	}
	return nil
}

// posOf is the place in the user's files of a place in the text that cc reads.
func (t *Text) posOf(line, col int) cfg.Pos {
	if k := t.At(t.offset(line, col)); k != nil {
		return k.Pos()
	}
	return cpp.Start(t.name)
}

// offset is that of a place in the text that cc reads.
func (t *Text) offset(line, col int) int {
	off := 0
	for ; line > 1; line-- {
		n := bytes.IndexByte(t.cc.src[off:], '\n')
		if n < 0 {
			break
		}
		off += n + 1
	}
	return off + col - 1
}

// origin matches the place in the sources of cc that it adds to messages.
var origin = regexp.MustCompile(` \([a-z0-9]+\.go:\d+:[^()]*\)$`)

// firstLine shows a recovered panic.
func firstLine(p any) string {
	s, _, _ := strings.Cut(fmt.Sprint(p), "\n")
	return origin.ReplaceAllString(s, "")
}
