package libc

import "bytes"

// Missing are the names of the files that the program wanted to read and that are not
// there, in order.
func (l *Lib) Missing() []string { return l.missing }

// Written returns the files that the program made or changed, by path. The
// contents must not be modified.
func (l *Lib) Written() map[string][]byte {
	out := make(map[string][]byte)
	for name, n := range l.files {
		if old, ok := l.given[name]; !ok || !bytes.Equal(old, n.data) {
			out[name] = n.data
		}
	}
	return out
}
