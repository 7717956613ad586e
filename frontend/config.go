package frontend

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// expansionLimit bounds the work of macro expansion of one file, in tokens.
const expansionLimit = 20_000_000

// headerFS serves the embedded headers below headerRoot, and below "." the
// files next to the source file, which #include "..." may name. It opens
// nothing any more when the context is done. (Files that include each other
// behind a condition are opened once only, so that nothing ends these.)
type headerFS struct {
	dir string
	ctx context.Context // may be nil
}

func (h headerFS) Open(name string) (fs.File, error) {
	if h.ctx != nil && h.ctx.Err() != nil {
		return nil, h.ctx.Err()
	}
	if name == headerRoot || strings.HasPrefix(name, headerRoot+"/") {
		return headerFiles.Open(name)
	}
	if h.dir == "" {
		return nil, fs.ErrNotExist
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return os.Open(name)
}

// newConfig returns the configuration of cc for the data model. It never
// looks at the machine it runs on, except for local include files in dir and
// in conf.IncludeDirs.
func newConfig(dir string, conf Config, p *pragmas) (*cc.Config, error) {
	ptrBits, include := conf.PtrBits, conf.IncludeDirs
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
		FS:                         headerFS{dir, conf.Ctx},
		FSOnly:                     true,
		IncludePaths:               append(append([]string{""}, include...), headerRoot),
		SysIncludePaths:            append(append([]string(nil), include...), headerRoot),
		IgnoreNegativeShiftAmounts: true,
		UnsignedEnums:              true,
		ExpansionLimit:             expansionLimit,
		PragmaHandler:              p.add,
	}, nil
}

// endName names the declarations behind the file. Without them cc does not
// terminate on some incomplete files, such as one that ends in a star.
const endName = "<end>"

// inputs returns what cc reads before and including the file.
func inputs(name string, src []byte, ptrBits int, extra ...cc.Source) []cc.Source {
	model := predefinedLP64
	if ptrBits == 32 {
		model = predefinedILP32
	}
	out := []cc.Source{
		{Name: "<predefined>", Value: predefinedCommon + model},
		{Name: "<builtin>", Value: builtinPrologue},
	}
	out = append(append(out, extra...), cc.Source{Name: name, Value: src})
	return append(out, cc.Source{Name: endName, Value: "\n;;;;\nextern int __culprit_end;\n"})
}

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
`

// parse reads and type checks one C file.
func parse(name string, src []byte, ptrBits int, includeDirs ...string) (*cc.AST, error) {
	text, err := prepare(name, src, ptrBits)
	if err != nil {
		return nil, err
	}
	return translate(name, text, Config{PtrBits: ptrBits, IncludeDirs: includeDirs}, "", &pragmas{})
}

// translate reads and type checks one C file after the given C source. Every
// failure is an *Error. It leaves the pragmas in p.
func translate(name string, text text, conf Config, prelude string, p *pragmas) (ast *cc.AST, err error) {
	conf.poll()
	ptrBits := conf.PtrBits
	extra := []cc.Source{{Name: preludeFile, Value: prelude}}
	config, err := newConfig(filepath.Dir(name), conf, p)
	if err != nil {
		return nil, asError(name, err)
	}
	quietly(func() {
		defer func() {
			if p := recover(); p != nil {
				ast, err = nil, errorAt(pos0(name), "the C parser failed on this file: %s", firstLine(p))
			}
		}()
		if err = checkExpanded(config, name, text, ptrBits); err != nil {
			return
		}
		p.reset()
		ast, err = cc.Translate(config, inputs(name, text.src, ptrBits, extra...))
		if err != nil {
			// A program for C23, perhaps.
			extra = append(extra, cc.Source{Name: "<c23>", Value: c23Prologue})
			p.reset()
			again, err2 := cc.Translate(config, inputs(name, text.src, ptrBits, extra...))
			if err2 == nil {
				ast, err = again, nil
			}
		}
	})
	if err != nil {
		conf.poll() // what cc says about files that were not opened is no answer
		return nil, parseError(name, text.src, err)
	}
	return ast, nil
}
