package candidate

import (
	"fmt"
	"strings"
	"testing"
)

func TestIdentifiers(t *testing.T) {
	var got []string
	for name, at := range Identifiers([]byte("a1 /* b */ c2=\"d\\\"e\"+'f'; // g\n#define h 0x1F+3u _i")) {
		got = append(got, fmt.Sprint(name, at))
	}
	if text := strings.Join(got, " "); text != "a10 c211 define32 h39 _i49" {
		t.Error(text)
	}
}
