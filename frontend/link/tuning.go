package link

import "culprit/internal/limit"

// MaxFormats bounds the literals that the format of a call with a va_list may be, by which
// it branches, and the expressions that are stored into members and elements among which
// one is looked for that is read from there: a table of more is hardly one of formats.
var MaxFormats = limit.Of("frontend/link.MaxFormats", 256, 16, 4096, "formats")
