package libc

import (
	"slices"
)

// Functions of regex.h. The object of the program has the address of a block with
// the text of the expression; what it is compiled to is made of that when it is
// used, so that nothing of it is state of the library. References to groups are not
// offered.

// Flags of regexec, and what it returns without a match.
const (
	regNotBol   = 1
	regNotEol   = 2
	regStartEnd = 4

	regNoMatch = 1
)

// regMessages are the texts of regerror.
var regMessages = []string{
	"Success",
	"No match",
	"Invalid regular expression",
	"Invalid collation character",
	"Invalid character class name",
	"Trailing backslash",
	"Invalid back reference",
	"Unmatched [, [^, [:, [., or [=",
	`Unmatched ( or \(`,
	`Unmatched \{`,
	`Invalid content of \{\}`,
	"Invalid range end",
	"Memory exhausted",
	"Invalid preceding regular expression",
	"Premature end of regular expression",
	"Regular expression too big",
	`Unmatched ) or \)`,
}

func addRegex(add adder) {
	add(regcompCall, "regcomp")
	add(regexecCall, "regexec")
	add(regerrorCall, "regerror")
	add(regfreeCall, "regfree")
}

// Words of regex_t after the address of the block.
const (
	regGroups = 6
	regFlags  = 7
)

func regcompCall(c *call) Value {
	at, text, flags := c.wordArg(0), c.text(1), c.intArg(2)
	p := c.expression(text, int(flags))
	for i := range regFlags {
		c.storeWord(at+uint64(i*c.ptr), c.ptr, 0)
	}
	c.storeWord(at+uint64(regGroups*c.ptr), c.ptr, uint64(p.groups))
	c.storeWord(at+uint64(regFlags*c.ptr), 4, uint64(flags))
	if p.status != 0 {
		return intValue(p.status)
	}
	block := c.alloc(uint64(len(text)) + 1)
	if block == 0 {
		return intValue(regMemory)
	}
	c.storeString(block, text)
	c.storeWord(at, c.ptr, block)
	return intValue(0)
}

// expression compiles an expression, or finds it where the library has it.
func (c *call) expression(text []byte, flags int) *regProgram {
	key := regKey{string(text), flags}
	if p := c.lib.regex[key]; p != nil {
		return p
	}
	p := compileRegex(text, flags)
	if p.refused != "" {
		c.unsupported("%s in a regular expression", p.refused)
	}
	c.lib.regex[key] = p
	return p
}

// regKey is what a compiled expression depends on.
type regKey struct {
	text  string
	flags int
}

func regexecCall(c *call) Value {
	at, n, matches, flags := c.wordArg(0), c.wordArg(2), c.wordArg(3), c.intArg(4)
	block := c.loadWord(at, c.ptr)
	if block == 0 {
		c.undefined("the expression is not compiled")
	}
	p := c.expression(c.cstring(block, -1), int(c.loadWord(at+uint64(regFlags*c.ptr), 4)))
	if flags&^(regNotBol|regNotEol|regStartEnd) != 0 {
		return intValue(regBadPat)
	}
	var text []byte
	start := 0
	if flags&regStartEnd != 0 {
		start = int(int32(c.loadWord(matches, 4)))
		end := int(int32(c.loadWord(matches+4, 4)))
		if start < 0 || end < start {
			c.undefined("the part of the text from %d to %d is asked for", start, end)
		}
		text = make([]byte, end)
		c.load(c.wordArg(1), text)
	} else {
		text = c.text(1)
	}
	if p.noSub {
		n = 0
	}
	if n > 1 && p.ambiguous {
		c.unsupported("the bounds of groups that may be empty, in a choice or a repetition of a regular expression")
	}
	m := p.match(text, start, int(flags))
	if m == nil {
		return intValue(regNoMatch)
	}
	for i := range n {
		so, eo := -1, -1
		if i <= uint64(p.groups) {
			so, eo = m[2*i], m[2*i+1]
		}
		c.storeWord(matches+8*i, 4, uint64(so))
		c.storeWord(matches+8*i+4, 4, uint64(eo))
	}
	return intValue(0)
}

