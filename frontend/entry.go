package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/cpp"
	"culprit/frontend/entry"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// Entries lists the functions of a program with a body whose names a pattern with *
// and ? matches. Errors are as for Parse.
func Entries(files []Source, pattern string, conf Config) (names []string, err error) {
	defer parse.Recover(files[0].Name, &err)
	units, err := parse.Files(files, conf.orDefault().text(), prelude.New(false))
	if err != nil {
		return nil, err
	}
	return entry.Functions(units, pattern), nil
}

// Call is the call of a function where a program begins.
type Call struct {
	Function string
	Text     cpp.Behind // that makes the arguments
	// Narrowed says that there are conditions of the user, which no arguments may
	// fulfil.
	Narrowed bool
	// Blocks are what the text allocates, by line.
	Blocks  map[int]entry.Block
	assumed []cfg.Note
}

func (c *Call) behind() *cpp.Behind {
	if c == nil {
		return nil
	}
	return &c.Text
}

// Enter lets conf.Main be a text that calls a function (package entry). Errors are as
// for Parse, and for functions that cannot be called.
func Enter(files []Source, call entry.Config, conf *Config) (err error) {
	defer parse.Recover(files[0].Name, &err)
	units, err := parse.Files(files, conf.orDefault().text(), prelude.New(false))
	if err != nil {
		return err
	}
	for i, f := range files {
		if !entry.Defines(units, i, call.Function) {
			continue
		}
		h, err := entry.New(units, i, call)
		if err != nil {
			return err
		}
		conf.Main = entry.Name
		conf.Call = &Call{Function: call.Function, Text: cpp.Behind{File: f.Name, Name: "call of " + call.Function, Text: []byte(h.Text)}, Narrowed: len(call.Assume) > 0, Blocks: h.Blocks}
		if len(h.Preconditions) > 0 {
			conf.Call.assumed = []cfg.Note{{Pos: h.Pos, Text: "assumes of the call of " + call.Function + ": " + strings.Join(h.Preconditions, "; ") + " (--assume adds to it)", Assumed: true, Fails: true}}
		}
		return nil
	}
	return cpp.Errorf(cpp.Start(files[0].Name), "no function %s has a body here", call.Function)
}
