package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/analysis/safety"
	"culprit/cmd/verify/console"
	"culprit/svcomp"
)

// Command shows pages of --report to a browser on this machine, and computes
// them when they are asked for.
type Command struct {
	Files []string `arg:"" help:"C files, task definitions, and folders of them."`
	Port  int      `help:"Port to listen at (0: any that is free)." placeholder:"N"`
}

// Help is the detail of --help.
func (c *Command) Help() string {
	return `Prints an address for a browser on this machine. Whoever knows it can have the
programs named here verified and explained, and nothing else. SIGINT ends it.`
}

// Run executes the command.
func (c *Command) Run(a *console.Streams) error {
	if c.Port < 0 || c.Port > 65535 {
		return console.BadInput("--port: must be from 0 to 65535")
	}
	programs, err := programsOf(c.Files)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "verify-serve")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary, err := console.Self()
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port)))
	if err != nil {
		return console.BadInput("%v", err)
	}
	s := newServer(l.Addr().String(), programs, binary, dir)
	defer s.stop()
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	if _, err := fmt.Fprintf(a.Stdout, "http://%s/%s/\n", s.host, s.token); err != nil {
		server.Close()
		return err // nobody knows the address
	}
	select {
	case err := <-ended:
		return err
	case <-a.Signals:
		return server.Close()
	}
}

// programsOf are the programs that are served: the files, and those in the folders.
func programsOf(names []string) (out []string, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, console.BadFile(name, "%v", console.Reason(err))
		case !info.IsDir():
			out = append(out, name)
			continue
		}
		err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && (filepath.Ext(path) == ".c" || filepath.Ext(path) == ".i" || svcomp.IsTask(path)) {
				out = append(out, path)
			}
			if len(out) > maxServed {
				return console.BadFile(name, "has more than %d programs", maxServed)
			}
			return nil // what cannot be read is not served
		})
		if err != nil {
			return nil, err
		}
	}
	if len(out) == 0 {
		return nil, console.BadInput("no C file and no task definition in %s", strings.Join(names, ", "))
	}
	return out, nil
}

// server answers a browser. The address of all that it has begins with a random
// token, and what another site sends is refused.
type server struct {
	host, token, binary, dir string
	programs                 []string
	slots                    chan struct{} // of jobs that run

	mu   sync.Mutex
	jobs []*job
}

// job is one run of this program. It writes its page into a folder of its own.
type job struct {
	ID      int
	Program string
	What    string
	Started time.Time
	cancel  context.CancelFunc
	log     lastLines
	done    chan struct{}
	page    string // the file, when done; "" if there is none
}

func newServer(host string, programs []string, binary, dir string) *server {
	token := make([]byte, 16)
	if _, err := rand.Read(token); err != nil {
		panic(err)
	}
	return &server{host: host, token: hex.EncodeToString(token), programs: programs, binary: binary, dir: dir, slots: make(chan struct{}, maxJobs)}
}

// ServeHTTP implements http.Handler.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin") // with none, a form of ours has no origin
	h.Set("Cache-Control", "no-store")
	if o := r.Header.Get("Origin"); r.Host != s.host || o != "" && o != "http://"+s.host {
		http.Error(w, "refused: from another site", http.StatusForbidden)
		return
	}
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(parts[0]), []byte(s.token)) != 1 {
		http.NotFound(w, r)
		return
	}
	switch request := r.Method + " " + strings.Join(parts[1:], "/"); {
	case request == "GET ":
		s.show(w, nil)
	case request == "POST run":
		s.start(w, r)
	case len(parts) >= 3 && parts[1] == "job":
		n, err := strconv.Atoi(parts[2])
		j := s.job(n)
		if err != nil || j == nil {
			http.NotFound(w, r)
			return
		}
		s.answer(w, r, j, r.Method+" "+strings.Join(parts[3:], "/"))
	default:
		http.NotFound(w, r)
	}
}

func (s *server) job(n int) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n < 0 || n >= len(s.jobs) {
		return nil
	}
	return s.jobs[n]
}

