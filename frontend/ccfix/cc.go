package ccfix

import (
	"embed"
	"fmt"
	"os"
	"sync"

	"culprit/frontend/cpp"

	"modernc.org/cc/v4"
)

// newConfig returns the configuration of cc for the data model. It never
// looks at the machine it runs on.
func newConfig(conf cpp.Config) (*cc.Config, error) {
	arch := "amd64"
	if conf.PtrBits == 32 {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, fmt.Errorf("data model of %d bits: %w", conf.PtrBits, err)
	}
	abi.SignedChar = !conf.UnsignedChar
	return &cc.Config{
		ABI:                        abi,
		FS:                         embed.FS{},
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
