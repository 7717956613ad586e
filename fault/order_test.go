package fault

import (
	"fmt"
	"testing"

	"culprit/cfg"
)

func TestRank(t *testing.T) {
	at := func(line int, score float64, in ...int) Location {
		return Location{Pos: cfg.Pos{File: "a.c", Line: line, Col: 1}, Score: score, Instances: in}
	}
	got := Rank([]Location{at(9, 1, 4), at(3, 2, 1), at(9, 3, 2, 7), at(1, 2)})
	if s := fmt.Sprint(len(got), got[0].Pos.Line, got[1].Pos.Line, got[2].Pos.Line, got[0].Instances); s != "3 9 1 3 [2 4 7]" {
		t.Error(s)
	}
}
