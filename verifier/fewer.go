package verifier

import (
	"context"
	"time"

	"culprit/cfg"
)

// Arguments of main that have their texts from the beginning are the same wherever the
// program reads them; where there may be any number, an element that is read again may
// have another text, and a trace in which that happens is not reported. So the first
// attempt is at the program with few arguments (cfg.Program.Fewer), for its errors alone.

// viaFewer verifies the program unless an error needs few arguments.
func viaFewer(ctx context.Context, prog *cfg.Program, c Config, start time.Time) *Result {
	attempt, cancel := c.clock.WithLimit(ctx, c.share(limitPart, 4*turnWork))
	searching := c
	searching.OnProof = nil
	first := verify(attempt, prog.Fewer, searching, start)
	cancel()
	if first.Verdict != False {
		return verify(ctx, prog, c, start)
	}
	first.partial("proved only for fewer arguments of main than the program may have")
	return first
}
