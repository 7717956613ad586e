package entry

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/parse"
	"modernc.org/cc/v4"
)

// The contract of a function in the comment before it, in the part of ACSL, the
// specification language of Frama-C, that speaks of values: requires, ensures, and
// behaviors of them. Integers are those of mathematics there, so that sums are taken in
// a wider type. Clauses that are not understood are named in the answer.

// clause is one of a contract.
type clause struct {
	kind string // requires, ensures, or what else it begins with
	text string // as it is written
	line int
	cond string // in C; "" if it was not understood
}

// contract is what the comment before a function says.
type contract struct {
	clauses []clause
	olds    []string // expressions whose value before the call is asked for
}

var clauseKinds = []string{"requires", "ensures", "assigns", "assumes", "behavior", "terminates", "decreases", "allocates", "frees", "complete", "disjoint", "exits"}

// Comment is the comment with the contract of a function of the i-th file, which ends where
// the function begins, and its line; "" if there is none.
func Comment(units *parse.Units, i int, f *cc.FunctionDefinition) (text string, line int) {
	pos := units.Sources.Position(f)
	if pos.File != units.Files[i].Name {
		return "", 0
	}
	return commentBefore(units.Files[i].Text, pos.Line, pos.Col)
}

// commentBefore is the comment that ends before a line and column of a text.
func commentBefore(text []byte, line, col int) (string, int) {
	at := 0
	for range line - 1 {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			return "", 0
		}
		at += n + 1
	}
	before := bytes.TrimRight(text[:min(at+col-1, len(text))], " \t\r\n")
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

// readContract reads such a comment; nil if it says nothing.
func readContract(text string, line int) *contract {
	text = strings.TrimSuffix(strings.Replace(text, "/*@", "   ", 1), "*/")
	c := &contract{}
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
		case kind == "requires" && !inside || kind == "ensures" && !slices.Contains(assumed, ""):
			x.cond, _ = c.translate(cond, kind)
			if x.cond != "" && len(assumed) > 0 {
				x.cond = "!(" + strings.Join(assumed, " && ") + ") || (" + x.cond + ")"
			}
		}
		c.clauses = append(c.clauses, x)
	}
}

// old is the variable with the value that an expression had before the call.
func (c *contract) old(expr string) string {
	i := slices.Index(c.olds, expr)
	if i < 0 {
		i = len(c.olds)
		c.olds = append(c.olds, expr)
	}
	return fmt.Sprintf("__verify_old%d", i+1)
}

// translate makes C of a predicate; it fails on what it does not know.
func (c *contract) translate(text, kind string) (out string, ok bool) {
	p := &predicate{c: c, kind: kind, toks: predicateTokens(text)}
	defer func() {
		if r := recover(); r != nil {
			if _, mine := r.(notUnderstood); !mine {
				panic(r)
			}
			out, ok = "", false
		}
	}()
	out = p.value(p.ternary())
	if p.peek() != "" {
		panic(notUnderstood{})
	}
	return out, true
}

// has reports whether a contract has an understood clause of a kind.
func (c *contract) has(kind string) bool {
	return c != nil && slices.ContainsFunc(c.clauses, func(x clause) bool { return x.kind == kind && x.cond != "" })
}

// ignored are the clauses that say nothing here.
func (c *contract) ignored() (out []string) {
	for _, x := range c.clauses {
		if x.cond == "" {
			out = append(out, x.text)
		}
	}
	return out
}
