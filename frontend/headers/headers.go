// Package headers holds the C headers that programs are read with.
package headers

import "embed"

// FS has each header under the name by which it is included.
//
//go:embed *.h */*.h
var FS embed.FS
