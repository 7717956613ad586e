//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// stopSignals are the signals that end a run with an answer.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGXCPU}

// outOfCPU reports whether a signal says that processor time is exhausted.
func outOfCPU(s os.Signal) bool { return s == syscall.SIGXCPU }

// cpuTime is the processor time of the process so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
