//go:build !unix

package localization

import "time"

var started = time.Now()

// ownTime is wall time on this system.
func ownTime() time.Duration { return time.Since(started) }
