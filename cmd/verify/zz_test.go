package main

import (
	"os"
	"testing"

	"culprit/cmd/verify/console"
)

func TestZZ(t *testing.T) {
	os.Chdir("/tmp/bench/miniz")
	a := &app{Streams: console.Streams{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}}
	a.run([]string{"run", "--allow-uninit", "-DN=300000", "--unit", "miniz.c", "--unit", "miniz_tdef.c", "--unit", "miniz_tinfl.c", "drv.c"})
}
