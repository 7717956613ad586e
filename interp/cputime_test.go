//go:build unix

package interp

import (
	"syscall"
	"time"
)

// cpuTime is the processor time used so far, which other load changes little.
func cpuTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
