package main

import (
	"fmt"

	"culprit/frontend"
	"culprit/interp"
)

// room says how large the block that an argument leads to has to be for an access beyond
// its end: many of the alarms about a library are about arguments that nobody gives it.
func (c *entryFlags) room(call *frontend.Call, f *interp.Fault) string {
	if call == nil || f == nil || f.Alloc == nil || f.Alloc.Pos.File != call.Text.Name || f.Free != nil || f.Low == 0 || f.Size == 0 {
		return ""
	}
	b, ok := call.Blocks[f.Alloc.Pos.Line]
	switch {
	case !ok:
		return ""
	case f.Addr < f.Low:
		return fmt.Sprintf("%s leads into a larger block, and not to its beginning", b.Path)
	}
	n := (f.Addr + f.Size - f.Low + uint64(b.Size) - 1) / uint64(b.Size)
	has := (f.High - f.Low) / uint64(b.Size)
	if n <= has || n > uint64(maxEntryLength) {
		return ""
	}
	if !b.Free {
		return fmt.Sprintf("%s leads to more than %d bytes", b.Path, f.High-f.Low)
	}
	hint := fmt.Sprintf("--assume 'len(%s) >= %d'", b.Path, n)
	if n > uint64(c.Length) {
		hint += fmt.Sprintf(" --length %d", n)
	}
	return fmt.Sprintf("len(%s) >= %d (%s)", b.Path, n, hint)
}
