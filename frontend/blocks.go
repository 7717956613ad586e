package frontend

import (
	"culprit/frontend/emit"

	"modernc.org/cc/v4"
)

// Blocks, and the lives of what is declared in them or made besides: compound
// literals, variable-length arrays, and the locals of recursive functions. A
// temporary, such as the structure in f().a, lives until the end of the full
// expression.

// compound lowers a block.
func (f *fn) compound(c *cc.CompoundStatement) {
	if c == nil {
		return
	}
	end := f.open(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		f.item(l.BlockItem)
	}
	end()
}

// open begins a block. What it returns ends it.
func (f *fn) open(n cc.Node) func() {
	depth := len(f.Blocks)
	f.Blocks = append(f.Blocks, emit.Block{Node: n})
	return func() {
		f.endBlocks(depth)
		f.Blocks = f.Blocks[:depth]
	}
}

// endBlocks ends the blocks from a depth on, the innermost first.
func (f *fn) endBlocks(depth int) {
	top := len(f.Blocks)
	for i := top - 1; i >= depth; i-- {
		if c := f.Blocks[i].Cleanups; len(c) > 0 {
			f.EndLives(i+1, top)
			f.cleanUp(c)
			top = i + 1
		}
	}
	f.EndLives(depth, top)
}

// gotoLabel continues at a label and ends the blocks that this leaves.
func (f *fn) gotoLabel(x *cc.LabeledStatement) {
	depth := f.DepthAt(x)
	f.endBlocks(depth)
	f.backTo(x, depth)
	f.Jump(f.label(x).loc)
}

// stmtExpr lowers ({ ... }): its value is that of the last expression.
func (f *fn) stmtExpr(c *cc.CompoundStatement) emit.Value {
	depth, outer := len(f.Blocks), f.Temporaries
	f.Temporaries = nil
	defer func() { f.Temporaries = append(outer, f.Temporaries...) }()
	end := f.open(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if l.BlockItemList == nil && b.Case == cc.BlockItemStmt && b.Statement.Case == cc.StatementExpr {
			if e := b.Statement.ExpressionStatement.ExpressionList; e != nil {
				return f.Outlives(f.rvalue(e), depth, end)
			}
		}
		f.item(b)
	}
	end()
	return f.Void()
}

// within lowers a statement that is a block of its own, as the parts of
// selections and loops are.
func (f *fn) within(s *cc.Statement) {
	if s == nil || s.Case == cc.StatementCompound {
		f.stmt(s)
		return
	}
	end := f.open(s)
	f.stmt(s)
	end()
}
