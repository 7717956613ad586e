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

// peakMemory is the most memory the process had so far, in bytes.
func peakMemory() uint64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return uint64(u.Maxrss) * 1024 // Linux counts in KiB
}
