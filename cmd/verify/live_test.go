//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"culprit/verifier"
)

// terminal opens a pseudo terminal with so many columns: what a program writes to the
// second end is read from the first.
func terminal(t *testing.T, columns uint16) (read, write *os.File) {
	t.Helper()
	read, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	ask := func(request uintptr, p unsafe.Pointer) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, read.Fd(), request, uintptr(p)); errno != 0 {
			t.Skip(errno)
		}
	}
	var unlock, n int32
	ask(syscall.TIOCSPTLCK, unsafe.Pointer(&unlock))
	ask(syscall.TIOCGPTN, unsafe.Pointer(&n))
	size := [4]uint16{24, columns}
	ask(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	if write, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { read.Close(); write.Close() })
	return read, write
}

// drawn is what verify writes to a terminal as stderr, and the line that is left of it
// in the end.
func drawn(t *testing.T, columns uint16, env []string, args ...string) (all, left string) {
	t.Helper()
	read, write := terminal(t, columns)
	cmd, _, _ := command(folder(t, map[string]string{"hard.c": hardC}), args...)
	cmd.Env = append(append(cmd.Env, "TERM=xterm"), env...)
	cmd.Stderr = write
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	text := make(chan []byte)
	go func() {
		b, _ := io.ReadAll(read) // until the other end is closed
		text <- b
	}()
	_ = cmd.Wait()
	write.Close()
	all = string(<-text)
	parts := strings.Split(all, "\r")
	shown := 0
	for _, p := range parts {
		n := len([]rune(p))
		switch {
		case strings.TrimLeft(p, " ") == "": // which takes the line away
			shown = 0
		case strings.Contains(p, " s  "):
			if n >= int(columns) {
				t.Errorf("%q is as wide as %d columns", p, columns)
			}
			shown = n
		}
	}
	if shown > 0 {
		left = parts[len(parts)-1]
	}
	return all, left
}

// TestLiveLine draws on a terminal, wide and narrow, and leaves nothing there.
func TestLiveLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		columns uint16
		env     []string
		args    []string
		want    string
	}{
		{120, nil, []string{"hard.c", "--timeout", "2s"}, `\r   \d s  \w+, 1 open, [012] s left, (\d+ deep, )?\d+ states`},
		{120, []string{"NO_COLOR=1"}, []string{"hard.c", "--timeout", "2s"}, `, 1 open, [012] s left`},
		{20, nil, []string{"hard.c", "--timeout", "2s"}, `\r   \d s  \w+`},
		{120, nil, []string{"hard.c", "--cpu-timeout", "1s"}, `s of processor time left`},
		{120, nil, []string{"run", "hard.c", "--timeout", "1s"}, `\r   \d s  running, [01] s left`},
		{120, nil, []string{"explain", "hard.c", "--timeout", "2s"}, `\r   \d s  the failing run, [012] s left`},
	} {
		t.Run(fmt.Sprint(tt.columns, tt.env, tt.args), func(t *testing.T) {
			t.Parallel()
			all, left := drawn(t, tt.columns, tt.env, tt.args...)
			if !regexp.MustCompile(tt.want).MatchString(all) || strings.Contains(all, "\x1b") || left != "" {
				t.Errorf("want %s, and nothing left, not %q:\n%q", tt.want, left, all)
			}
		})
	}
	for _, tt := range []struct {
		env  []string
		args []string
	}{{[]string{"TERM=dumb"}, []string{"hard.c", "--timeout", "1s"}}, {nil, []string{"hard.c", "--timeout", "1s", "--log"}}} {
		if all, _ := drawn(t, 2000, tt.env, tt.args...); strings.Contains(all, " open, ") {
			t.Errorf("%q, %q: %q", tt.env, tt.args, all)
		}
	}
}

// TestLiveParts has what is most important first.
func TestLiveParts(t *testing.T) {
	m := &meter{phase: "frames", start: time.Now().Add(-3 * time.Second), limitFlags: limitFlags{Timeout: time.Minute},
		last: verifier.Progress{Iterations: 9, Depth: 7, Open: 2, Proved: 5, Violated: 1, States: 400}}
	if got, want := m.line(), "   3 s  frames, 5 proved, 2 open, 1 violated, 57 s left, 7 deep, 9 rounds, 400 states"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
