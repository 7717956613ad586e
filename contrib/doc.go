// Package contrib tests what brings verify to other places: each file as far as it can
// be tried without the service that reads it.
package contrib
