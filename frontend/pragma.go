package frontend

// symbolMark is a pragma about a symbol.
type symbolMark struct {
	kind         string // weak, redefine_extname
	name, target string
}

// symbolMarks are the pragmas of a translation unit about symbols.
func (t *text) symbolMarks() (out []symbolMark) {
	for _, pr := range t.pragmas {
		word := func(i int) string {
			if i < len(pr.Toks) {
				return pr.Toks[i].Text
			}
			return ""
		}
		switch {
		case word(1) == "":
		case word(0) == "weak":
			m := symbolMark{kind: "weak", name: word(1)}
			if word(2) == "=" {
				m.target = word(3)
			}
			out = append(out, m)
		case word(0) == "redefine_extname" && word(2) != "":
			out = append(out, symbolMark{kind: word(0), name: word(1), target: word(2)})
		}
	}
	return out
}
