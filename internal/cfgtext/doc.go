// Package cfgtext reads the text form of programs that cfg.Program.String
// prints. Tests state programs in it that the front end would not make.
package cfgtext
