// Package tables makes the tables of the paper on relevant statements from the
// reports of verify: single traces, several traces, and the comparison of
// relevant lines with those of another tool.
package tables
