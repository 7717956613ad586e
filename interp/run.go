package interp

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/interp/code"
	"culprit/interp/libc"
)

// RunResult is the result of Run.
type RunResult struct {
	Outcome
	// Fault is what stopped the execution, with status Faulted.
	Fault *Fault
	// Leaks are the leaks of a program that ended by itself. If there are any
	// its status is Faulted, and Fault is the first one.
	Leaks []Fault
	// Stdout and Stderr are the output, unless RunConfig says where it goes.
	Stdout, Stderr []byte
	// Files are the files that the program made or changed.
	Files map[string][]byte
	// Missing are the names of files that it wanted to read and that are not there.
	Missing []string
	// Code is the result of main if it returned, or the status of exit.
	Code int
	// NoCode says that main returned without a result: Code means nothing.
	NoCode bool
	// At is where a run stopped at a limit, by the context, or at a call that is
	// not modelled.
	At cfg.Pos
	// Stack lists the open calls, innermost first.
	Stack []Frame
}

// Run executes a program as C does: every activation has its own locals, and
// undefined behaviour stops it.
func Run(prog *cfg.Program, conf RunConfig) RunResult { return NewRunner(prog).Run(conf) }

// Runner executes a program many times. Code compiled for one run serves the
// others with the same checks: a short run takes less time than its compilation.
// Several goroutines may use it.
type Runner struct {
	prog *cfg.Program
	mu   sync.Mutex
	code map[code.Options]*Code
}

// NewRunner prepares runs of prog, which must not change any more.
func NewRunner(prog *cfg.Program) *Runner {
	return &Runner{prog: prog, code: map[code.Options]*Code{}}
}

// compiled is the code for runs with the options.
func (r *Runner) compiled(opt code.Options) *Code {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.code[opt]
	if c == nil {
		c = compile(r.prog, opt)
		r.code[opt] = c
	}
	return c
}

// Run is Run of the program.
func (r *Runner) Run(conf RunConfig) RunResult {
	c := r.compiled(conf.options(code.Options{Announce: conf.Limits.Record, Cover: conf.Covered != nil}))
	m, _ := prepare(c, &conf)
	m.hits = make([]uint64, len(c.Chains))
	m.run()
	if len(c.Chains) > 0 {
		m.cover(conf.Covered)
	}
	return m.result()
}

// cover marks the locations left. Of the chain in which the execution stopped,
// what comes after has one run less.
func (m *machine) cover(covered []bool) {
	open, rank := int32(-1), 0
	switch pc := m.pc - 1; m.status {
	case Running, StepLimit, Interrupted:
	case Faulted:
		open, rank = m.code.chainAt(m.faultPC)
	default:
		open, rank = m.code.chainAt(pc)
	}
	for k, locs := range m.code.Chains {
		for i, l := range locs {
			if m.hits[k] > 1 || m.hits[k] == 1 && (int32(k) != open || i < rank) {
				covered[l] = true
			}
		}
	}
}

// chainAt is the chain of an instruction, -1 if there is none, and how many of
// its locations control has left there.
func (c *Code) chainAt(pc int32) (chain int32, left int) {
	if pc <= 0 || c.CountAt[pc] < 0 {
		return -1, 0
	}
	return c.Instrs[c.CountAt[pc]].A, int(c.RankAt[pc])
}

// prepare makes the machine of a run.
func prepare(c *Code, conf *RunConfig) (*machine, *runInputs) {
	in := &runInputs{conf: conf, prog: c.Prog, stdin: newStdin(conf.Stdin)}
	m := newMachine(c, in, conf.Limits)
	in.m = m
	if ch, ok := conf.Inputs.(Chooser); ok {
		m.choose = ch.Choose
	}
	m.record = conf.Limits.Record
	m.checks = true
	m.guarded = conf.Checks&code.ConstantCheck != 0
	m.strict = !conf.Lenient
	m.pool = newPool()
	m.leakMode = conf.Leaks
	m.heapBase = c.Prog.HeapBase()
	m.nextArg = environment(c.Prog.PtrBits)
	m.newLib(conf, in)
	m.watch(conf.Context)
	return m, in
}

// result describes a run that ended.
func (m *machine) result() RunResult {
	res := RunResult{Outcome: m.outcome(), At: m.at, Files: m.lib.Written(), Missing: m.lib.Missing(), Stdout: m.output[0].text(), Stderr: m.output[1].text()}
	if m.status == Faulted {
		res.Fault = &m.notes[len(m.notes)-1]
	}
	if r := m.code.Prog.Main.Ret; m.status == Exited && r != nil {
		res.Code = int(cfg.SignExtend(m.reg[r.ID], r.Type.Width()))
		if m.code.Opt.Uninit {
			flag := m.reg[len(m.code.Prog.Vars)+r.ID]
			res.NoCode = flag != 0
			if flag >= code.FirstOpaque && m.strict {
				m.status, m.reason = Unsupported, m.ignorance(flag)
				res.Outcome = m.outcome()
			}
		}
	}
	if m.status == Exited && m.leakMode != NoLeaks {
		if res.Leaks = m.leaks(m.leakMode); len(res.Leaks) > 0 {
			res.Status, res.Fault = Faulted, &res.Leaks[0]
		}
	}
	for i := len(m.frames) - 1; i >= 0 && m.status != Exited; i-- {
		if f := res.Fault; f != nil && f.Func != "" && f.Func == ProcName(m.code.Prog.Procs[m.frames[i].proc]) && f.At == m.caller(i).Pos {
			continue // the fault names it
		}
		res.Stack = append(res.Stack, Frame{ProcName(m.code.Prog.Procs[m.frames[i].proc]), m.caller(i)})
	}
	return res
}

