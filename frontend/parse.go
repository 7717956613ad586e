package frontend

import (
	"cmp"
	"runtime/debug"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/ctree"
	"culprit/frontend/entry"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// Parse lowers the C file name with the text src. Every error is an
// *Error, or an *InternalError for what should not happen, or the cause of
// conf.Ctx.
func Parse(name string, src []byte, conf Config) (*cfg.Program, error) {
	return ParseFiles([]Source{{Name: name, Text: src}}, conf)
}

// ParseFiles lowers a program of one or more translation units, linked
// together. Its errors are those of Parse.
func ParseFiles(files []Source, conf Config) (prog *cfg.Program, err error) {
	name := files[0].Name
	defer func() {
		if p := recover(); p != nil {
			prog = nil
			if s, ok := p.(stopped); ok {
				err = s.cause
				return
			}
			err = &InternalError{Pos: cpp.Start(name), Value: p, Stack: debug.Stack()}
		}
	}()
	conf.PtrBits = cmp.Or(conf.PtrBits, 32)
	if conf.PtrBits != 32 && conf.PtrBits != 64 {
		return nil, cpp.Errorf(cpp.Start(name), "unknown data model: pointers of %d bits", conf.PtrBits)
	}
	if conf.ErrorFuncs == nil {
		conf.ErrorFuncs = []string{"reach_error", "__VERIFIER_error"}
	}
	conf.Main = cmp.Or(conf.Main, "main")
	units, err := parse.Files(files, conf.Text(), prelude.New(conf.Execute))
	if err != nil {
		conf.poll() // it may have failed because of that
		return nil, err
	}
	conf.poll()
	u := conf.Linked(units)
	if u.Refused != nil {
		return nil, u.Refused
	}
	if u.Funcs[conf.Main] == nil {
		what := "the file defines no function"
		if len(files) > 1 {
			what = "none of the files defines a function"
		}
		return nil, cpp.Errorf(cpp.Start(name), "%s %s", what, conf.Main)
	}
	l := newLowerer(conf, u)
	if err := u.Agree(l.Types, l.Reach); err != nil {
		return nil, err
	}
	if err := l.asserts(); err != nil {
		return nil, err
	}
	if conf.Call != nil {
		l.CFG.Driver = conf.Call.Text.Name
	}
	l.run()
	l.CFG.Sources = l.Linked.Sources.Texts
	if conf.Call != nil {
		l.CFG.Drive()
		l.CFG.Notes = slices.Concat(conf.Call.assumed, l.CFG.Notes)
	}
	return l.CFG, nil
}

// Linked links the units of a program.
func (c *Config) Linked(units *parse.Units) *link.Program {
	var marks [][]ccfix.SymbolMark
	for _, text := range units.Texts {
		marks = append(marks, text.SymbolMarks())
	}
	return link.New(units.ASTs, marks, units.Sources, c.Standard.GnuInline(), func(name string) bool {
		return link.AlwaysBuiltin[name] || slices.Contains(c.ErrorFuncs, name)
	}, library.Has)
}

// Entries lists the functions of a program with a body whose names a pattern with *
// and ? matches. Errors are as for Parse.
func Entries(files []Source, pattern string, conf Config) (names []string, err error) {
	defer parse.Recover(files[0].Name, &err)
	units, err := parse.Files(files, conf.OrDefault().Text(), prelude.New(false))
	if err != nil {
		return nil, err
	}
	return entry.Functions(units, pattern), nil
}

// Enter lets conf.Main be a text that calls a function (package entry). Errors are as
// for Parse, and for functions that cannot be called.
func Enter(files []Source, call entry.Config, conf *Config) (err error) {
	defer parse.Recover(files[0].Name, &err)
	units, err := parse.Files(files, conf.OrDefault().Text(), prelude.New(false))
	if err != nil {
		return err
	}
	for i, f := range files {
		if !entry.Defines(units, i, call.Function) {
			continue
		}
		u := conf.OrDefault().Linked(units)
		call.Contract, call.Outside = true, nil
		call.Results = conf.OrDefault().Checks&safety.Memtrack != 0
		reach := u.Reachable(call.Function, func(string) bool { return false })
		call.Variable, call.Hidden = u.Lasting(reach)
		for _, g := range reach.Funcs {
			call.Outside = append(call.Outside, Bodiless(u, g)...)
		}
		h, err := entry.New(units, i, call)
		if err == nil && h.Contracted {
			trial := *conf
			trial.Call = &Call{Text: cpp.Behind{File: f.Name, Name: "call of " + call.Function, Text: []byte(h.Text)}}
			if _, unread := parse.Files(files[i:i+1], trial.OrDefault().Text(), prelude.New(false)); unread != nil {
				call.Contract = false
				if h, err = entry.New(units, i, call); err == nil {
					h.Preconditions = append(h.Preconditions, "nothing of its contract, which is not about this program: "+unread.Error())
				}
			}
		}
		if err != nil {
			return err
		}
		conf.Main = entry.Name
		conf.Call = &Call{Function: call.Function, Text: cpp.Behind{File: f.Name, Name: "call of " + call.Function, Text: []byte(h.Text)}, Narrowed: h.Narrowed, Promises: h.Promises, Blocks: h.Blocks}
		if len(h.Preconditions) > 0 {
			conf.Call.assumed = []cfg.Note{{Pos: h.Pos, Text: "assumes of the call of " + call.Function + ": " + strings.Join(h.Preconditions, "; ") + " (--assume adds to it)", Assumed: true, Fails: true}}
		}
		return nil
	}
	return cpp.Errorf(cpp.Start(files[0].Name), "no function %s has a body here", call.Function)
}

// NewTree parses the C file among files with a name. Errors are as for Parse.
func NewTree(files []Source, name string, conf Config) (out *ctree.Tree, err error) {
	defer parse.Recover(name, &err)
	at := 0
	for i := range files {
		if files[i].Name == name {
			at = i
		}
	}
	units, err := parse.Files(files[at:at+1], conf.OrDefault().Text(), prelude.New(conf.Execute))
	if err != nil {
		return nil, err
	}
	return ctree.New(units), nil
}

// NewOutline parses a file. Errors are as for Parse.
func NewOutline(name string, src []byte, conf Config) (out *ctree.Outline, err error) {
	defer parse.Recover(name, &err)
	units, err := parse.Files([]Source{{Name: name, Text: src}}, conf.OrDefault().Text(), nil)
	if err != nil {
		return nil, err
	}
	return ctree.NewOutline(units), nil
}

// OrDefault is the configuration with the data model that is meant without one.
func (c Config) OrDefault() *Config {
	c.PtrBits = cmp.Or(c.PtrBits, 32)
	return &c
}

// Bodiless are the functions that one calls and nobody defines, besides those of the
// library.
func Bodiless(u *link.Program, function string) (names []string) {
	for _, c := range u.Funcs[function].Calls {
		if u.Funcs[u.BodyOf(c)] == nil && !library.Has(c) && !prelude.Is(c) {
			names = append(names, c)
		}
	}
	return names
}
