package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// SanitizedEach is the number of functions that gcc compiles at a time.
const SanitizedEach = 40

// ErrNoSanitizers says that the libraries of gcc's sanitizers are not
// installed.
var ErrNoSanitizers = errors.New("the libraries of gcc's sanitizers are not installed")

// unsignedFault matches what the sanitizers report about values of unsigned
// types, which is not an overflow of the property (package safety), and about
// negative counts of shifts, where they do not tell the type of what is shifted.
var unsignedFault = regexp.MustCompile(`shift exponent -\d+ is negative|type '[^']*(unsigned|_Bool)|bit type '(unsigned|char unsigned|short unsigned|long unsigned|long long unsigned)`)

// Sanitized runs the functions that Fault makes of SanitizedEach seeds, from
// first on, under gcc's sanitizers. For each it returns the report of the
// sanitizer that stopped it, or "". It writes its files into dir.
func Sanitized(ctx context.Context, dir string, first uint64, memory bool) ([]string, error) {
	var b, calls strings.Builder
	b.WriteString("int atoi(const char *);\n")
	for i := range uint64(SanitizedEach) {
		b.WriteString(Fault(first+i, fmt.Sprint("f", i), memory))
		fmt.Fprintf(&calls, "if (n == %d) return f%d(1);\n", i, i)
	}
	fmt.Fprintf(&b, "int main(int c, char **v) { int n = atoi(v[1]);\n%sreturn 0; }\n", calls.String())
	file, exe := filepath.Join(dir, "sanitized.c"), filepath.Join(dir, "sanitized")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		return nil, err
	}
	kind, mark := "signed-integer-overflow,shift,float-cast-overflow", "runtime error"
	if memory {
		kind, mark = "address", "ERROR:"
	}
	out, err := exec.CommandContext(ctx, "gcc", "-std=gnu11", "-O0", "-w", "-fsanitize="+kind, "-fno-sanitize-recover=all", "-o", exe, file).CombinedOutput()
	if err != nil {
		if bytes.Contains(out, []byte("cannot find")) {
			return nil, ErrNoSanitizers
		}
		return nil, fmt.Errorf("gcc: %w\n%s\n%s", err, out, b.String())
	}
	why := make([]string, SanitizedEach)
	for i := range why {
		if why[i], err = sanitizerReport(ctx, exe, fmt.Sprint(i), mark); err != nil {
			return nil, err
		}
		if !memory && unsignedFault.MatchString(why[i]) {
			why[i] = ""
		}
	}
	return why, nil
}

// sanitizerReport runs a program and returns the line of its output with the
// mark of a sanitizer; "" if it ends well, or without such a line: after a trap
// of the processor, or with a status of its own.
func sanitizerReport(ctx context.Context, exe, arg, mark string) (string, error) {
	// Such functions end at once; the limit is for those whose undefined
	// behaviour is an endless loop.
	limited, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	cmd := exec.CommandContext(limited, exe, arg)
	cmd.Env = []string{"ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0"}
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case cmd.ProcessState == nil:
		return "", err
	case err == nil:
		return "", nil
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, mark) {
			return strings.TrimSpace(line), nil
		}
	}
	return "", nil
}
