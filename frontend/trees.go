package frontend

import (
	"cmp"
	"culprit/frontend/ctree"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// NewTree parses the C file among files with a name. Errors are as for Parse.
func NewTree(files []Source, name string, conf Config) (out *ctree.Tree, err error) {
	defer parse.Recover(name, &err)
	at := 0
	for i := range files {
		if files[i].Name == name {
			at = i
		}
	}
	units, err := parse.Files(files[at:at+1], conf.orDefault().text(), prelude.New(conf.Execute))
	if err != nil {
		return nil, err
	}
	return ctree.New(units), nil
}

// NewOutline parses a file. Errors are as for Parse.
func NewOutline(name string, src []byte, conf Config) (out *ctree.Outline, err error) {
	defer parse.Recover(name, &err)
	units, err := parse.Files([]Source{{Name: name, Text: src}}, conf.orDefault().text(), nil)
	if err != nil {
		return nil, err
	}
	return ctree.NewOutline(units), nil
}

// orDefault is the configuration with the data model that is meant without one.
func (c Config) orDefault() *Config {
	c.PtrBits = cmp.Or(c.PtrBits, 32)
	return &c
}
