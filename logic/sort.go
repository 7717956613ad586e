package logic

import "fmt"

// T is the index of a term in a Table.
type T int32

// False and True have the same index in every table.
const (
	False T = 0
	True  T = 1
)

// SortKind distinguishes Booleans, bit-vectors and arrays.
type SortKind uint8

// The kinds of sorts.
const (
	SBool SortKind = iota
	SBV
	SArray
)

// Sort is the type of a term: Bool, BV of W bits, or array from W-bit indices to E-bit elements.
type Sort struct {
	Kind SortKind
	W, E uint8
}

// BoolSort is the sort of truth values.
func BoolSort() Sort { return Sort{Kind: SBool} }

// BVSort is the sort of bit-vectors of w bits, 1 <= w <= 64.
func BVSort(w int) Sort {
	checkWidth(w)
	return Sort{Kind: SBV, W: uint8(w)}
}

// ArraySort is the sort of arrays from idx-bit indices to elem-bit elements.
func ArraySort(idx, elem int) Sort {
	checkWidth(idx)
	checkWidth(elem)
	return Sort{Kind: SArray, W: uint8(idx), E: uint8(elem)}
}

func checkWidth(w int) {
	if w < 1 || w > 64 {
		panic(fmt.Sprintf("logic: width %d out of range 1..64", w))
	}
}

// String gives the SMT-LIB name of the sort.
func (s Sort) String() string {
	switch s.Kind {
	case SBool:
		return "Bool"
	case SBV:
		return fmt.Sprintf("(_ BitVec %d)", s.W)
	}
	return fmt.Sprintf("(Array (_ BitVec %d) (_ BitVec %d))", s.W, s.E)
}

// Op is the operator at the root of a term.
type Op uint8

// The operators; argument order is that of the constructor with the same name.
const (
	OpFalse Op = iota
	OpTrue
	OpVar
	OpConst
	OpNot
	OpAnd
	OpOr
	OpEq
	OpIte
	OpAdd
	OpMul
	OpUDiv
	OpSDiv
	OpURem
	OpSRem
	OpBvAnd
	OpBvOr
	OpBvXor
	OpBvNot
	OpShl
	OpLShr
	OpAShr
	OpConcat
	OpExtract
	OpZExt
	OpSExt
	OpULt
	OpULe
	OpSLt
	OpSLe
	OpSelect
	OpStore
	OpConstArray
	OpCopy
	OpApply
	OpFloat // of package ieee; its operation and mode are parameters
	numOps
)

var opNames = [numOps]string{
	OpFalse: "false", OpTrue: "true", OpVar: "var", OpConst: "const", OpNot: "not", OpAnd: "and", OpOr: "or", OpEq: "=",
	OpIte: "ite", OpAdd: "bvadd", OpMul: "bvmul", OpUDiv: "bvudiv", OpSDiv: "bvsdiv", OpURem: "bvurem", OpSRem: "bvsrem",
	OpBvAnd: "bvand", OpBvOr: "bvor", OpBvXor: "bvxor", OpBvNot: "bvnot", OpShl: "bvshl", OpLShr: "bvlshr",
	OpAShr: "bvashr", OpConcat: "concat", OpExtract: "extract", OpZExt: "zero_extend", OpSExt: "sign_extend",
	OpULt: "bvult", OpULe: "bvule", OpSLt: "bvslt", OpSLe: "bvsle", OpSelect: "select", OpStore: "store",
	OpConstArray: "const-array", OpCopy: "array.copy", OpApply: "apply", OpFloat: "float",
}

// String gives the SMT-LIB name of the operator.
func (o Op) String() string { return opNames[o] }

// mask has the low w bits set.
func mask(w uint8) uint64 { return ^uint64(0) >> (64 - w) }

// signed reads the low w bits of v as a two's complement number.
func signed(w uint8, v uint64) int64 { return int64(v<<(64-w)) >> (64 - w) }
