// Package kept holds answers in a folder, each under a name for all that it depends
// on. An answer stays right when text moves that it does not depend on: its
// positions move along.
package kept