func regfreeCall(c *call) Value {
	at := c.wordArg(0)
	if block := c.loadWord(at, c.ptr); block != 0 && !c.mem.Free(block) {
		c.stop(MemoryFault, "")
	}
	c.storeWord(at, c.ptr, 0)
	return void()
}

func regerrorCall(c *call) Value {
	code, buf, size := c.intArg(0), c.wordArg(2), c.wordArg(3)
	if code < 0 || int(code) >= len(regMessages) {
		c.undefined("there is no error %d of regular expressions", code)
	}
	text := []byte(regMessages[code])
	all := uint64(len(text)) + 1
	if size > 0 {
		c.storeString(buf, text[:min(all, size)-1])
	}
	return c.size(all)
}

// A regular expression becomes a program of instructions for threads that read the
// text side by side, in the order of preference of their ways: more rounds before
// fewer, the left alternative before the right. Of the matches that begin leftmost the
// longest counts, and of those the one of the thread that is preferred, which is what
// glibc says of groups.

// holds reports whether an anchor holds at a position of the text.
func (p *regProgram) holds(anchor int, text []byte, i, flags int) bool {
	before := i > 0 && isWord(text[i-1])
	after := i < len(text) && isWord(text[i])
	switch anchor {
	case lineStart:
		return i == 0 && flags&regNotBol == 0 || i > 0 && p.lines && text[i-1] == '\n'
	case lineEnd:
		return i == len(text) && flags&regNotEol == 0 || i < len(text) && p.lines && text[i] == '\n'
	case textStart:
		return i == 0
	case textEnd:
		return i == len(text)
	case wordStart:
		return !before && after
	case wordEnd:
		return before && !after
	case wordEdge:
		return before != after
	}
	return before == after
}

// regThread is where a thread is, and the bounds of the groups that it has passed.
type regThread struct {
	at     int
	bounds []int
}

// match returns the bounds of the match and of its groups, or nil.
func (p *regProgram) match(text []byte, start, flags int) []int {
	if p.ignore {
		text = slices.Clone(text)
		for i, b := range text {
			text[i] = upperByte(b)
		}
	}
	var best []int
	var now, next []regThread
	seen := make([]int, len(p.code)) // the round in which a thread came there, from 1
	round := 0
	var follow func(list []regThread, at int, bounds []int, i int) []regThread
	follow = func(list []regThread, at int, bounds []int, i int) []regThread {
		for seen[at] != round {
			seen[at] = round
			in := &p.code[at]
			switch in.op {
			case regByte, regMatch:
				return append(list, regThread{at, bounds})
			case regSplit:
				list = follow(list, in.x, bounds, i)
				at = in.y
			case regJump:
				at = in.x
			case regSave:
				bounds = slices.Clone(bounds)
				bounds[in.x] = i
				at++
			case regAssert:
				if !p.holds(in.x, text, i, flags) {
					return list
				}
				at++
			}
		}
		return list
	}
	none := slices.Repeat([]int{-1}, 2*p.groups+2)
	round++
	for i := start; ; i++ {
		if best == nil {
			now = follow(now, 0, none, i)
		}
		if len(now) == 0 && best != nil {
			return best
		}
		round++
		next = next[:0]
		for _, t := range now {
			in := &p.code[t.at]
			switch {
			case in.op == regMatch:
				if best == nil || t.bounds[0] < best[0] || t.bounds[0] == best[0] && best[1] < i {
					best = t.bounds
				}
			case best != nil && t.bounds[0] > best[0]:
			case i < len(text) && in.set.has(text[i]):
				next = follow(next, t.at+1, t.bounds, i+1)
			}
		}
		if i >= len(text) {
			return best
		}
		now, next = next, now
	}
}
