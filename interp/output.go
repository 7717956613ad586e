package interp

import (
	"io"
	"slices"
	"strings"

	"culprit/interp/libc"
)

// capture keeps output.
type capture struct{ data []byte }

// Write implements io.Writer.
func (c *capture) Write(p []byte) (int, error) {
	c.data = append(c.data, p...)
	return len(p), nil
}

func (c *capture) text() []byte {
	if c == nil {
		return nil
	}
	return c.data
}

// fork returns a copy that continues by itself.
func (c *capture) fork() *capture {
	c.data = slices.Clip(c.data)
	return &capture{c.data}
}

// newLib gives a machine its C library.
func (m *machine) newLib(conf *RunConfig, in *runInputs) {
	out := [2]io.Writer{conf.Stdout, conf.Stderr}
	for i := range out {
		if out[i] == nil {
			m.output[i] = &capture{}
			out[i] = m.output[i]
		}
	}
	m.errnoVar, m.errnoObj = errno(m.code.prog)
	m.lib = libc.New(libc.Config{
		Stdin: in.stdin.again(), Stdout: out[0], Stderr: out[1], Files: conf.Files, Env: m.placeEnv(conf.Env), Output: int64(conf.Limits.Output),
	})
}

// placeEnv puts the values of variables of the environment into memory.
func (m *machine) placeEnv(env []string) map[string]uint64 {
	at := map[string]uint64{}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		at[name] = m.placeText(value, name+" of the environment")
	}
	return at
}

// setOutput lets the library write to other writers from now on; nil keeps the
// output.
func (m *machine) setOutput(stdout, stderr io.Writer) {
	out := [2]io.Writer{stdout, stderr}
	for i := range out {
		if m.output[i] = nil; out[i] == nil {
			m.output[i] = &capture{}
			out[i] = m.output[i]
		}
	}
	m.lib = m.lib.Clone(out[0], out[1])
}

// cloneLib gives a copy of the machine old its own library. Output that is
// kept is kept apart from now on.
func (m *machine) cloneLib(old *machine, conf *RunConfig) {
	if old.lib == nil {
		return
	}
	out := [2]io.Writer{conf.Stdout, conf.Stderr}
	for i := range out {
		if old.output[i] != nil {
			m.output[i] = old.output[i].fork()
			out[i] = m.output[i]
		}
	}
	m.lib = old.lib.Clone(out[0], out[1])
	m.libArgs = nil
}

// byteCount counts output and forgets it.
type byteCount int64

// Write implements io.Writer.
func (n *byteCount) Write(p []byte) (int, error) {
	*n += byteCount(len(p))
	return len(p), nil
}

// countOutput makes a machine forget its output from now on, and returns where
// the bytes of standard output are counted.
func (m *machine) countOutput() *int64 {
	n := new(int64)
	if m.lib != nil {
		m.output = [2]*capture{}
		m.lib = m.lib.Clone((*byteCount)(n), io.Discard)
		m.libArgs = nil
	}
	return n
}
