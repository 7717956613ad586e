package safety

import "culprit/cfg"

func overflow(p *cfg.Program) {}
