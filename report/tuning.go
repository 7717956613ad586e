package report

import "culprit/internal/limit"

// The limits of the package (see package limit): how much is shown of what there
// is, before a line that says how much more.
var (
	// MaxPlaces bounds the likeliest places, the traces, notes, ranges and commands
	// on the first page, in an editor and at first in a browser, which are read at a glance; of a method that is asked for,
	// four times as many places.
	MaxPlaces = limit.Of("report.MaxPlaces", 5, 1, 50, "of each")
	// maxValues bounds the lines of a diff, and the values of an input, twice as
	// many where they matter.
	maxValues = limit.Of("report.maxValues", 6, 2, 50, "of each")
	// maxListed bounds the open error locations and the lines that are relevant in
	// some traces.
	maxListed = limit.Of("report.maxListed", 10, 2, 100, "of each")
	// maxBytes bounds the contents of memory that an input is shown with.
	maxBytes = limit.Of("report.maxBytes", 64, 8, 1_000, "bytes")
	// maxLines is the length beyond which all steps of a trace are printed only so
	// far from its ends as three twentieths of that; between them those that are
	// relevant. A trace of ten times as many steps keeps a quarter of it at either end in
	// JSON.
	maxLines = limit.Of("report.maxLines", 2_000, 100, 100_000, "lines")
	// maxBlocks bounds the control flow of a function that is drawn: nobody follows a
	// larger one.
	maxBlocks = limit.Of("report.maxBlocks", 120, 20, 1_000, "blocks")
	// maxFunctions bounds the functions that are drawn.
	maxFunctions = limit.Of("report.maxFunctions", 20, 1, 200, "functions")
	// maxSaid bounds the text of an assertion where others show it: a condition of this
	// length is still one that people wrote.
	maxSaid = limit.Of("report.maxSaid", 500, 60, 100_000, "characters")
)
