// Package witness writes, reads and checks verification witnesses, the
// evidence that verifiers of the competition exchange, in the YAML format of
// version 2.0.
//
// A witness is a list of entries about one program and one property. An
// invariant_set claims that C expressions hold at loop heads and other
// places, and helps to prove the program correct. A violation_sequence is a
// list of segments of waypoints; a run that passes one waypoint of each
// segment in order, the last of them the target, violates the property.
//
//	written by   New* from a Result of the verifier   (write.go, violation.go, correctness.go)
//	read by      Read, every complaint positioned      (read.go, lint.go)
//	checked by   Check                                 (check.go)
package witness
