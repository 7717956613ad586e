package link

import "culprit/internal/limit"

// maxParts is up to how many expressions that are stored into members and elements a
// format that is read from one is looked for among: a table of more is hardly one of
// formats.
var maxParts = limit.Of("frontend/link.maxParts", 256, 16, 4096, "expressions")
