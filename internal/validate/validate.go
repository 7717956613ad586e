// Package validate holds JSON that tests see to a schema.
package validate

import (
	"bytes"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled are functions that compile a schema, once, by its file.
var compiled sync.Map

// Schema is the one in a file.
func Schema(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	compile, _ := compiled.LoadOrStore(file, sync.OnceValues(func() (*jsonschema.Schema, error) {
		return jsonschema.NewCompiler().Compile(file)
	}))
	s, err := compile.(func() (*jsonschema.Schema, error))()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// JSON reports what is wrong with a text, which what names, by the schema in a file.
func JSON(t *testing.T, file, what string, text []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = Schema(t, file).Validate(v)
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}
