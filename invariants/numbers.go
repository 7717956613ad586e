package invariants

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
)

// number is a decimal number in a text: numbers can be told without a grammar.
var number = regexp.MustCompile(`[+-]?[0-9]+(\.[0-9]+)?`)

// variations are the numbers that may stand for one.
func variations(text string) []string {
	if strings.Contains(text, ".") {
		return floatVariations(text)
	}
	return integerVariations(text)
}

// integerVariations differ from a number by powers of two, up to its own size
// and a little beyond.
func integerVariations(text string) []string {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil
	}
	var out []string
	for i := range min(bits.Len64(uint64(max(v, -v)))+4, 63) {
		out = append(out, fmt.Sprint(v-1<<i), fmt.Sprint(v+1<<i))
	}
	return out
}

// floatVariations do the same, from an eighth on, with as many digits as the
// number has.
func floatVariations(text string) []string {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	digits := 0
	if i := strings.IndexByte(text, '.'); i >= 0 {
		digits = len(text) - i - 1
	}
	var out []string
	for step := 0.125; step <= max(16, 2*v, -2*v) && len(out) < 128; step *= 2 {
		out = append(out, strconv.FormatFloat(v-step, 'f', digits, 64), strconv.FormatFloat(v+step, 'f', digits, 64))
	}
	return out
}
