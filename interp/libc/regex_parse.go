package libc

import (
	"slices"
	"strings"
)

// Flags of regcomp.
const (
	regExtended = 1
	regICase    = 2
	regNewline  = 4
	regNoSub    = 8
)

// Results of regcomp.
const (
	regBadPat   = 2
	regCollate  = 3
	regClass    = 4
	regEscape   = 5
	regGroup    = 6
	regBracket  = 7
	regParen    = 8
	regBrace    = 9
	regBadBrace = 10
	regRange    = 11
	regMemory   = 12
	regRepeat   = 13
	regSize     = 15
)

// regOp is an instruction of a compiled expression.
type regOp uint8

const (
	regByte   regOp = iota // a byte of set, then the next instruction
	regSplit               // x, then y
	regJump                // x
	regSave                // the position is bound x
	regAssert              // anchor x holds
	regMatch
)

type regInst struct {
	op   regOp
	x, y int
	set  *byteSet
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *byteSet) has(b byte) bool { return s[b>>6]>>(b&63)&1 != 0 }

// invert leaves the set of all other bytes but null.
func (s *byteSet) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
	s[0] &^= 1
}

// regProgram is a compiled expression.
type regProgram struct {
	status    int32  // of regcomp
	refused   string // what is not offered
	groups    int
	code      []regInst
	noSub     bool
	ignore    bool // upper and lower case are the same
	lines     bool // anchors hold at newlines
	ambiguous bool // there are several ways past a group that may be empty
}

// Anchors, of regAssert.
const (
	lineStart = iota
	lineEnd
	textStart
	textEnd
	wordStart
	wordEnd
	wordEdge
	noWordEdge
)

func isWord(b byte) bool { return b == '_' || inClass("alnum", b) }

// regNode is a part of an expression.
type regNode struct {
	op       regNodeOp
	of       []*regNode
	set      *byteSet // of a byte
	n        int      // of an anchor, or of a group
	min, max int      // of a repetition; max -1: any number
}

type regNodeOp uint8

const (
	nodeEmpty regNodeOp = iota
	nodeByte
	nodeAnchor
	nodeGroup
	nodeSequence
	nodeChoice
	nodeRepeat
)

// nullable reports whether the part matches the empty text, so far as anchors let it.
func (n *regNode) nullable() bool {
	switch n.op {
	case nodeByte:
		return false
	case nodeGroup:
		return n.of[0].nullable()
	case nodeSequence:
		return n.of[0].nullable() && n.of[1].nullable()
	case nodeChoice:
		return n.of[0].nullable() || n.of[1].nullable()
	case nodeRepeat:
		return n.min == 0 || n.of[0].nullable()
	}
	return true
}

// has reports whether there is a node of a kind in the part.
func (n *regNode) has(op regNodeOp) bool {
	return n.op == op || slices.ContainsFunc(n.of, func(x *regNode) bool { return x.has(op) })
}

// anchored reports whether there is such an anchor in the part.
func (n *regNode) anchored(anchor int) bool {
	return n.op == nodeAnchor && n.n == anchor || slices.ContainsFunc(n.of, func(x *regNode) bool { return x.anchored(anchor) })
}

// size is how many instructions the part becomes, or more than maxPattern.
func (n *regNode) size() int {
	s := 2
	for _, x := range n.of {
		s += x.size()
	}
	if n.op == nodeRepeat {
		s *= max(n.min, n.max, 1)
	}
	return min(s, int(maxPattern)+1)
}

// regToken is a token of an expression.
type regToken struct {
	kind regTokenKind
	b    byte // its last byte
	n    int  // of an anchor
	set  *byteSet
}

type regTokenKind uint8

const (
	tokenEnd regTokenKind = iota
	tokenByte
	tokenSet
	tokenAnchor
	tokenStar
	tokenPlus
	tokenQuestion
	tokenOpenBrace
	tokenCloseBrace
	tokenOpen
	tokenClose
	tokenOr
	tokenBracket
	tokenReference
	tokenBackslash // with nothing after it
)

// regParser reads an expression as glibc does, whose syntax has its own additions to
// the standard's basic and extended ones.
type regParser struct {
	text     []byte
	at       int
	extended bool
	ignore   bool
	lines    bool
	tok      regToken
	closed   [10]bool // groups that references may name
	groups   int
}

// regFailure carries the result of regcomp from the depth of a parser.
type regFailure struct {
	status  int32
	refused string
}

func compileRegex(text []byte, flags int) (p *regProgram) {
	p = &regProgram{noSub: flags&regNoSub != 0, ignore: flags&regICase != 0, lines: flags&regNewline != 0}
	r := &regParser{text: text, extended: flags&regExtended != 0, ignore: p.ignore, lines: p.lines}
	defer func() {
		p.groups = r.groups
		if f := recover(); f != nil {
			failure, ok := f.(regFailure)
			if !ok {
				panic(f)
			}
			p.status, p.refused = failure.status, failure.refused
		}
	}()
	r.next(true)
	n := r.choice(0)
	if n.size() > int(maxPattern) {
		panic(regFailure{refused: "many repetitions"})
	}
	p.emit(&regNode{op: nodeGroup, of: []*regNode{n}})
	p.code = append(p.code, regInst{op: regMatch})
	return p
}

