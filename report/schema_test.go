package report

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"culprit/internal/validate"

	"github.com/google/go-cmp/cmp"
)

// The schema of the JSON form is made from the types of the package and their
// comments, so that there is one place that says what a field is. The tests of other
// packages validate their reports against it, too.

const schemaFile = "../doc/json.schema.json"

// values are those of fields that have few.
var values = map[string][]string{
	"Report.schema":          {Schema},
	"Report.verdict":         {"TRUE", "FALSE", "UNKNOWN"},
	"Report.coverage":        {CoverExact, CoverCovered, CoverOpen},
	"Automaton.kind":         {"program", "Floyd-Hoare", "danger", "single trace"},
	"Error.status":           {"open", "proved", "violated", "covered"},
	"Obstacle.kind":          {"loop", "recursion", "formula", "size", "recheck"},
	"Step.kind":              {"assign", "havoc", "assume", "store", "copy", "set", "alloc", "free", "call", "return", "skip"},
	"Step.branch":            {"then", "else"},
	"Mark.status":            {"relevant", "irrelevant", "undecided"},
	"Input.kind":             {"nondet", "uninitialised", "unknown", "memory"},
	"Statement.relevant":     {InAll, InSome, InNone, IsUndecided},
	"RelevantLine.relevant":  {InAll, InSome},
	"RelevantLine.precision": {"proved", "all but one", "interval", "several", "never reached", "no constant"},
	"Testimony.kind":         {"change", "formula", "dependence", "spectrum"},
	"Explanation.schema":     {ExplainSchema},
	"FailingRun.kind":        {"failed assertion", "undefined behaviour", "wrong output", "wrong exit status", "no end"},
	"Located.role":           {"suspect", "predicate", "value", "support"},
	"Explanation.data_model": {"ILP32", "LP64"},
	"Report.data_model":      {"ILP32", "LP64"},
	"Execution.schema":       {RunSchema},
	"Execution.end":          {EndExited, EndUndefined, EndLeak, EndError, EndStopped},
	"Execution.data_model":   {"ILP32", "LP64"},
	"Entries.schema":         {EntriesSchema},
	"Survey.schema":          {SurveySchema},
	"Finding.state":          {FindingNew, FindingKnown, FindingIgnored},
	"Refusal.schema":         {RefusalSchema},
}

// schema describes what the package writes as JSON.
type schema struct {
	types map[string]*ast.StructType
	docs  map[string]string
	defs  map[string]any
	used  map[string]bool
}

func newSchema(t *testing.T) *schema {
	s := &schema{map[string]*ast.StructType{}, map[string]string{}, map[string]any{}, map[string]bool{}}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				if ts, ok := spec.(*ast.TypeSpec); ok {
					if st, ok := ts.Type.(*ast.StructType); ok {
						s.types[ts.Name.Name] = st
						s.docs[ts.Name.Name] = text(g.Doc, nil)
					}
				}
			}
		}
	}
	return s
}

// text is a comment in one line.
func text(above, behind *ast.CommentGroup) string {
	return strings.Join(strings.Fields(above.Text()+" "+behind.Text()), " ")
}

// object is the schema of a struct.
func (s *schema) object(t *testing.T, name string) {
	if s.defs[name] != nil {
		return
	}
	properties, required := map[string]any{}, []string{}
	def := map[string]any{"type": "object", "properties": properties}
	s.defs[name] = def
	if s.docs[name] != "" {
		def["description"] = s.docs[name]
	}
	var add func(of string, st *ast.StructType)
	add = func(of string, st *ast.StructType) {
		for _, f := range st.Fields.List {
			if len(f.Names) == 0 { // embedded: its fields are ours
				id := f.Type.(*ast.Ident).Name
				add(id, s.types[id])
				continue
			}
			if f.Tag == nil {
				continue // not in JSON
			}
			tag, options, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
			if tag == "-" {
				continue
			}
			p := s.typeOf(t, f.Type)
			if d := text(f.Doc, f.Comment); d != "" {
				p["description"] = d
			}
			if vs := values[of+"."+tag]; vs != nil {
				s.used[of+"."+tag] = true
				p["enum"] = vs
			}
			properties[tag] = p
			if !strings.Contains(options, "omitempty") {
				required = append(required, tag)
			}
		}
	}
	add(name, s.types[name])
	def["required"] = required
}

func (s *schema) typeOf(t *testing.T, x ast.Expr) map[string]any {
	switch x := x.(type) {
	case *ast.Ident:
		switch x.Name {
		case "string":
			return map[string]any{"type": "string"}
		case "bool":
			return map[string]any{"type": "boolean"}
		case "int":
			return map[string]any{"type": "integer"}
		case "uint64", "uint8":
			return map[string]any{"type": "integer", "minimum": 0}
		case "float64":
			return map[string]any{"type": "number"}
		}
		s.object(t, x.Name)
		return ref(x.Name)
	case *ast.StarExpr:
		return s.typeOf(t, x.X)
	case *ast.ArrayType:
		return map[string]any{"type": "array", "items": s.typeOf(t, x.Elt)}
	case *ast.MapType:
		return map[string]any{"type": "object", "additionalProperties": s.typeOf(t, x.Value)}
	}
	t.Fatalf("no schema for %T", x)
	return nil
}

func ref(name string) map[string]any { return map[string]any{"$ref": "#/$defs/" + name} }

// TestSchema keeps doc/json.schema.json.
func TestSchema(t *testing.T) {
	s := newSchema(t)
	s.object(t, "Report")
	s.object(t, "Explanation")
	s.object(t, "Execution")
	s.object(t, "Entries")
	s.object(t, "Survey")
	s.object(t, "Refusal")
	for name := range values {
		if !s.used[name] {
			t.Errorf("no field %s", name)
		}
	}
	got, err := json.MarshalIndent(map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "verify --format json",
		"description": "Made from the types of package report by go test ./report -update. New fields may appear at any time.",
		"oneOf":       []any{ref("Report"), ref("Explanation"), ref("Execution"), ref("Entries"), ref("Survey"), ref("Refusal")},
		"$defs":       s.defs,
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(schemaFile, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (go test ./report -update rewrites it):\n%s", schemaFile, d)
	}
}

// TestGoldenSchema validates all golden reports, and finds what is wrong with others.
func TestGoldenSchema(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	var last []byte
	for _, name := range files {
		if last, err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
		validate.JSON(t, schemaFile, name, last)
	}
	s := validate.Schema(t, schemaFile)
	for _, change := range []string{`"verdict": "PERHAPS"`, `"errors": {}`, `"stats": null`, `"file": 3`} {
		key, _, _ := strings.Cut(change, ":")
		var m map[string]any
		if err := json.Unmarshal(last, &m); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(fmt.Appendf(nil, "{%s}", change), &m); err != nil {
			t.Fatal(err)
		}
		if s.Validate(m) == nil {
			t.Errorf("a report with another %s is valid", key)
		}
	}
}
