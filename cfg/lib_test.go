package cfg

import "testing"

func TestLibEffect(t *testing.T) {
	p := &Const{BV(64), 0x1000}
	d := &Const{FP(64), 0}
	i := &Const{BV(32), 3}
	fv, iv := &Var{Type: FP(64)}, &Var{Type: BV(32)}
	for _, c := range []struct {
		s    *Lib
		want LibEffect
	}{
		{&Lib{Func: "printf", Args: []Expr{p, i}}, LibEffect{Known: true}},
		{&Lib{Func: "fopen", Dst: iv, Args: []Expr{p, p}}, LibEffect{Known: true, Errno: true}},
		{&Lib{Func: "scanf", Args: []Expr{p, p}}, LibEffect{Known: true, Writes: true}},
		{&Lib{Func: "fgets", Args: []Expr{p, i, p}}, LibEffect{Known: true, Writes: true, Returns: true}},
		{&Lib{Func: "strtod", Dst: fv, Args: []Expr{p, p}}, LibEffect{Known: true, Writes: true, Stores: true, Errno: true}},
		{&Lib{Func: "getline", Args: []Expr{p, p, p}}, LibEffect{Known: true, Writes: true, Allocates: true, Errno: true}},
		{&Lib{Func: "localtime", Args: []Expr{p}}, LibEffect{Known: true, Own: true, Errno: true}},
		{&Lib{Func: "strerror", Args: []Expr{i}}, LibEffect{Known: true, Own: true}},
		{&Lib{Func: "sin", Dst: fv, Args: []Expr{d}}, LibEffect{Known: true, Errno: true}},
		{&Lib{Func: "ldexp", Dst: fv, Args: []Expr{d, i}}, LibEffect{Known: true, Errno: true}},
		{&Lib{Func: "sinl", Args: []Expr{i, i, p}}, LibEffect{Known: true, Writes: true, Errno: true}},
		{&Lib{Func: "frexp", Dst: fv, Args: []Expr{d, p}}, LibEffect{Known: true, Writes: true, Errno: true}},
		{&Lib{Func: "ilogb", Dst: iv, Args: []Expr{d}}, LibEffect{Known: true, Errno: true}},
		{&Lib{Func: "frobnicate", Dst: iv, Args: []Expr{p}}, LibEffect{Writes: true, Errno: true, Returns: true, Stores: true, Own: true}},
	} {
		if got := c.s.Effect(); got != c.want {
			t.Errorf("%v: %+v", c.s, got)
		}
	}
}
