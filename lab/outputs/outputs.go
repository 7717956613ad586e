package outputs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/gcc"
	"culprit/interp"
	"culprit/lab/suite"
)

// Class says how one run of the interpreter compares with the same run of the
// compiled program.
type Class uint8

// The classes of a comparison.
const (
	Equal Class = iota // same output, same exit status
	// Undefined: the interpreter stopped at undefined behaviour, and continuing
	// in spite of it has the result of the compiled program.
	Undefined
	// UndefinedDiffers: the same, but continuing has another result, or the
	// sanitizers of gcc find undefined behaviour that the interpreter missed.
	UndefinedDiffers
	Crashed     // the compiled program crashed, and the interpreter faulted
	Skipped     // the compiled program did not end within its limits, or the case cannot be run
	Unsupported // the interpreter does not know a construct or ran out of steps
	Different
	numClasses
)

var classNames = [numClasses]string{"equal", "undefined", "undefined, differs", "crashed", "skipped", "unsupported", "different"}

func (c Class) String() string { return classNames[c] }

// Config says how outputs are compared.
type Config struct {
	Compiler gcc.Compiler
	PtrBits  int           // 0: 64
	Timeout  time.Duration // of one run of a compiled program; 0: 2 s
	Steps    int           // of one run of the interpreter; 0: 500 million
	Jobs     int           // programs at a time; 0: 1
	Sanitize bool          // ask the sanitizers of gcc about differences
	Progress io.Writer     // one line per finished program; nil: none
}

func (c Config) withDefaults() Config {
	if c.PtrBits == 0 {
		c.PtrBits = 64
	}
	if c.Timeout == 0 {
		c.Timeout = 2 * time.Second
	}
	if c.Steps == 0 {
		c.Steps = 500_000_000
	}
	return c
}

// Comparison is the outcome of one case.
type Comparison struct {
	Case   string
	Class  Class
	Detail string // what was found, for all but equal ones
	Steps  int    // of the interpreter
}

// Run is what came out for one program.
type Run struct {
	suite.Subject
	Refused string // why nothing was run: the compiler or the front end refused it
	Results []Comparison
	Count   [numClasses]int
	Wall    time.Duration
}

