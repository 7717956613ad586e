package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The text beside the code names files, sections and identifiers. A name that
// is no more misleads whoever follows it, and nothing else would notice.

// maxDesignWords bounds the design notes together: as much as one reads.
const maxDesignWords = 12_000

var (
	link      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	codeSpan  = regexp.MustCompile("`([^`]+)`")
	noteName  = regexp.MustCompile(`\bdoc/[\w/-]+\.md\b`)
	qualified = regexp.MustCompile(`^([a-z]\w*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?(?:\(\))?$`)
	goFile    = regexp.MustCompile(`^\w+\.go$`)
	notSlug   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// tree is what the text may name: paths from the root, base names, and the
// identifiers that packages declare, by the package's name.
type tree struct {
	paths, bases map[string]bool
	packages     map[string]map[string]bool
}

// readTree reads the module at root.
func readTree(t *testing.T, root string) *tree {
	t.Helper()
	tr := &tree{paths: map[string]bool{}, bases: map[string]bool{}, packages: map[string]map[string]bool{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && rel != "." && rel != ".ci" {
			return fs.SkipDir
		}
		tr.paths[filepath.ToSlash(rel)] = true
		tr.bases[d.Name()] = true
		if !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.Contains(rel, "testdata") {
			return tr.declare(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// declare notes the identifiers that a Go file declares, fields and methods
// among them.
func (tr *tree) declare(path string) error {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	known := tr.packages[f.Name.Name]
	if known == nil {
		known = map[string]bool{}
		tr.packages[f.Name.Name] = known
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			known[n.Name.Name] = true
			return false
		case *ast.TypeSpec:
			known[n.Name.Name] = true
		case *ast.ValueSpec:
			for _, x := range n.Names {
				known[x.Name] = true
			}
		case *ast.Field:
			for _, x := range n.Names {
				known[x.Name] = true
			}
		}
		return true
	})
	return nil
}

// slug returns the anchor that a heading has.
func slug(heading string) string {
	return strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-")
}

// anchors returns those of a Markdown text.
func anchors(text string) (list []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			list = append(list, slug(strings.TrimLeft(line, "#")))
		}
	}
	return list
}

// stale returns what a Markdown text at rel names that is not there: links,
// and, unless it is about the past, files and identifiers in code spans.
func (tr *tree) stale(root, rel, text string, past bool) (list []string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		target, anchor, _ := strings.Cut(m[1], "#")
		if strings.Contains(target, ":") {
			continue // elsewhere
		}
		path := rel
		if target != "" {
			path = filepath.ToSlash(filepath.Join(filepath.Dir(rel), target))
		}
		if !tr.paths[path] {
			list = append(list, m[1])
			continue
		}
		if anchor == "" {
			continue
		}
		other, err := os.ReadFile(filepath.Join(root, path))
		if err != nil || !slices.Contains(anchors(string(other)), anchor) {
			list = append(list, m[1])
		}
	}
	if past {
		return list
	}
	for _, m := range codeSpan.FindAllStringSubmatch(text, -1) {
		if !tr.names(m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}

// names reports whether a code span may stand: it is no file and no identifier
// of the module, or one that there is.
func (tr *tree) names(span string) bool {
	if first, _, ok := strings.Cut(span, "/"); ok && tr.paths[first] && !strings.ContainsAny(span, " *…") {
		return tr.paths[strings.TrimSuffix(span, "/")]
	}
	if goFile.MatchString(span) {
		return tr.bases[span]
	}
	if m := qualified.FindStringSubmatch(span); m != nil && tr.packages[m[1]] != nil {
		known := tr.packages[m[1]]
		return known[m[2]] && (m[3] == "" || known[m[3]])
	}
	return true
}

// TestMarkdown follows the links and names in the text beside the code, and
// the notes that comments name.
func TestMarkdown(t *testing.T) {
	tr := readTree(t, root)
	words := 0
	for rel := range tr.paths {
		note := strings.HasSuffix(rel, ".md")
		if !note && !strings.HasSuffix(rel, ".go") || strings.Contains(rel, "testdata") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(root, rel))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if !note {
			for _, path := range noteName.FindAllString(text, -1) {
				if !tr.paths[path] && filepath.Base(rel) != "markdown_test.go" {
					t.Errorf("%s: there is no %s", rel, path)
				}
			}
			continue
		}
		for _, name := range tr.stale(root, rel, text, rel == "CHANGELOG.md") {
			t.Errorf("%s: there is no %s", rel, name)
		}
		if strings.HasPrefix(rel, "doc/design/") && rel != "doc/design/README.md" {
			for _, w := range strings.Fields(text) {
				if strings.ContainsFunc(w, func(r rune) bool { return r != '|' && r != '-' }) {
					words++
				}
			}
		}
	}
	if words > maxDesignWords {
		t.Errorf("doc/design has %d words, at most %d: replace, do not add", words, maxDesignWords)
	}
}

// TestMarkdownFinds shows what TestMarkdown looks for.
func TestMarkdownFinds(t *testing.T) {
	tr := &tree{
		paths:    map[string]bool{"cfg": true, "cfg/program.go": true, "doc": true, "doc/x.md": true},
		bases:    map[string]bool{"program.go": true},
		packages: map[string]map[string]bool{"cfg": {"Program": true, "Layout": true}},
	}
	for _, tt := range []struct {
		text string
		bad  bool
	}{
		{"[x](x.md)", false},
		{"[x](y.md)", true},
		{"[x](https://example.org/y.md)", false},
		{"`cfg/program.go`", false},
		{"`cfg/programs.go`", true},
		{"`program.go`", false},
		{"`programs.go`", true},
		{"`cfg.Program.Layout`", false},
		{"`cfg.Programs`", true},
		{"`strings.Cut`", false},
		{"`a/b`", false},
	} {
		if got := tr.stale(root, "doc/x.md", tt.text, false); len(got) > 0 != tt.bad {
			t.Errorf("%s: %v", tt.text, got)
		}
	}
}
