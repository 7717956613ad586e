package safety

import "culprit/cfg"

// Instrument adds the error locations of the checks to p, in place. It must
// run before recursive procedures are copied.
func Instrument(p *cfg.Program, c Checks, targets Targets) {
	var u *uninit
	if c&Uninit != 0 {
		u = newUninit(p)
	}
	if c&(Overflow|Division|Shift|Conversion|Wrap) != 0 {
		arithmeticOf(p, c)
	}
	if c&Slotted != 0 {
		memory(p, c, targets)
	}
	if u != nil {
		u.memory()
	}
	for _, row := range properties {
		if row.Without != "" && !row.Placed && c&row.Checks == row.Checks {
			p.Assume(p.Main.Pos, row.Unchecked())
		}
	}
}

// memory instruments a program with the checks of c that concern memory.
func memory(p *cfg.Program, c Checks, targets Targets) {
	m := newMemory(p, c)
	m.targets = targets
	locs, text := append([]*cfg.Loc(nil), p.Locs...), append([]*cfg.Edge(nil), p.Edges...)
	for _, l := range locs {
		if l.Kind == cfg.Error && l.Property == "" && !c.Assertions() {
			l.Kind, l.Reason = cfg.Plain, cfg.Reason{} // the error of another property
		}
	}
	m.ends(locs)
	for _, l := range locs {
		m.guards(l)
	}
	m.arithmetic(text)
	edges := append([]*cfg.Edge(nil), p.Edges...)
	m.steps(edges)
	for _, e := range edges {
		m.effects(e)
	}
	m.calls(edges)
	entries := m.renew(text)
	m.assumed()
	m.lifetimes()
	entries()
	m.start()
	if m.table.used {
		m.table.region.ID = len(p.Regions)
		p.Regions = append(p.Regions, m.table.region)
	}
}
