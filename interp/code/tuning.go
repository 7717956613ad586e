package code

import "culprit/internal/limit"

// maxAgain is the size of a condition that is compiled a second time to save a
// jump.
var maxAgain = limit.Of("interp/code.maxAgain", 8, 4, 32, "operations")
