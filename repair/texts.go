package repair

import (
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/interp/texts"
	"culprit/repair/candidate"
)

// vocabulary is what inputs of the program that are texts are made of, by its text.
func (s *search) vocabulary() (v texts.Vocabulary) {
	for _, n := range s.numbers() {
		if n > ' ' && n < 127 {
			v.Letters = append(v.Letters, byte(n))
		}
	}
	unquoted := func(src []byte, n *ctree.Node) (string, bool) {
		text, err := strconv.Unquote(candidate.TextOf(src, n))
		return text, n.Kind == ctree.NodeString && err == nil
	}
	for _, f := range s.in.Source.Files {
		for _, fn := range s.trees[f.Name].Funcs {
			if fn.Body == nil {
				continue
			}
			v.Args = v.Args || fn.Name == "main" && len(fn.Params) > 1
			candidate.Walk(fn.Body, func(n *ctree.Node) {
				if lib := clib.Lookup(n.Callee().Name); lib != nil {
					v.Stdin = v.Stdin || lib.Input
					for _, k := range n.Kids[1:] {
						if name, ok := unquoted(f.Text, k); ok && lib.Model == clib.Environment && !slices.Contains(v.Env, name) {
							v.Env = append(v.Env, name)
						}
					}
				}
				if text, ok := unquoted(f.Text, n); ok && len(v.Words) < candidate.MaxNumbers && !strings.Contains(text, "%") {
					v.Words = append(v.Words, strings.Fields(text)...)
				}
			})
		}
	}
	return v
}
