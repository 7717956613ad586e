package library

import "culprit/internal/limit"

var (
	// maxChoices is up to how many of them a call that fills a buffer does so with the text
	// of each, rather than with any text, and one element of a vector is chosen by
	// comparisons.
	maxChoices = limit.Of("frontend/library.maxChoices", 8, 2, 64, "of each")
	// maxCounted is up to how many arguments in a va_list are counted, for a format that
	// is not known.
	maxCounted = limit.Of("frontend/library.maxCounted", 4, 0, 16, "arguments")
)
