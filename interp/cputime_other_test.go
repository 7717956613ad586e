//go:build !unix

package interp

import "time"

var started = time.Now()

func cpuTime() time.Duration { return time.Since(started) }

func peakMemory() uint64 { return 0 }
