package frontend

import (
	"culprit/cfg"
	"culprit/cfg/alias"
)

// assignRegions splits the memory of the finished program.
func assignRegions(p *cfg.Program) { alias.Assign(p) }
