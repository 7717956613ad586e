package bench

import (
	"os"
	"syscall"
)

// ownGroup makes a process the leader of a group that dies with its parent.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// peakOf is the largest resident set of an ended process, in bytes.
func peakOf(ps *os.ProcessState) uint64 {
	if u, ok := ps.SysUsage().(*syscall.Rusage); ok {
		return uint64(u.Maxrss) << 10
	}
	return 0
}

// lock takes a file for this process alone, until it ends or closes the file.
func lock(fd uintptr) error { return syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB) }
