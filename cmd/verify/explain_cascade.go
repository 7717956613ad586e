package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"culprit/cascade"
	"culprit/fault"
	"culprit/report"
)

// causeFlags are the flags of explain about cause trees.
type causeFlags struct {
	Correct     []string `help:"Function that is designated as correct besides the C library, can be repeated (cascade)." placeholder:"FUNCTION" group:"Cause trees"`
	Pure        []string `help:"Correct function without side effects, whose results are used as they were (cascade)." placeholder:"FUNCTION" group:"Cause trees"`
	Levels      int      `help:"Levels of the tree to compute and to show (default: all, a few are shown)." placeholder:"N" group:"Cause trees"`
	Nodes       int      `help:"Causes to compute, 0: all." default:"1000" placeholder:"N" group:"Cause trees"`
	Node        int      `help:"Show this cause and what leads to it." placeholder:"NODE" group:"Cause trees"`
	Prune       []int    `help:"Cause that is benign: leave it out with all that leads to it only; can be repeated." placeholder:"NODE" group:"Cause trees"`
	Without     []string `help:"Switch off optimisations: slicing, correct, independence, skipping." placeholder:"NAME,..." group:"Cause trees"`
	Interactive bool     `help:"Ask what to show and to prune (needs --method cascade)." group:"Cause trees"`
}

// config is what the flags say.
func (c *causeFlags) config() (cascade.Config, error) {
	conf := cascade.Config{Correct: c.Correct, Pure: c.Pure, Levels: c.Levels, Nodes: c.Nodes, Benign: c.Prune}
	if c.Levels < 0 || c.Nodes < 0 {
		return conf, badInput("--levels and --nodes must not be negative")
	}
	for _, name := range c.Without {
		switch name {
		case "slicing":
			conf.NoSlicing = true
		case "correct":
			conf.NoCorrect = true
		case "independence":
			conf.NoIndependence = true
		case "skipping":
			conf.NoSkipping = true
		default:
			return conf, badInput("--without %s: there are slicing, correct, independence and skipping", name)
		}
	}
	return conf, nil
}

// causeMethod is the method of package cascade that keeps its tree.
func causeMethod(conf cascade.Config, keep func(*cascade.Tree)) fault.Method {
	m := cascade.Method(conf)
	m.Run = func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
		ctx, cancel := in.Budget.Context(ctx)
		defer cancel()
		t, err := cascade.Build(ctx, in, conf)
		if err != nil {
			return nil, err
		}
		keep(t)
		return t.Result(), nil
	}
	return m
}

const askHelp = "show N: cause N and what leads to it; expand N: all of it; prune N: N is benign; tree; quit"

// keep notes the cause tree when it is built. A method that did not stop at a
// limit may come to it while the user is asked about what is known.
func (e *explaining) keep(t *cascade.Tree) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tree = t
}

func (e *explaining) built() *cascade.Tree {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.tree
}

// ask lets a user walk through a cause tree.
func (e *explaining) ask(ctx context.Context, in io.Reader, out io.Writer, s report.Style) error {
	t := e.built()
	if t == nil {
		return nil
	}
	print := func(from, depth int) error {
		x := *e.known(nil)
		x.Methods, x.From, x.Depth = nil, from, depth
		x.Add(&fault.Method{Name: cascade.Name}, t.Result(), nil)
		return report.WriteCauses(out, &x, s)
	}
	lines := bufio.NewScanner(in)
	for {
		fmt.Fprint(out, "> ")
		if !lines.Scan() {
			fmt.Fprintln(out)
			return lines.Err()
		}
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		id := 0
		if len(words) > 1 {
			n, err := strconv.Atoi(strings.TrimPrefix(words[1], "#"))
			if err != nil {
				fmt.Fprintf(out, "%q is no number of a cause\n", words[1])
				continue
			}
			id = n
		}
		var err error
		switch {
		case words[0] == "quit" || words[0] == "q":
			return nil
		case words[0] == "tree":
			err = print(0, 0)
		case len(words) < 2:
			fmt.Fprintln(out, askHelp)
		case words[0] == "show":
			err = print(id, 2)
		case words[0] == "expand":
			err = print(id, 1<<20)
		case words[0] == "prune":
			var pruned *cascade.Tree
			if pruned, err = t.Prune(ctx, id); err != nil {
				fmt.Fprintln(out, err)
				err = nil
				continue
			}
			fmt.Fprintf(out, "%d of %d causes are left\n", len(pruned.Nodes), len(t.Nodes))
			t = pruned
		default:
			fmt.Fprintln(out, askHelp)
		}
		if err != nil {
			return err
		}
	}
}
