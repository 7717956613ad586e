package safety

import "culprit/cfg"

func memory(p *cfg.Program, c Checks) {}
