//go:build !linux

package bench

import (
	"os"
	"time"
)

// usage is not known on this system: only the limit on wall time holds.
func usage(pid int) (cpu time.Duration, rss uint64) { return 0, 0 }

func peakOf(ps *os.ProcessState) uint64 { return 0 }
