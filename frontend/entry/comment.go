package entry

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Comment is the comment with the contract of a function of the i-th file, which ends where
// its definition begins, or else where a declaration does; "" if there is none.
func Comment(units *parse.Units, i int, f *cc.FunctionDefinition) (text string, line int) {
	text, line, _ = comment(units, i, f)
	return text, line
}

// comment is Comment, with the declarator whose parameters the contract is about.
func comment(units *parse.Units, i int, f *cc.FunctionDefinition) (text string, line int, of *cc.Declarator) {
	if text, line = commentAt(units, f); text != "" {
		return text, line, f.Declarator
	}
	return promised(units, i, f.Declarator.Name())
}

// Promised is the comment with the contract before a declaration of a function in the
// i-th file or its headers; "" if there is none.
func Promised(units *parse.Units, i int, name string) string {
	text, _, _ := promised(units, i, name)
	return text
}

// promised is the contract before a declaration of a function in the i-th file or its
// headers.
func promised(units *parse.Units, i int, name string) (text string, line int, of *cc.Declarator) {
	for d, declaration := range declarations(units, i) {
		if d.Name() == name && d.Type().Kind() == cc.Function {
			if text, line = commentAt(units, declaration); text != "" {
				return text, line, d
			}
		}
	}
	return "", 0, nil
}

// declarations are those of functions and variables in the i-th file and its headers,
// but for ours.
func declarations(units *parse.Units, i int) iter.Seq2[*cc.Declarator, *cc.Declaration] {
	return func(yield func(*cc.Declarator, *cc.Declaration) bool) {
		for l := units.ASTs[i].TranslationUnit; l != nil; l = l.TranslationUnit {
			d := l.ExternalDeclaration
			if d == nil || d.Case != cc.ExternalDeclarationDecl {
				continue
			}
			for id := d.Declaration.InitDeclaratorList; id != nil; id = id.InitDeclaratorList {
				file, _ := units.Sources.Locate(id)
				x := id.InitDeclarator.Declarator
				if file == nil || x == nil || x.IsTypename() || units.Sources.InHeader(x) {
					continue
				}
				if !yield(x, d.Declaration) {
					return
				}
			}
		}
	}
}

// commentAt is the contract that ends where a node begins.
func commentAt(units *parse.Units, n cc.Node) (string, int) {
	file, at := units.Sources.Locate(n)
	if file == nil {
		return "", 0
	}
	return commentBefore(file.Text, at)
}

// commentBefore is the comment that ends before an offset of a text, and its line.
func commentBefore(text []byte, at int) (string, int) {
	before := bytes.TrimRight(text[:min(at, len(text))], " \t\r\n")
	from := len(before)
	if bytes.HasSuffix(before, []byte("*/")) {
		from = bytes.LastIndex(before, []byte("/*"))
		if from < 0 || !bytes.HasPrefix(before[from:], []byte("/*@")) {
			return "", 0
		}
	} else {
		for from > 0 {
			begin := bytes.LastIndexByte(before[:from-1], '\n') + 1
			if !bytes.HasPrefix(bytes.TrimLeft(before[begin:from], " \t"), []byte("//@")) {
				break
			}
			from = begin
		}
	}
	return string(before[from:]), 1 + bytes.Count(before[:from], []byte("\n"))
}

// of reads such a comment; nil if it says nothing.
func (c *contract) of(text string, line int) *contract {
	text = strings.TrimSuffix(strings.Replace(text, "/*@", "   ", 1), "*/")
	c.read(strings.ReplaceAll(text, "//@", "   "), line)
	if len(c.clauses) == 0 {
		return nil
	}
	return c
}

var behaviorHead = regexp.MustCompile(`^behavior\s+\w+\s*:\s*`)

// read splits a contract into its clauses. What a behavior ensures holds where its
// assumptions did before the call.
func (c *contract) read(body string, line int) {
	assumed := []string(nil)
	inside := false
	for _, part := range strings.SplitAfter(body, ";") {
		lead := len(part) - len(strings.TrimLeft(part, " \t\r\n@*"))
		at := line + strings.Count(part[:lead], "\n")
		line += strings.Count(part, "\n")
		text := strings.TrimRight(strings.TrimSpace(part[lead:]), ";@* \t\r\n")
		if head := behaviorHead.FindString(text); head != "" {
			inside, assumed = true, nil
			text = text[len(head):]
		}
		kind, cond, _ := strings.Cut(text, " ")
		if text == "" {
			continue
		}
		x := clause{kind: kind, text: strings.Join(strings.Fields(text), " "), line: at}
		if !slices.Contains(clauseKinds, kind) {
			x.kind = "clause"
		}
		cond = strings.Join(strings.FieldsFunc(cond, func(r rune) bool { return r == '@' || r == '\n' || r == '\r' }), " ")
		switch {
		case kind == "assumes":
			if old, ok := c.translate(cond, "requires"); ok {
				assumed = append(assumed, c.old("("+old+")"))
			} else {
				assumed = append(assumed, "")
			}
			continue
		case kind == "assigns" && !inside:
			x.places = c.assigned(cond)
		case kind == "requires" && !inside || kind == "ensures" && !slices.Contains(assumed, ""):
			x.cond, _ = c.translate(cond, kind)
			if x.cond != "" && len(assumed) > 0 {
				x.cond = "!(" + strings.Join(assumed, " && ") + ") || (" + x.cond + ")"
			}
		}
		c.clauses = append(c.clauses, x)
	}
}

// translate makes C of a predicate; it fails on what it does not know.
func (c *contract) translate(text, kind string) (out string, ok bool) {
	return c.parse(text, kind, func(p *predicate) string { return p.value(p.ternary()) })
}

var clauseKinds = []string{"requires", "ensures", "assigns", "assumes", "behavior", "terminates", "decreases", "allocates", "frees", "complete", "disjoint", "exits"}

// definition is that of a function; nil if there is none.
func definition(units *parse.Units, i int, name string) *cc.FunctionDefinition {
	for f := range bodies(units, i) {
		if f.Declarator.Name() == name {
			return f
		}
	}
	return nil
}

// bodies are the functions of one file and of its headers, but for ours.
func bodies(units *parse.Units, i int) iter.Seq[*cc.FunctionDefinition] {
	return func(yield func(*cc.FunctionDefinition) bool) {
		for l := units.ASTs[i].TranslationUnit; l != nil; l = l.TranslationUnit {
			d := l.ExternalDeclaration
			if d == nil || d.Case != cc.ExternalDeclarationFuncDef || d.FunctionDefinition.Declarator == nil {
				continue
			}
			if file, _ := units.Sources.Locate(d.FunctionDefinition.Declarator.NameTok()); file != nil && !yield(d.FunctionDefinition) {
				return
			}
		}
	}
}
