package html

import "culprit/internal/limit"

// The limits of the package (see package limit): a page has at most 3 MB for a
// program of 2,000 lines, and shows its first view of a large one in seconds.
var (
	// maxColoured is the length of a file beyond which only lines that are relevant
	// have colours: a line with them takes the time of ten without.
	maxColoured = limit.Of("report/html.maxColoured", 10_000, 100, 1_000_000, "lines")
	// maxRows bounds the rows of the table of traces, where beyond it those in the middle
	// that are relevant or differ are kept first, and of each other list.
	maxRows = limit.Of("report/html.maxRows", 4_000, 100, 100_000, "rows")
	// maxPlaces bounds the places of the answer and of each method.
	maxPlaces = limit.Of("report/html.maxPlaces", 40, 5, 1_000, "places")
	// maxStatements bounds the statements of a block of the control flow.
	maxStatements = limit.Of("report/html.maxStatements", 12, 3, 100, "statements")
	// maxText bounds a statement in a table or a box, and what is said beside a line of the
	// source.
	maxText = limit.Of("report/html.maxText", 160, 40, 1_000, "characters")
)
