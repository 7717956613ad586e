package hoare

import "culprit/cfg"

// seesNaNBits reports whether a program may look at the sign or the payload of
// a float: by a conversion to its bits, or by reading memory that floats were
// stored to as something else. For one that may not, all NaNs are alike.
func seesNaNBits(prog *cfg.Program) bool {
	floats := map[*cfg.Region]bool{}
	var copies []*cfg.MemCopy
	sees := false
	for _, e := range prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			if s.Val.Type().Kind == cfg.Float {
				floats[s.Region] = true
			}
		case *cfg.MemCopy:
			copies = append(copies, s)
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if c, ok := x.(*cfg.Cast); ok && c.Op == cfg.FToBits {
					sees = true
				}
			})
		})
	}
	if sees || floats[nil] {
		return true
	}
	for grown := len(floats) > 0; grown; {
		grown = false
		for _, s := range copies {
			if floats[s.SrcRegion] && !floats[s.DstRegion] {
				floats[s.DstRegion], grown = true, true
			}
		}
	}
	if len(floats) == 0 {
		return false
	}
	for _, e := range prog.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if l, ok := x.(*cfg.Load); ok && floats[l.Region] {
					sees = sees || l.Region == nil || l.T.Kind != cfg.Float || l.T.Width() != l.Region.Cell
				}
			})
		})
	}
	return sees
}
