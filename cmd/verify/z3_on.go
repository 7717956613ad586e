//go:build z3

package main

// haveZ3 says that this build has the second engine.
const haveZ3 = true
