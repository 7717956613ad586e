package frontend

import (
	"embed"
	"fmt"
	"os"
	"sync"

	"modernc.org/cc/v4"
)

// headerRoot is the folder of the embedded C headers, and therefore the
// beginning of the file names of positions inside them.
const headerRoot = "headers"

//go:embed headers
var headerFiles embed.FS

//go:embed predefined/common.h
var predefinedCommon string

//go:embed predefined/lp64.h
var predefinedLP64 string

//go:embed predefined/ilp32.h
var predefinedILP32 string

//go:embed predefined/builtin.h
var builtinPrologue string

// newConfig returns the configuration of cc for the data model. It never
// looks at the machine it runs on.
func newConfig(ptrBits int) (*cc.Config, error) {
	arch := "amd64"
	if ptrBits == 32 {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, fmt.Errorf("data model of %d bits: %w", ptrBits, err)
	}
	return &cc.Config{
		ABI:                        abi,
		FS:                         headerFiles,
		FSOnly:                     true,
		IgnoreNegativeShiftAmounts: true,
	}, nil
}

// endName names the declarations after the file. Without them cc does not
// terminate on some incomplete files, such as one that ends in a star.
const endName = "<end>"

// stderrMu guards the replacement of os.Stderr in quietly.
var stderrMu sync.Mutex

// quietly runs f with os.Stderr pointing nowhere: cc leaves debug output
// ("TRC ...") there for some rejected programs.
func quietly(f func()) {
	stderrMu.Lock()
	defer stderrMu.Unlock()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		f()
		return
	}
	saved := os.Stderr
	os.Stderr = null
	defer func() {
		os.Stderr = saved
		null.Close()
	}()
	f()
}

// c23Prologue makes the new keywords of C23 known. Older programs may use
// them as names, so that it is only tried on programs that are rejected
// without it.
const c23Prologue = `
#define bool _Bool
#define true ((_Bool)1)
#define false ((_Bool)0)
#define nullptr ((void *)0)
#define static_assert _Static_assert
#define alignas _Alignas
#define alignof _Alignof
#define thread_local _Thread_local
#define constexpr static const
#define typeof_unqual __typeof__
`
