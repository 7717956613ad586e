package bench

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// usage is the CPU time and resident memory of a running process.
func usage(pid int) (cpu time.Duration, rss uint64) {
	proc := "/proc/" + strconv.Itoa(pid)
	if text, err := os.ReadFile(proc + "/stat"); err == nil {
		// The fields after the last parenthesis begin with number 3.
		if i := bytes.LastIndexByte(text, ')'); i >= 0 {
			if f := bytes.Fields(text[i+1:]); len(f) > 12 {
				user, _ := strconv.ParseUint(string(f[11]), 10, 64)
				sys, _ := strconv.ParseUint(string(f[12]), 10, 64)
				const ticks = 100 // USER_HZ
				cpu = time.Duration(user+sys) * time.Second / ticks
			}
		}
	}
	if text, err := os.ReadFile(proc + "/statm"); err == nil {
		if f := bytes.Fields(text); len(f) > 1 {
			pages, _ := strconv.ParseUint(string(f[1]), 10, 64)
			rss = pages * uint64(os.Getpagesize())
		}
	}
	return cpu, rss
}

// peakOf is the largest resident set of an ended process, in bytes.
func peakOf(ps *os.ProcessState) uint64 {
	if u, ok := ps.SysUsage().(*syscall.Rusage); ok {
		return uint64(u.Maxrss) << 10
	}
	return 0
}
