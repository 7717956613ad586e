package interp

import (
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
)

// typical are programs that read a text, as tools do, and fail for none.
var typical = []struct{ name, src string }{
	{"settings", `
struct settings { char host[32]; int port, verbose; } s;
static char *trim(char *t) { while (*t == ' ' || *t == '\t') t++; char *e = t + strlen(t); while (e > t && (e[-1] == ' ' || e[-1] == '\n')) *--e = 0; return t; }
int main(void) { char line[128]; int n = 0; while (fgets(line, sizeof line, stdin)) { char *k = trim(line), *v; n++; if (*k == 0 || *k == '#') continue;
	if (*k == '[') { if (!strchr(k, ']')) return 2; continue; } if (!(v = strchr(k, '='))) { fprintf(stderr, "line %d\n", n); return 1; } *v++ = 0; k = trim(k); v = trim(v);
	if (!strcmp(k, "host")) snprintf(s.host, sizeof s.host, "%s", v); else if (!strcmp(k, "port")) { s.port = atoi(v); if (s.port < 1 || s.port > 65535) return 3; }
	else if (!strcmp(k, "verbose")) s.verbose = !strcmp(v, "yes"); else return 4; } assert(s.port <= 65535); return 0; }`},
	{"table", `
int main(int argc, char **argv) { char line[256]; int column = argc > 1 ? atoi(argv[1]) : 0; long sum = 0, least = 0, most = 0; int rows = 0;
	while (fgets(line, sizeof line, stdin)) { int i = 0; for (char *f = strtok(line, ",\n"); f; f = strtok(0, ",\n"), i++) if (i == column) { char *e; long v = strtol(f, &e, 10); if (*e) return 1;
		if (!rows || v < least) least = v; if (!rows || v > most) most = v; sum += v % 1000; rows++; } } assert(least <= most); return 0; }`},
	{"commands", `
static int stack[16], depth; int main(void) { char word[16]; int n;
	while (scanf("%15s", word) == 1) { if (!strcmp(word, "push")) { if (scanf("%d", &n) != 1 || depth == 16) return 1; stack[depth++] = n; }
		else if (!strcmp(word, "add") || !strcmp(word, "mul")) { if (depth < 2) return 2; unsigned a = stack[--depth], b = stack[depth - 1]; stack[depth - 1] = word[0] == 'a' ? a + b : a * b; }
		else if (!strcmp(word, "dup")) { if (depth < 1 || depth == 16) return 3; stack[depth] = stack[depth - 1]; depth++; }
		else if (!strcmp(word, "drop")) { if (depth < 1) return 4; depth--; } else if (!strcmp(word, "quit")) break; else return 5; } assert(depth >= 0 && depth <= 16); return 0; }`},
}

// BenchmarkTexts executes typical programs on texts: processor time for each text, and what
// it is charged for.
func BenchmarkTexts(b *testing.B) {
	for _, c := range typical {
		b.Run(c.name, func(b *testing.B) {
			s := newTextRuns(frontendtest.Parse(b, reads+c.src, frontend.Config{}))
			var clock work.Clock
			begin := cpuTime()
			for range b.N {
				x := s.text()
				if same := s.news(s.run(&clock, x)); same != nil && len(s.kept) < maxTexts {
					s.kept = append(s.kept, s.shortened(&clock, x, same))
				}
			}
			b.ReportMetric(float64(cpuTime()-begin)/float64(b.N), "cpu-ns/text")
			b.ReportMetric(float64(clock.Now())/float64(work.Nanosecond)/float64(b.N), "charged-ns/text")
		})
	}
}
