// Package rounds says how many random cases a test tries, so that one variable
// turns the daily tests into a search that runs for as long as one likes.
package rounds

import (
	"os"
	"strconv"
	"testing"
)

// Variable is the factor by which there are more cases than every day.
const Variable = "CULPRIT_ROUNDS"

// Of returns the number of cases where n are enough for every day: a tenth in
// a short test, more if the environment says so.
func Of(n int) int {
	if k, err := strconv.Atoi(os.Getenv(Variable)); err == nil && k > 0 {
		return k * n
	}
	if testing.Short() {
		return max(n/10, 1)
	}
	return n
}

// Rows returns the rows of a table that take long: all of them, or every third
// in a short test.
func Rows[T any](table []T) []T {
	if !testing.Short() {
		return table
	}
	var some []T
	for i := 0; i < len(table); i += 3 {
		some = append(some, table[i])
	}
	return some
}
