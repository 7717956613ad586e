package frontend

import (
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// What functions of the C library ask of their arguments. Under valid-deref a
// call must meet it, whatever the function then does with them. Functions that
// are described in C (the prelude), or lowered to the accesses that they make
// (memcpy, fgets, sprintf), ask by these.

// requiredTable has one line for the same demands: one word for each argument
// from the first on, and after a colon the names.
//
//   - nothing
//     s        a terminated string
//     s?       a null pointer or a terminated string
//     f        an open stream
//     f?       a null pointer or an open stream
//     rN rN*M  as many readable bytes as argument N, or N times M, says
//     r=N      N readable bytes
//     w...     the same of writable ones
//     w?...    or null
//
// N counts arguments from 1.
const requiredTable = `
s            : puts system remove rmdir mkdir unlink chdir access open creat getenv atof unsetenv opendir printf vprintf printk
s?           : perror
s s          : fopen rename link symlink popen
s s f        : freopen
- s          : fdopen syslog dprintf vdprintf
s f          : fputs
- f          : fputc putc ungetc _IO_putc putw fputc_unlocked putc_unlocked
f            : fclose feof ferror clearerr rewind ftell ftello fileno fgetc getc getw fgetc_unlocked getc_unlocked _IO_getc pclose setlinebuf
f -          : fseek fseeko fsetpos fgetpos
f -          : setbuf
f -          : setbuffer setvbuf
f s          : fprintf vfprintf fscanf vfscanf
f?           : fflush
r2*3 - - f   : fwrite fwrite_unlocked
- - - f      : fread fread_unlocked
- - f        : fgets fgets_unlocked
- r3         : write send
s s          : setenv
r=8          : localtime gmtime ctime
- s          : sprintf vsprintf asprintf vasprintf
- - s        : snprintf vsnprintf
s            : scanf vscanf
s s          : sscanf vsscanf
s -          : strtod strtof strtold
`

// demand is what one argument must be.
type demand struct {
	kind   byte // 's', 'f', 'r', 'w', or '-'
	null   bool // or a null pointer
	fixed  uint64
	factor []int // arguments whose product is the size
}

var requirements = readRequired(requiredTable)

func readRequired(table string) map[string][]demand {
	out := map[string][]demand{}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		demands, names, _ := strings.Cut(line, ":")
		var ds []demand
		for _, w := range strings.Fields(demands) {
			d := demand{kind: w[0]}
			w, d.null = strings.CutPrefix(w[1:], "?")
			if n, fixed := strings.CutPrefix(w, "="); fixed {
				d.fixed, _ = strconv.ParseUint(n, 10, 64)
			} else if w != "" {
				for _, n := range strings.Split(w, "*") {
					i, err := strconv.Atoi(n)
					if err != nil {
						panic(err) // the table is part of the program
					}
					d.factor = append(d.factor, i-1)
				}
			}
			ds = append(ds, d)
		}
		for _, n := range strings.Fields(names) {
			out[n] = ds
		}
	}
	return out
}

// required puts the demands of a library function in front of its call, where
// memory is checked. vs are the arguments, evaluated for several uses.
func (f *fn) required(c *call, vs []val) {
	if f.l.conf.Checks&safety.Deref == 0 || f.ofProgram(c) {
		return
	}
	for i, d := range requirements[libName(c.name)] {
		if i < len(vs) && i < len(c.args) && vs[i].e != nil && !f.dead() {
			f.demanded(c, d, vs, i)
		}
	}
}

// demanded puts one demand in front of a call.
func (f *fn) demanded(c *call, d demand, vs []val, i int) {
	tt := f.l.tt
	v := vs[i]
	if d.kind == '-' || v.t.k != kPtr && !isConst(v.e, 0) || d.kind == 'f' && f.standard(c.args[i]) {
		return
	}
	p := f.conv(v, tt.charPtr)
	end := f.newLoc(cfg.Pos{})
	if d.null {
		some := f.newLoc(cfg.Pos{})
		f.fork(binary(cfg.Ne, p, konst(p.Type(), 0)), some, end, span{pos: c.at.pos})
		f.start(some)
	}
	switch d.kind {
	case 's':
		if _, literal := literalText(c.args[i]); !literal {
			f.textLength(p, nil, c.at)
		}
	case 'f':
		f.touched(c, p, f.sizeConst(1))
	default:
		n := f.sizeConst(d.fixed)
		for k, j := range d.factor {
			if j >= len(vs) || vs[j].e == nil {
				f.fail(c.x, "call of %s", c.name)
			}
			x := f.conv(vs[j], tt.size)
			if k > 0 {
				x = binary(cfg.Mul, n, x)
			}
			n = x
		}
		f.touched(c, p, f.let(n))
	}
	f.jump(end)
	f.start(end)
}

// touched says that a call uses n bytes at p: it copies them to where they are.
func (f *fn) touched(c *call, p, n cfg.Expr) {
	p = f.let(p)
	f.emit(&cfg.MemCopy{Dst: p, Src: p, Size: n}, c.at, cfg.RoleUser)
}

// standard reports whether an argument is one of the streams that are open from
// the start.
func (f *fn) standard(a cc.ExpressionNode) bool {
	id := identOf(unparen(a))
	if id == nil {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	return ok && isFileScope(d) && isStream(d.Name()) && f.l.src.inHeader(d)
}

// stream gives stdin, stdout and stderr their first values, objects of the
// library.
func (f *fn) stream(p place, d *cc.Declarator) bool {
	if !isStream(d.Name()) || !f.l.src.inHeader(d) || p.t.k != kPtr {
		return false
	}
	el := f.l.tt.elemOf(p.t)
	o := f.l.newObject(nil, "#"+d.Name(), el, max(f.l.tt.sizeOf(el), 1), cfg.Pos{})
	f.store(p, val{e: &cfg.AddrOf{Obj: o, Bits: f.l.conf.PtrBits}, t: p.t}, span{}, cfg.RoleImplicit)
	return true
}

// closers end the life of what their argument points to.
var closers = map[string]bool{"fclose": true, "pclose": true, "closedir": true}

// closed lowers what a call does to a stream.
func (f *fn) closed(c *call, vs []val) {
	if closers[libName(c.name)] && len(vs) > 0 && vs[0].t.k == kPtr {
		f.emit(&cfg.Free{Ptr: f.conv(vs[0], f.l.tt.voidPtr), Stack: true}, span{pos: c.at.pos}, cfg.RoleImplicit)
	}
}

func isStream(name string) bool { return name == "stdin" || name == "stdout" || name == "stderr" }

// stringHelpers names the functions of the prelude that a call needs in order to
// look at strings.
func stringHelpers(name string) []string {
	lib := libName(name)
	_, formats := formatAt[lib]
	var out []string
	if requirements[lib] != nil || formats {
		out = append(out, "strlen")
	}
	if formats {
		out = append(out, "strnlen")
	}
	if strings.HasSuffix(lib, "sscanf") {
		out = append(append(out, "strnlen"), scanHelpers...)
	}
	if lib == "getenv" {
		out = append(out, "strchr")
	}
	return out
}
