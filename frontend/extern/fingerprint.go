package extern

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/entry"
	"culprit/frontend/link"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Fingerprints tell whether what a function does, alone and by others, can have changed
// from one version of a program to another: as long as they are the same, so is
// everything that can be said of a run that begins there.
type Fingerprints struct {
	units *parse.Units
	u     *link.Program
	texts [][]segment
	funcs map[*cc.FunctionDefinition]string // names, by definition
	at    map[string]cfg.Pos                // where they are declared with their bodies
	says  map[string]string                 // their contracts
}

// segment is a declaration, the head of a function or a body, with its hash; positions
// count from its beginning, so that what is written above it does not change it.
type segment struct {
	sum  [sha256.Size]byte
	span cfg.Pos // in the text of the user, or invalid
	body string  // the function whose body this is, or ""
	// pragmas says that it has some: they hold for what follows, too.
	pragmas bool
}

// Fingerprint is that of one function.
type Fingerprint struct {
	Sum [sha256.Size]byte
	// Spans are where in the files of the user the declarations and functions stand
	// that it consists of. Two programs with one sum have the same number.
	Spans []cfg.Pos
	// At is where the function begins.
	At cfg.Pos
	// Missing are the functions without a body that are called, by name, and that
	// are not known from the C library.
	Missing []string
}

// NewFingerprints reads the files of a program. Of the configuration only what says how
// the text is read counts. Errors are as for Parse.
func NewFingerprints(files []frontend.Source, conf frontend.Config) (f *Fingerprints, err error) {
	defer parse.Recover(files[0].Name, &err)
	only := conf.OrDefault()
	units, err := parse.Files(files, only.Text(), nil)
	if err != nil {
		return nil, err
	}
	f = &Fingerprints{units: units, u: only.Linked(units), funcs: map[*cc.FunctionDefinition]string{}, at: map[string]cfg.Pos{}, says: map[string]string{}}
	for name, fn := range f.u.Funcs {
		if fn.Outer == nil {
			f.funcs[fn.Def] = name
		}
	}
	for i, text := range units.Texts {
		f.texts = append(f.texts, segments(text, f.bodies(i)))
	}
	return f, nil
}

// body is where the body of a function stands among the tokens of a file.
type body struct {
	from, to int // the braces
	name     string
}

// bodies are those of a file, in their order.
func (f *Fingerprints) bodies(i int) (out []body) {
	text := f.units.Texts[i]
	for l := f.units.ASTs[i].TranslationUnit; l != nil; l = l.TranslationUnit {
		d := l.ExternalDeclaration
		if d == nil || d.FunctionDefinition == nil || d.FunctionDefinition.CompoundStatement == nil {
			continue
		}
		s := d.FunctionDefinition.CompoundStatement
		b := body{text.Index(s.Token.Position().Offset), text.Index(s.Token2.Position().Offset), f.funcs[d.FunctionDefinition]}
		if b.from >= 0 && b.to > b.from && b.name != "" {
			out = append(out, b)
			f.says[b.name], _ = entry.Comment(f.units, i, d.FunctionDefinition)
			if at := text.Index(d.FunctionDefinition.Declarator.Position().Offset); at >= 0 {
				f.at[b.name] = text.Tokens()[at].Pos()
			}
		}
	}
	slices.SortFunc(out, func(a, b body) int { return cmp.Compare(a.from, b.from) })
	return out
}

// segments cuts a file into its declarations.
func segments(text *ccfix.Text, bodies []body) (out []segment) {
	toks, pragmas := text.Tokens(), text.Pragmas()
	depth, begin := 0, 0
	end := func(to int, name string) {
		if to > begin {
			s := segment{body: name}
			h := newTokenHash()
			for begin < to {
				for len(pragmas) > 0 && pragmas[0].Before <= begin {
					h.pragma(pragmas[0].Toks)
					pragmas, s.pragmas = pragmas[1:], true
				}
				h.token(&toks[begin])
				begin++
			}
			s.sum, s.span = h.end(), h.span
			out = append(out, s)
		}
	}
	for i := 0; i < len(toks); i++ {
		if len(bodies) > 0 && bodies[0].from == i {
			end(i, "")
			end(bodies[0].to+1, bodies[0].name)
			i, bodies = bodies[0].to, bodies[1:]
			continue
		}
		switch t := &toks[i]; {
		case t.Is("(") || t.Is("{") || t.Is("["):
			depth++
		case t.Is(")") || t.Is("}") || t.Is("]"):
			depth--
		}
		if toks[i].Is(";") && depth == 0 {
			end(i+1, "")
		}
	}
	end(len(toks), "")
	if len(pragmas) > 0 { // at the end of the file
		h := newTokenHash()
		for _, p := range pragmas {
			h.pragma(p.Toks)
		}
		out = append(out, segment{sum: h.end()})
	}
	return out
}

// tokenHash is the hash of a segment in the making.
type tokenHash struct {
	sum  hash.Hash
	span cfg.Pos
}

func newTokenHash() *tokenHash { return &tokenHash{sum: sha256.New()} }

func (h *tokenHash) number(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	h.sum.Write(b[:])
}

func (h *tokenHash) text(s string) {
	h.number(len(s))
	h.sum.Write([]byte(s))
}

// pragma adds a pragma, wherever it stands exactly.
func (h *tokenHash) pragma(toks []cpp.Token) {
	h.text("#pragma")
	for i := range toks {
		h.text(toks[i].Text)
	}
}

// token adds a token with its place: of the user's file from the beginning of the
// segment, of other files from theirs.
func (h *tokenHash) token(t *cpp.Token) {
	h.number(int(t.Kind))
	h.text(t.Text)
	switch {
	case t.File == nil:
	case cpp.Embedded(t.File.Name):
		h.text(t.File.Name)
	default:
		at := t.Pos()
		if h.span.File == "" {
			h.span = at
		}
		line := at.Line
		if at.File == h.span.File {
			line -= h.span.Line
			h.span.EndLine = max(h.span.EndLine, at.EndLine)
		}
		h.text(at.File)
		h.number(line)
		h.number(at.Col)
	}
}

func (h *tokenHash) end() (sum [sha256.Size]byte) {
	h.sum.Sum(sum[:0])
	return sum
}

// Of is the fingerprint of a function, nil if none of the name has a body. It consists
// of all declarations and pragmas, and of the bodies of the functions that it reaches.
func (f *Fingerprints) Of(function string) *Fingerprint {
	reached := map[string]bool{}
	out := &Fingerprint{}
	says := ""
	for def, name := range f.funcs {
		if def.Declarator.Name() != function {
			continue
		}
		out.At, says = f.at[name], f.says[name]
		for _, g := range f.u.Reachable(name, func(string) bool { return false }).Funcs {
			reached[g] = true
			out.Missing = append(out.Missing, frontend.Bodiless(f.u, g)...)
		}
	}
	if len(reached) == 0 {
		return nil
	}
	slices.Sort(out.Missing)
	out.Missing = slices.Compact(out.Missing)
	h := newTokenHash()
	h.text(says)
	for i := range f.texts {
		for _, name := range out.Missing {
			h.text(entry.Promised(f.units, i, name))
		}
	}
	for i, text := range f.texts {
		h.text(f.units.Files[i].Name)
		for _, s := range text {
			if s.body != "" && !reached[s.body] && !s.pragmas {
				continue
			}
			h.sum.Write(s.sum[:])
			if s.span.IsValid() {
				out.Spans = append(out.Spans, s.span)
			}
		}
	}
	out.Sum = h.end()
	return out
}
