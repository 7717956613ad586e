// Package spectrum has the methods that others are compared with: MAX-SAT
// localization.
package spectrum
