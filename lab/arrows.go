package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// listed is what go list says about a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Module                  *struct{ Main bool }
}

// name returns where the package is in its module, or "" if it is not one of
// ours.
func (p *listed) name() string {
	if p.Module == nil || !p.Module.Main {
		return ""
	}
	_, name, _ := strings.Cut(p.ImportPath, "/")
	return name
}

// packagesOf lists the packages that the program of a checkout is compiled
// from, those below first.
func packagesOf(dir string) (ps []listed, err error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Module", "./cmd/verify")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return ps, nil
		} else if err != nil {
			return nil, err
		}
		ps = append(ps, p)
	}
}

// arrow is that file from uses names that file to of the same package
// declares.
type arrow struct {
	from, to int
	names    []string
}

// rooms are the files of a package, how long they are, and the arrows between
// them.
type rooms struct {
	files  []string
	lines  int
	arrows []arrow
}

// roomsOf finds the arrows between the files of a package: uses of functions,
// types, variables, constants, methods and fields. A file that only documents
// the package takes no part.
func roomsOf(p listed, exports map[string]string) (*rooms, error) {
	fset := token.NewFileSet()
	r := &rooms{}
	var asts []*ast.File
	number := map[string]int{}
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		asts = append(asts, f)
		number[path] = len(r.files)
		r.files = append(r.files, name)
		r.lines += fset.File(f.Pos()).LineCount() - 1
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	pkg, err := conf.Check(p.ImportPath, fset, asts, info)
	if err != nil {
		return nil, err
	}
	between := map[[2]int]map[string]bool{}
	for id, obj := range info.Uses {
		if obj.Pkg() != pkg {
			continue
		}
		from, to := number[fset.Position(id.Pos()).Filename], number[fset.Position(obj.Pos()).Filename]
		if from == to {
			continue
		}
		k := [2]int{from, to}
		if between[k] == nil {
			between[k] = map[string]bool{}
		}
		between[k][obj.Name()] = true
	}
	for k, names := range between {
		a := arrow{from: k[0], to: k[1]}
		for n := range names {
			a.names = append(a.names, n)
		}
		slices.Sort(a.names)
		r.arrows = append(r.arrows, a)
	}
	slices.SortFunc(r.arrows, func(a, b arrow) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return r, nil
}

// order puts the files, those that use others first, so that few arrows point
// upward, by moving single files from many first orders until no move helps.
// A minimum is not proved.
func (r *rooms) order() []int {
	n := len(r.files)
	uses := make([][]int, n) // 1 where the first uses the second
	for i := range uses {
		uses[i] = make([]int, n)
	}
	for _, a := range r.arrows {
		uses[a.from][a.to] = 1
	}
	rnd := rand.New(rand.NewPCG(1, 1))
	const starts = 100
	var best []int
	fewest := len(r.arrows) + 1
	for range starts {
		o := rnd.Perm(n)
		for moved := true; moved; {
			moved = false
			for i := range o {
				to, gain := i, 0
				for _, step := range []int{-1, 1} {
					g := 0
					for j := i + step; j >= 0 && j < n; j += step {
						// Passing o[j] turns the arrows between the two around.
						g += step * (uses[o[j]][o[i]] - uses[o[i]][o[j]])
						if g > gain {
							to, gain = j, g
						}
					}
				}
				if gain > 0 {
					v := o[i]
					o = slices.Insert(slices.Delete(o, i, i+1), to, v)
					moved = true
				}
			}
		}
		if up := len(r.upward(o)); up < fewest {
			best, fewest = slices.Clone(o), up
		}
	}
	return best
}

// upward returns the arrows from a file to one that stands above it in order.
func (r *rooms) upward(order []int) (up []arrow) {
	at := make([]int, len(order))
	for i, f := range order {
		at[f] = i
	}
	for _, a := range r.arrows {
		if at[a.to] < at[a.from] {
			up = append(up, a)
		}
	}
	return up
}

// printArrows prints a line for each package: lines, files, arrows between them
// and how many of these point upward; and, for the packages that are named, the
// order of the files and the arrows that point upward.
func printArrows(w *tabwriter.Writer, ps []listed, named []string) error {
	exports := map[string]string{}
	for _, p := range ps {
		exports[p.ImportPath] = p.Export
	}
	fmt.Fprintln(w, "package\tlines\tfiles\tarrows\tupward\t")
	for _, p := range ps {
		name := p.name()
		if name == "" || len(named) > 0 && !slices.Contains(named, name) {
			continue
		}
		r, err := roomsOf(p, exports)
		if err != nil {
			return err
		}
		order := r.order()
		up := r.upward(order)
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t\n", name, r.lines, len(r.files), len(r.arrows), len(up))
		if len(named) == 0 {
			continue
		}
		if err := w.Flush(); err != nil {
			return err
		}
		for _, f := range order {
			fmt.Println(" ", r.files[f])
			for _, a := range up {
				if a.from == f {
					fmt.Printf("      upward to %s: %s\n", r.files[a.to], strings.Join(a.names, " "))
				}
			}
		}
	}
	return nil
}
