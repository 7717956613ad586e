package bench

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Machine is one line on where and how figures of a program were taken.
func Machine(c Config, version string) string {
	parts := []string{version, runtime.GOOS + "/" + runtime.GOARCH}
	if m := field("/proc/cpuinfo", "model name"); m != "" {
		parts = append(parts, m)
	}
	parts = append(parts, fmt.Sprintf("%d cores", runtime.NumCPU()))
	if kb, err := strconv.ParseUint(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		parts = append(parts, fmt.Sprintf("%d GiB", (kb+1<<19)>>20))
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		load, _, _ := strings.Cut(string(text), " ")
		parts = append(parts, "load "+load)
	}
	limits := fmt.Sprintf("limits %v", c.Timeout)
	if c.CPU > 0 && c.CPU != c.Timeout {
		limits += fmt.Sprintf(" wall, %v CPU", c.CPU)
	}
	if c.Memory > 0 {
		limits += fmt.Sprintf(", %d MiB", c.Memory>>20)
	}
	if c.Set != "" {
		limits += ", with " + c.Set
	}
	parts = append(parts, limits, fmt.Sprintf("%d at a time", max(c.Jobs, 1)))
	return strings.Join(parts, "; ")
}

// field returns the value of "name : value" in a file of /proc.
func field(file, name string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		k, v, ok := strings.Cut(line, ":")
		if ok && strings.TrimSpace(k) == name {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
