package syntax

import (
	"reflect"
	"sync"

	"modernc.org/cc/v4"
)

// Walker visits the syntax tree by reflection over exported fields, since cc
// offers no traversal of its own.
type Walker struct {
	Pre func(cc.Node) bool
}

var nodeType = reflect.TypeOf((*cc.Node)(nil)).Elem()

// nodeFields caches, for each node type, the fields that hold nodes.
var nodeFields sync.Map // reflect.Type -> []int

func fieldsOf(t reflect.Type) []int {
	if v, ok := nodeFields.Load(t); ok {
		return v.([]int)
	}
	var out []int
	for i := range t.NumField() {
		f := t.Field(i)
		if f.PkgPath != "" || f.Anonymous {
			continue
		}
		if (f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface) && f.Type.Implements(nodeType) {
			out = append(out, i)
		}
	}
	nodeFields.Store(t, out)
	return out
}

// Walk visits n and what it contains, in the order of the fields. Children of
// nodes for which pre returns false are skipped. Long lists are followed
// without recursion through their last field of the same type.
func (w *Walker) Walk(n cc.Node) {
	for n != nil {
		v := reflect.ValueOf(n)
		if v.Kind() != reflect.Pointer || v.IsNil() {
			return
		}
		if !w.Pre(n) {
			return
		}
		e := v.Elem()
		if e.Kind() != reflect.Struct {
			return
		}
		var next cc.Node
		for _, i := range fieldsOf(e.Type()) {
			f := e.Field(i)
			if f.IsNil() {
				continue
			}
			c := f.Interface().(cc.Node)
			if f.Type() == v.Type() {
				next = c
				continue
			}
			w.Walk(c)
		}
		n = next
	}
}

// Each calls f for n and what it contains.
func Each(n cc.Node, f func(cc.Node)) {
	w := Walker{Pre: func(n cc.Node) bool { f(n); return true }}
	w.Walk(n)
}
