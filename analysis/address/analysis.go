package address

import (
	"culprit/analysis/alias"
	"culprit/cfg"
)

// kind says how a value depends on the addresses of objects.
type kind uint8

const (
	number kind = iota // not at all
	linear             // an address, and a number added to it
	mixed              // in any other way
)

// analysis computes kinds and alignments.
type analysis struct {
	prog    *cfg.Program
	points  *alias.Result
	vars    []kind                     // by Var.ID, of numbers, of what converted pointers are made of, and of pointers to functions
	align   []uint64                   // by Var.ID: divides the value
	most    []uint64                   // by Var.ID: bounds the value
	raised  []uint8                    // by Var.ID: how often most has grown
	extreme []bool                     // by Var.ID: no object has the value for an address
	content map[*cfg.Region]kind       // numbers in memory that are made of addresses
	only    map[*cfg.Region]bool       // whether only pointers are stored there
	held    map[*cfg.Region][]cfg.Expr // where in it pointers are stored
	code    map[*cfg.Region]bool       // whether pointers to functions are stored there
	blocks  map[*cfg.Alloc]uint64
	without map[*cfg.Proc][]bool // by Proc.ID, what may run while a procedure does not
	ends    map[*cfg.Object]bool // objects of which the end may be computed, once asked for
	changed bool

	literals bool // are assumed to be apart
}
