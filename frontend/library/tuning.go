package library

import "culprit/internal/limit"

// maxChoices is up to how many one element of a vector is chosen by comparisons.
var maxChoices = limit.Of("frontend/library.maxChoices", 8, 2, 64, "values")
