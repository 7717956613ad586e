package headers

import (
	"strings"
	"testing"
)

// TestNames: what headers declare are functions of the library, not what the text of
// their macros and bodies calls.
func TestNames(t *testing.T) {
	names := Names()
	for name, parameters := range map[string]int{"strlen": 1, "printf": -1, "getpid": 0, "memcpy": 3} {
		if n, ok := names[name]; !ok || n != parameters {
			t.Errorf("%s: %d parameters, %v", name, n, ok)
		}
	}
	for name := range names {
		if len(name) == 1 || strings.HasPrefix(name, "_mm") {
			t.Errorf("%s is a function of the library", name)
		}
	}
}