// Measure runs every case of every program, compiled and interpreted, and
// compares what they print and return.
func Measure(ctx context.Context, subjects []suite.Subject, conf Config) []Run {
	conf = conf.withDefaults()
	out := make([]Run, len(subjects))
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range max(conf.Jobs, 1) {
		wg.Go(func() {
			for i := range next {
				out[i] = outputsOf(ctx, subjects[i], conf)
				if conf.Progress != nil {
					mu.Lock()
					fmt.Fprintln(conf.Progress, out[i].line())
					mu.Unlock()
				}
			}
		})
	}
	for i := range subjects {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// line is what progress says about a finished program.
func (r *Run) line() string {
	switch {
	case r.Skip != "":
		return fmt.Sprintf("%s: skipped: %s", r.ID, r.Skip)
	case r.Refused != "":
		return fmt.Sprintf("%s: refused: %s", r.ID, r.Refused)
	}
	parts := []string{fmt.Sprintf("%s: %d tests", r.ID, len(r.Results))}
	for c, n := range r.Count {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %v", n, Class(c)))
		}
	}
	return strings.Join(parts, ", ") + fmt.Sprintf(" (%.1f s)", r.Wall.Seconds())
}

// outputsOf compares the outputs of one program.
func outputsOf(ctx context.Context, s suite.Subject, conf Config) Run {
	start := time.Now()
	r := Run{Subject: s}
	defer func() { r.Wall = time.Since(start) }()
	if s.Skip != "" {
		return r
	}
	pair, err := newPair(ctx, s.File, conf)
	if err != nil {
		r.Refused = err.Error()
		return r
	}
	defer pair.close()
	for _, c := range s.Cases {
		res, err := pair.compare(ctx, c)
		if err != nil {
			r.Refused = err.Error()
			break
		}
		r.Results = append(r.Results, res)
		r.Count[res.Class]++
	}
	r.Wall = time.Since(start)
	return r
}

// pair is one program twice: compiled and lowered.
type pair struct {
	conf      Config
	file      string
	dir       string // holds the compiled programs and the folder they run in
	exe       string
	sanitized string // the same with sanitizers, once it was asked for
	prog      *cfg.Program
}

func newPair(ctx context.Context, file string, conf Config) (*pair, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	prog, err := frontend.Parse(file, src, frontend.Config{PtrBits: conf.PtrBits, Execute: true, IncludeDirs: conf.Compiler.Include})
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "outputs")
	if err != nil {
		return nil, err
	}
	p := &pair{conf: conf, file: file, dir: dir, exe: filepath.Join(dir, "program"), prog: prog}
	if err = os.MkdirAll(p.work(), 0o755); err == nil {
		err = conf.Compiler.Compile(ctx, file, p.exe, conf.PtrBits)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *pair) close() { _ = os.RemoveAll(p.dir) }

// work is the folder that the compiled program runs in. It is named as the
// folder of a universe is, since arguments may lead through its name.
func (p *pair) work() string { return filepath.Join(p.dir, "inputs") }

// compare runs one case both ways. Its error is that of the context or the
// operating system.
func (p *pair) compare(ctx context.Context, c gcc.Case) (Comparison, error) {
	res := Comparison{Case: c.Name}
	if c.Skip != "" {
		res.Class, res.Detail = Skipped, c.Skip
		return res, nil
	}
	want, err := gcc.Run(ctx, p.exe, p.work(), c, p.conf.Timeout)
	if err != nil {
		return res, err
	}
	if want.Cut != "" {
		res.Class, res.Detail = Skipped, "compiled: "+want.Cut
		return res, nil
	}
	got := p.run(c, false, p.conf.Steps)
	res.Class, res.Detail = p.judge(want, got)
	res.Steps = got.steps
	switch {
	case res.Class == Undefined:
		if going := p.run(c, true, p.conf.Steps); going.differs(want) != "" {
			res.Class = UndefinedDiffers
		}
	case res.Class == Different && p.conf.Sanitize:
		if found := p.askSanitizers(ctx, c); found != "" {
			res.Class, res.Detail = UndefinedDiffers, found
		}
	}
	return res, nil
}

// judge compares the two runs of one case.
func (p *pair) judge(want *gcc.Ending, got *execution) (Class, string) {
	crash := want.Signal == syscall.SIGSEGV || want.Signal == syscall.SIGFPE || want.Signal == syscall.SIGBUS || want.Signal == syscall.SIGILL ||
		want.Signal == syscall.SIGABRT && got.status == interp.Faulted
	switch {
	case crash && (got.status == interp.Faulted || got.status == interp.MemoryLimit || got.status == interp.DepthLimit):
		return Crashed, got.detail
	case got.status == interp.Faulted:
		return Undefined, got.detail
	case got.status != interp.Exited && got.status != interp.ReachedError:
		return Unsupported, got.detail
	}
	if diff := got.differs(want); diff != "" {
		return Different, diff
	}
	return Equal, ""
}

// askSanitizers runs the case with gcc's checks for undefined behaviour and
// returns what they report.
func (p *pair) askSanitizers(ctx context.Context, c gcc.Case) string {
	if p.sanitized == "" {
		p.sanitized = filepath.Join(p.dir, "sanitized")
		err := p.conf.Compiler.Compile(ctx, p.file, p.sanitized, p.conf.PtrBits, "-g", "-fsanitize=address,undefined")
		if err != nil {
			p.conf.Sanitize = false
			return ""
		}
	}
	end, err := gcc.Run(ctx, p.sanitized, p.work(), c, 10*p.conf.Timeout)
	if err != nil {
		return ""
	}
	for line := range bytes.Lines(end.Stderr) {
		s := strings.TrimSpace(string(line))
		if strings.Contains(s, "runtime error:") || strings.Contains(s, "ERROR: AddressSanitizer:") {
			return "sanitizer: " + strings.ReplaceAll(s, filepath.Dir(p.file)+"/", "")
		}
	}
	return ""
}

// execution is what a run of the interpreter left behind.
type execution struct {
	stdout []byte
	status interp.Status
	code   int
	steps  int
	noCode bool // main returned nothing: the exit status means nothing
	detail string
}

// run interprets one case. Lenient runs continue after undefined behaviour.
func (p *pair) run(c gcc.Case, lenient bool, steps int) (x *execution) {
	x = &execution{}
	defer func() {
		if v := recover(); v != nil {
			x.status = interp.Unsupported
			x.detail = fmt.Sprintf("panic: %v: %s", v, firstOwn(debug.Stack()))
		}
	}()
	r := interp.Run(p.prog, interp.RunConfig{
		Stdin: bytes.NewReader(c.Stdin), Args: append([]string{p.exe}, c.Args...),
		Stderr: io.Discard, Files: c.Files,
		Lenient: lenient, AllowUninit: lenient,
		Limits: interp.Limits{Steps: steps, Output: gcc.OutputLimit},
	})
	x.stdout, x.status, x.code = r.Stdout, r.Status, r.Code&0xff
	x.steps = r.Steps
	x.noCode = r.NoCode
	switch {
	case r.Fault != nil:
		x.detail = strings.ReplaceAll(r.Fault.Error(), filepath.Dir(p.file)+"/", "")
	case x.status != interp.Exited:
		x.detail = x.status.String()
		if r.Loc != nil {
			x.detail += fmt.Sprintf(" %v %s", r.Loc.Pos, r.Loc.Reason)
		}
		x.detail += " " + r.Reason
	}
	for _, e := range r.Unknown {
		if e.Pos.IsValid() && x.status == interp.Exited { // else the environment of main
			x.status, x.detail = interp.Unsupported, fmt.Sprintf("unknown value at %v: %s", e.Pos, e.Text)
		}
	}
	return x
}

// firstOwn returns the first line of a stack that lies in this module, after
// those of the panic itself.
func firstOwn(stack []byte) string {
	_, after, ok := strings.Cut(string(stack), "panic(")
	if !ok {
		return ""
	}
	for line := range strings.Lines(after) {
		if s := strings.TrimSpace(line); strings.Contains(s, "/interp/") || strings.Contains(s, "/libc/") {
			s, _, _ = strings.Cut(s, " ")
			return filepath.Base(s)
		}
	}
	return ""
}

// differs says what two runs differ in, "" if in nothing.
func (x *execution) differs(want *gcc.Ending) string {
	code, signal := x.code, syscall.Signal(0)
	if x.status == interp.ReachedError || code == 128+int(syscall.SIGABRT) && want.Signal != 0 {
		code, signal = 0, syscall.SIGABRT // failed assertions and abort
	}
	// The buffered output of a compiled program is lost when a signal kills it.
	lost := want.Signal != 0 && bytes.HasPrefix(x.stdout, want.Stdout)
	switch {
	case !lost && !bytes.Equal(x.stdout, want.Stdout):
		return "output " + firstDifference(x.stdout, want.Stdout)
	case want.Signal != signal:
		return fmt.Sprintf("ends with %v %d, compiled %v", x.status, x.code, want)
	case want.Code != code && !x.noCode:
		return fmt.Sprintf("exit status %d, compiled %d", x.code, want.Code)
	}
	return ""
}

// firstDifference shows where two outputs part.
func firstDifference(got, want []byte) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	show := func(b []byte) string {
		b = b[max(0, i-10):]
		if len(b) > 40 {
			return fmt.Sprintf("%q...", b[:40])
		}
		return fmt.Sprintf("%q", b)
	}
	return fmt.Sprintf("from byte %d on: %s, compiled %s", i, show(got), show(want))
}