// runInputs supplies the inputs of a Run.
type runInputs struct {
	conf  *RunConfig
	prog  *cfg.Program
	m     *machine
	stdin stdin
	rand  uint32
	mains int // havocs of parameters of main so far
}

// Value implements InputSource.
func (r *runInputs) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if v, ok := r.parameter(h); ok {
		return v, true
	}
	if h.Kind != cfg.Nondet {
		return 0x0101010101010101 * uint64(r.conf.Uninit), true
	}
	if r.conf.Inputs != nil {
		return r.conf.Inputs.Value(e, h)
	}
	f := clib.Lookup(h.Func)
	switch {
	case f != nil && f.State == clib.StdinState && f.Arity() == 0:
		c, err := r.stdin.ReadByte()
		if err != nil {
			return ^uint64(0), true
		}
		return uint64(c), true
	case f != nil && f.State == clib.RandState:
		r.rand = r.rand*1103515245 + 12345
		return uint64(r.rand >> 1), true
	}
	return r.number(h.Dst.Type)
}

// number reads the next number from Stdin.
func (r *runInputs) number(t cfg.Type) (uint64, bool) {
	if t.Kind == cfg.Float {
		var f float64
		if _, err := fmt.Fscan(&r.stdin, &f); err != nil {
			return 0, false
		}
		v, _ := cfg.FloatBits(f, t.Width())
		return v, true
	}
	var word string
	if _, err := fmt.Fscan(&r.stdin, &word); err != nil {
		return 0, false
	}
	var v int64
	if _, err := fmt.Sscan(word, &v); err == nil {
		return uint64(v), true
	}
	var u uint64
	if _, err := fmt.Sscan(word, &u); err == nil {
		return u, true
	}
	return 0, false
}

// Memory implements InputSource.
func (r *runInputs) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	if s, ok := e.Stmt.(*cfg.MemHavoc); ok && s.Kind == cfg.Nondet && r.conf.Inputs != nil {
		return r.conf.Inputs.Memory(e, addr, size)
	}
	return Constant{Byte: r.conf.Uninit}.Memory(e, addr, size)
}

// Fill implements Filler.
func (r *runInputs) Fill(e *cfg.Edge) (byte, bool) {
	if s, ok := e.Stmt.(*cfg.MemHavoc); ok && s.Kind == cfg.Nondet && r.conf.Inputs != nil {
		return 0, false
	}
	return r.conf.Uninit, true
}

// parameter gives the parameters of main their values: argc, argv, envp.
func (r *runInputs) parameter(h *cfg.Havoc) (uint64, bool) {
	if h.Func != "main" || h.Dst.Proc != nil && h.Dst.Proc != r.prog.Main {
		return 0, false
	}
	args := r.conf.Args
	if len(args) == 0 {
		args = []string{"main"}
	}
	r.mains++
	switch r.mains {
	case 1:
		return uint64(len(args)), true
	case 2:
		return r.argv(args), true
	}
	return 0, true
}

// argv lays out the arguments.
func (r *runInputs) argv(args []string) uint64 {
	m := r.m
	word := uint64(r.prog.PtrBits / 8)
	vector := m.place(uint64(len(args)+1)*word, "argv")
	for i, a := range args {
		at := m.placeText(a, fmt.Sprintf("argv[%d]", i))
		m.mem.store(vector+uint64(i)*word, uint8(word), at)
	}
	return vector
}

// newLib gives a machine its C library.
func (m *machine) newLib(conf *RunConfig, in *runInputs) {
	out := [2]io.Writer{conf.Stdout, conf.Stderr}
	for i := range out {
		if out[i] == nil {
			m.output[i] = &capture{}
			out[i] = m.output[i]
		}
	}
	m.errnoVar, m.errnoObj = errno(m.code.Prog)
	m.lib = libc.New(libc.Config{
		Stdin: in.stdin.again(), Stdout: out[0], Stderr: out[1], Files: conf.Files, Env: m.placeEnv(conf.Env), Output: int64(conf.Limits.Output),
	})
}

// placeEnv puts the values of variables of the environment into memory.
func (m *machine) placeEnv(env []string) map[string]uint64 {
	at := map[string]uint64{}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		at[name] = m.placeText(value, name+" of the environment")
	}
	return at
}

// cloneLib gives a copy of the machine old its own library. Output that is
// kept is kept apart from now on.
func (m *machine) cloneLib(old *machine, conf *RunConfig) {
	if old.lib == nil {
		return
	}
	out := [2]io.Writer{conf.Stdout, conf.Stderr}
	for i := range out {
		if old.output[i] != nil {
			m.output[i] = old.output[i].fork()
			out[i] = m.output[i]
		}
	}
	m.lib = old.lib.Clone(out[0], out[1])
	m.libArgs = nil
}