func (r *regParser) fail(status int32) { panic(regFailure{status: status}) }

// fold is a byte as it is compared.
func (r *regParser) fold(b byte) byte {
	if r.ignore {
		return upperByte(b)
	}
	return b
}

// next reads a token; here says that a circumflex is an anchor.
func (r *regParser) next(here bool) {
	r.tok, r.at = r.peek(r.at, here)
}

func (r *regParser) peek(at int, here bool) (regToken, int) {
	if at >= len(r.text) {
		return regToken{}, at
	}
	b := r.text[at]
	t := regToken{kind: tokenByte, b: r.fold(b)}
	if b == '\\' {
		if at+1 >= len(r.text) {
			return regToken{kind: tokenBackslash, b: b}, at + 1
		}
		return r.escaped(at + 1), at + 2
	}
	at++
	kinds := map[byte]regTokenKind{'*': tokenStar, '[': tokenBracket}
	if r.extended {
		kinds = map[byte]regTokenKind{'*': tokenStar, '[': tokenBracket, '+': tokenPlus, '?': tokenQuestion, '{': tokenOpenBrace, '}': tokenCloseBrace, '(': tokenOpen, ')': tokenClose, '|': tokenOr}
	}
	if k, ok := kinds[b]; ok {
		t.kind = k
		return t, at
	}
	switch b {
	case '.':
		t.kind, t.set = tokenSet, &byteSet{}
		if r.lines {
			t.set.add('\n')
		}
		t.set.invert()
	case '^':
		if r.extended || here || at == 1 {
			t.kind, t.n = tokenAnchor, lineStart
		}
	case '$':
		ends := r.extended || at == len(r.text)
		if !ends {
			after, _ := r.peek(at, false)
			ends = after.kind == tokenOr || after.kind == tokenClose
		}
		if ends {
			t.kind, t.n = tokenAnchor, lineEnd
		}
	}
	return t, at
}

// escaped is the token of a byte after a backslash.
func (r *regParser) escaped(at int) regToken {
	b := r.text[at]
	t := regToken{kind: tokenByte, b: b} // glibc does not fold it
	if i := strings.IndexByte("`'<>bB", b); i >= 0 {
		t.kind, t.n = tokenAnchor, textStart+i
		return t
	}
	kinds := map[byte]regTokenKind{'+': tokenPlus, '?': tokenQuestion, '{': tokenOpenBrace, '}': tokenCloseBrace, '(': tokenOpen, ')': tokenClose, '|': tokenOr}
	switch {
	case '1' <= b && b <= '9':
		t.kind, t.n = tokenReference, int(b-'0')
	case strings.IndexByte("wWsS", b) >= 0:
		t.kind, t.set = tokenSet, &byteSet{}
		for c := range 256 {
			if b|0x20 == 'w' && isWord(byte(c)) || b|0x20 == 's' && inClass("space", byte(c)) {
				t.set.add(byte(c))
			}
		}
		if b == 'W' || b == 'S' {
			t.set.invert()
		}
	case !r.extended && kinds[b] != tokenEnd:
		t.kind = kinds[b]
	}
	return t
}

// choice reads alternatives inside of as many groups.
func (r *regParser) choice(depth int) *regNode {
	n := r.sequence(depth)
	for r.tok.kind == tokenOr {
		r.next(true)
		n = &regNode{op: nodeChoice, of: []*regNode{n, r.sequence(depth)}}
	}
	return n
}

func (r *regParser) sequence(depth int) *regNode {
	n := &regNode{}
	for r.tok.kind != tokenOr && r.tok.kind != tokenEnd && (depth == 0 || r.tok.kind != tokenClose) {
		n = &regNode{op: nodeSequence, of: []*regNode{n, r.repeated(depth)}}
	}
	return n
}

// repeated reads what may be followed by repetitions.
func (r *regParser) repeated(depth int) *regNode {
	t := r.tok
	n := &regNode{op: nodeByte, set: t.set}
	switch t.kind {
	case tokenBackslash:
		r.fail(regEscape)
	case tokenReference:
		if !r.closed[t.n] {
			r.fail(regGroup)
		}
		panic(regFailure{refused: "a reference to a group"})
	case tokenAnchor:
		r.next(false)
		return &regNode{op: nodeAnchor, n: t.n}
	case tokenOpen:
		n = r.group(depth + 1)
	case tokenBracket:
		n.set = r.bracket()
	case tokenStar, tokenPlus, tokenQuestion, tokenOpenBrace:
		if r.extended || t.kind == tokenOpenBrace {
			r.fail(regRepeat)
		}
	case tokenClose:
		if !r.extended {
			r.fail(regParen)
		}
	}
	if n.op == nodeByte && n.set == nil {
		n.set = &byteSet{}
		n.set.add(t.b)
	}
	r.next(false)
	for {
		switch r.tok.kind {
		case tokenStar:
			n = repeat(n, 0, -1)
			r.next(false)
		case tokenPlus:
			n = repeat(n, 1, -1)
			r.next(false)
		case tokenQuestion:
			n = repeat(n, 0, 1)
			r.next(false)
		case tokenOpenBrace:
			n = r.braces(n)
		default:
			return n
		}
		if !r.extended && (r.tok.kind == tokenStar || r.tok.kind == tokenOpenBrace) {
			r.fail(regRepeat)
		}
	}
}

