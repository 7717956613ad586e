//go:build !linux

package bench

import (
	"os"
	"syscall"
)

// ownGroup does nothing special: on this system a process that ignores its own
// limits can outlive its parent.
func ownGroup() *syscall.SysProcAttr { return nil }

func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

// peakOf is not known on this system.
func peakOf(*os.ProcessState) uint64 { return 0 }

// lock is not known on this system.
func lock(uintptr) error { return nil }
