// Package console is what the commands share: the streams of the process
// (streams.go), complaints about the input and exit statuses (refusal.go), files
// that are written as a whole or not at all (output.go), and runs of this program in
// processes of their own (process.go).
package console