// answer is about one job: its page, or how far it is.
func (s *server) answer(w http.ResponseWriter, r *http.Request, j *job, request string) {
	finished := false
	select {
	case <-j.done:
		finished = true
	default:
	}
	switch {
	case request == "GET log":
		if finished {
			w.Header().Set("Verify-Done", "1")
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.WriteString(w, j.log.String())
	case request == "POST cancel":
		j.cancel()
		http.Redirect(w, r, fmt.Sprintf("/%s/job/%d", s.token, j.ID), http.StatusSeeOther)
	case request == "GET " && finished && j.page != "":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		http.ServeFile(w, r, j.page)
	case request == "GET ":
		s.show(w, j)
	default:
		http.NotFound(w, r)
	}
}

// start starts a job, as the form says.
func (s *server) start(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	n, err := strconv.Atoi(r.FormValue("program"))
	if err != nil || n < 0 || n >= len(s.programs) {
		http.Error(w, "no such program", http.StatusBadRequest)
		return
	}
	args, what, err := asked(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{Program: s.programs[n], What: what, Started: time.Now(), cancel: cancel, done: make(chan struct{})}
	s.mu.Lock()
	j.ID = len(s.jobs)
	s.jobs = append(s.jobs, j)
	s.mu.Unlock()
	dir := filepath.Join(s.dir, strconv.Itoa(j.ID))
	go s.work(ctx, j, dir, append(args, "--report", dir, "--", s.programs[n]))
	http.Redirect(w, r, fmt.Sprintf("/%s/job/%d", s.token, j.ID), http.StatusSeeOther)
}

// asked are the flags for what a form asks. It has no words of the browser in them but
// names that are known, and numbers.
func asked(r *http.Request) (args []string, what string, err error) {
	property := r.FormValue("property")
	if property != "" && safety.Lookup(property) == nil {
		return nil, "", fmt.Errorf("no property %q", property)
	}
	effort, err := strconv.ParseFloat(r.FormValue("effort"), 64)
	if err != nil || !(effort >= 0.1 && effort <= 100) {
		return nil, "", fmt.Errorf("effort %q is not from 0.1 to 100", r.FormValue("effort"))
	}
	args = []string{"--effort", strconv.FormatFloat(effort, 'g', -1, 64), "--timeout", serveTime.String()}
	if property != "" {
		args = append(args, "--property", property)
	}
	switch what = r.FormValue("what"); what {
	case "verify":
		args = append(args, "--log")
	case "all traces":
		args = append(args, "--log", "--multi-trace")
	case "explain":
		args = append([]string{"explain"}, args...)
	case "causes":
		args = append([]string{"explain", "--method", "cascade"}, args...)
		for _, p := range strings.Fields(r.FormValue("prune")) {
			n, err := strconv.Atoi(p)
			if err != nil || n < 0 {
				return nil, "", fmt.Errorf("%q is not the number of a cause", p)
			}
			args = append(args, "--prune", p)
		}
	default:
		return nil, "", fmt.Errorf("no command %q", what)
	}
	return args, what, nil
}

// work runs a job to its end. Cancelled, it is asked to answer with what it knows.
func (s *server) work(ctx context.Context, j *job, dir string, args []string) {
	defer close(j.done)
	defer j.cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		fmt.Fprintln(&j.log, "cancelled before it began")
		return
	}
	cmd := console.Again(ctx, s.binary, args)
	cmd.Stdout, cmd.Stderr = &j.log, &j.log
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		fmt.Fprintln(&j.log, err)
	}
	if pages, _ := filepath.Glob(filepath.Join(dir, "*.html")); len(pages) == 1 {
		j.page = pages[0]
	}
}

// stop ends all jobs.
func (s *server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.jobs {
		j.cancel()
	}
	for _, j := range s.jobs {
		<-j.done
	}
}

// lastLines keeps the end of what is written.
type lastLines struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (l *lastLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	if over := len(l.text) - maxLog; over > 0 {
		if i := bytes.IndexByte(l.text[over:], '\n'); i >= 0 {
			over += i + 1
		}
		l.text = l.text[over:]
	}
	return len(p), nil
}

func (l *lastLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.ToValidUTF8(string(l.text), "\uFFFD")
}

//go:embed serve.html
var serveHTML string

//go:embed serve.js
var serveJS string

var serveTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("serve").Parse(serveHTML)) })

// show shows the programs and jobs, or one job that has no page.
func (s *server) show(w http.ResponseWriter, j *job) {
	sum := sha256.Sum256([]byte(serveJS))
	view := struct {
		Base, Hash string
		Script     template.JS
		Programs   []string
		Properties []string
		Jobs       []*job
		Job        *job
		Log        string
		Running    bool
	}{Base: "/" + s.token + "/", Hash: base64.StdEncoding.EncodeToString(sum[:]), Script: template.JS(serveJS), Programs: s.programs, Job: j}
	for _, p := range safety.Properties() {
		if safety.Supported(p.Name) {
			view.Properties = append(view.Properties, p.Name)
		}
	}
	if j != nil {
		view.Log, view.Running = j.log.String(), true
		select {
		case <-j.done:
			view.Running = false
		default:
		}
	}
	s.mu.Lock()
	view.Jobs = slices.Clone(s.jobs)
	s.mu.Unlock()
	slices.Reverse(view.Jobs)
	var b bytes.Buffer
	if err := serveTemplate().Execute(&b, view); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(b.Bytes())
}
