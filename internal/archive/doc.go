// Command archive packs what a competition asks for into a zip file: one top
// folder with the program, its licence and those of the libraries in it, the
// README, a smoke test, and the tool-info module for BenchExec.
//
//	go run ./internal/archive BINARY OUT.zip      pack
//	go run ./internal/archive -x OUT.zip DIR      unpack
//
// The same binary gives the same bytes: entries are sorted, without times, and
// their modes are either 0755 or 0644.
package main
