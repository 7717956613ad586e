package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"culprit/fault"
	"culprit/report"
)

// ask lets a user walk through the tree of the only method, and ask what its
// result can be asked.
func (e *explaining) ask(ctx context.Context, in io.Reader, out io.Writer, s report.Style) error {
	e.mu.Lock()
	a := e.answers[0]
	e.mu.Unlock()
	if a == nil || a.Result == nil {
		return nil
	}
	res := a.Result
	if res.Tree == nil && len(res.Questions) == 0 {
		fmt.Fprintf(out, "nothing to explore: %s does not produce a tree\n", e.methods[0].Name)
		return nil
	}
	show := func(v fault.View) error { return e.show(out, res, v, s) }
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
		id, err := causeNumber(words[1:])
		if err != nil {
			fmt.Fprintln(out, err)
			continue
		}
		q := question(res, words[0])
		switch {
		case words[0] == "quit" || words[0] == "q":
			return nil
		case words[0] == "tree":
			err = show(fault.View{})
		case len(words) < 2:
			fmt.Fprintln(out, askHelp(res))
		case words[0] == "show":
			err = show(fault.View{From: id, Depth: 2})
		case words[0] == "expand":
			err = show(fault.View{From: id, Depth: 1 << 20})
		case q != nil:
			next, says, err := q.Ask(ctx, id)
			if err != nil {
				fmt.Fprintln(out, err)
				continue
			}
			fmt.Fprintln(out, says)
			res = next
		default:
			fmt.Fprintln(out, askHelp(res))
		}
		if err != nil {
			return err
		}
	}
}

// show prints a part of a tree.
func (e *explaining) show(out io.Writer, res *fault.Result, v fault.View, s report.Style) error {
	x := *e.known(nil)
	x.Methods = nil
	shown := *res
	shown.View = v
	x.Add(&e.methods[0], &shown, nil)
	return report.WriteCauses(out, &x, s)
}

// causeNumber reads the argument of a command, 0 where there is none.
func causeNumber(args []string) (int, error) {
	if len(args) == 0 {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(args[0], "#"))
	if err != nil {
		return 0, fmt.Errorf("%q is not the number of a cause", args[0])
	}
	return n, nil
}

// question is the question of a result with a name, nil if there is none.
func question(res *fault.Result, name string) *fault.Question {
	for i := range res.Questions {
		if res.Questions[i].Name == name {
			return &res.Questions[i]
		}
	}
	return nil
}

// askHelp says what may be asked about a result.
func askHelp(res *fault.Result) string {
	help := "show N: cause N and what leads to it; expand N: all of it; "
	for _, q := range res.Questions {
		help += q.Name + " N: " + q.Doc + "; "
	}
	return help + "tree; quit"
}
