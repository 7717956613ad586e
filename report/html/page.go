package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"culprit/report"
)

// Input is what a page shows: a report or an explanation, with the files of the
// program.
type Input struct {
	Report      *report.Report
	Explanation *report.Explanation
	Files       []File
}

// File is a source file.
type File struct {
	Name string
	Text []byte
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// Write writes the page.
func Write(w io.Writer, in Input) error {
	t, err := template.New("page").Funcs(template.FuncMap{"prose": prose}).Parse(pageHTML)
	if err != nil {
		return err
	}
	p := newPage(&in)
	p.Style, p.Script = template.CSS(pageCSS), template.JS(pageJS)
	sum := sha256.Sum256([]byte(pageJS))
	p.Hash = base64.StdEncoding.EncodeToString(sum[:])
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	_, err = w.Write(visible(b.Bytes()))
	return err
}
