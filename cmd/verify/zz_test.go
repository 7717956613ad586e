package main

import (
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	os.Chdir("/tmp/bench/miniz")
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv}
	a.run([]string{"run", "--allow-uninit", "-DN=300000", "--unit", "miniz.c", "--unit", "miniz_tdef.c", "--unit", "miniz_tinfl.c", "drv.c"})
}
