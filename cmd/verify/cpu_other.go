//go:build !unix

package main

import (
	"os"
	"syscall"
	"time"
)

// stopSignals are the signals that end a run with an answer.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

// outOfCPU reports whether a signal says that processor time is exhausted.
func outOfCPU(os.Signal) bool { return false }

// cpuTime is not known on this system.
func cpuTime() time.Duration { return 0 }