func repeat(n *regNode, least, most int) *regNode {
	return &regNode{op: nodeRepeat, of: []*regNode{n}, min: least, max: most}
}

// group reads a group up to the token that closes it.
func (r *regParser) group(depth int) *regNode {
	r.groups++
	n := &regNode{op: nodeGroup, n: r.groups, of: []*regNode{{}}}
	r.next(true)
	if r.tok.kind != tokenClose {
		n.of[0] = r.choice(depth)
	}
	if r.tok.kind != tokenClose {
		r.fail(regParen)
	}
	if n.n < len(r.closed) {
		r.closed[n.n] = true
	}
	return n
}

// Numbers in braces besides those that are there.
const (
	noNumber  = -1
	badNumber = -2
)

// braces reads how often a part is repeated, and the token after it.
func (r *regParser) braces(n *regNode) *regNode {
	least := r.number()
	comma := r.tok.kind == tokenByte && r.tok.b == ','
	if least == noNumber {
		if !comma {
			r.fail(regBadBrace)
		}
		least = 0
	}
	most := badNumber
	if least != badNumber {
		if r.tok.kind == tokenCloseBrace {
			most = least
		} else if comma {
			most = r.number()
		}
	}
	switch {
	case (least == badNumber || most == badNumber) && r.tok.kind == tokenEnd:
		r.fail(regBrace)
	case least == badNumber || most == badNumber || r.tok.kind != tokenCloseBrace || most != noNumber && least > most:
		r.fail(regBadBrace)
	case max(least, most) > 0x7fff:
		r.fail(regSize)
	}
	r.next(false)
	if most == 0 {
		return &regNode{}
	}
	return repeat(n, least, most)
}

// number reads tokens up to a comma or a brace.
func (r *regParser) number() int {
	num := noNumber
	for {
		r.next(false)
		digit := r.tok.kind == tokenByte && '0' <= r.tok.b && r.tok.b <= '9'
		switch {
		case r.tok.kind == tokenEnd:
			return badNumber
		case r.tok.kind == tokenCloseBrace || r.tok.kind == tokenByte && r.tok.b == ',':
			return num
		case !digit || num == badNumber:
			num = badNumber
		default:
			num = min(0x8000, max(num, 0)*10+int(r.tok.b-'0'))
		}
	}
}

// emit appends the instructions of a part.
func (p *regProgram) emit(n *regNode) {
	switch n.op {
	case nodeByte:
		p.code = append(p.code, regInst{op: regByte, set: n.set})
	case nodeAnchor:
		p.code = append(p.code, regInst{op: regAssert, x: n.n})
	case nodeGroup:
		p.code = append(p.code, regInst{op: regSave, x: 2 * n.n})
		p.emit(n.of[0])
		p.code = append(p.code, regInst{op: regSave, x: 2*n.n + 1})
	case nodeSequence:
		first, second := n.of[0], n.of[1]
		if !p.lines && (first.has(nodeByte) && second.anchored(lineStart) || first.anchored(lineEnd) && second.has(nodeByte)) {
			// glibc takes some newlines for the end of the text.
			panic(regFailure{refused: "an anchor in the middle"})
		}
		p.emit(first)
		p.emit(second)
	case nodeChoice:
		p.ambiguous = p.ambiguous || n.nullable() && n.has(nodeGroup)
		split := p.hole(regSplit)
		p.emit(n.of[0])
		jump := p.hole(regJump)
		p.code[split].y = len(p.code)
		p.emit(n.of[1])
		p.code[jump].x = len(p.code)
	case nodeRepeat:
		p.emitRepeat(n)
	}
}

// hole appends an instruction that goes on with the next one, and elsewhere.
func (p *regProgram) hole(op regOp) int {
	p.code = append(p.code, regInst{op: op, x: len(p.code) + 1})
	return len(p.code) - 1
}

func (p *regProgram) emitRepeat(n *regNode) {
	body := n.of[0]
	if n.max != 1 && body.has(nodeAnchor) {
		panic(regFailure{refused: "an anchor that is repeated"}) // glibc misses matches
	}
	p.ambiguous = p.ambiguous || n.max != n.min && body.nullable() && body.has(nodeGroup)
	for range n.min {
		p.emit(body)
	}
	if n.max < 0 {
		split := p.hole(regSplit)
		p.emit(body)
		p.code = append(p.code, regInst{op: regJump, x: split})
		p.code[split].y = len(p.code)
		return
	}
	var splits []int
	for range n.max - n.min {
		splits = append(splits, p.hole(regSplit))
		p.emit(body)
	}
	for _, s := range splits {
		p.code[s].y = len(p.code)
	}
}

func upperByte(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}
