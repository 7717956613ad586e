package interp

// activation is the part of a machine that gives every activation its own
// locals and local objects (used by Run only).
type activation struct{}

func (m *machine) activate(site *callSite, f *frame) {}

func (m *machine) deactivate(f frame) {}
