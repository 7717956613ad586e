package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestWrongGuard: where a call is guarded by the wrong condition and the function
// checks what it is given, the guard is among the first three places, whatever the
// time, though with another condition there the check is not reached.
func TestWrongGuard(t *testing.T) {
	const head = "#include <assert.h>\n#include <stddef.h>\n#include <string.h>\n#include <stdio.h>\n"
	for _, tt := range []struct{ src, arg string }{
		{`enum { VERBOSE = 1, QUIET = 2, UNIT = 4 };
struct unit { const char *name; int factor; };
static const struct unit metre = {"m", 1}, kilo = {"km", 1000};
static const struct unit *const units[] = {&metre, &kilo, NULL};
static unsigned set;
static const struct unit *find(const char *name) {
	for (int k = 0; units[k]; k++) {
		assert(name != NULL);
		if (strcmp(units[k]->name, name) == 0)
			return units[k];
	}
	return NULL;
}
static const char *parse(int argc, char **argv) {
	const char *unit = NULL;
	for (int i = 1; i < argc; i++) {
		switch (argv[i][0]) {
		case 'v': set |= VERBOSE; break;
		case 'q': set |= QUIET; break;
		case 'u': set |= UNIT; unit = argv[i] + 1; break;
		}
	}
	return unit;
}
int main(int argc, char **argv) {
	const char *name = parse(argc, argv);
	const struct unit *u = NULL;
	if (set & VERBOSE) /* UNIT */
		u = find(name);
	return u != NULL && u->factor == 1000;
}
`, "v"},
		{`static int rate(int total, int parts) {
	assert(parts > 0);
	return total / parts;
}
int main(int argc, char **argv) {
	int total = 0, parts = 0;
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == '+')
			parts++;
		total += (int)strlen(argv[i]);
	}
	if (total >= parts) /* parts > 0 */
		printf("%d\n", rate(total, parts));
	return 0;
}
`, "x"},
	} {
		dir := folder(t, map[string]string{"p.c": head + tt.src})
		for _, effort := range []string{"0.3", "1"} {
			out, _, _ := verify(t, dir, "explain", "--effort", effort, "p.c", tt.arg)
			places := regexp.MustCompile(`(?m)^  [123]\. .*$`).FindAllString(out, -1)
			if !strings.Contains(strings.Join(places, "\n"), "if (set & VERBOSE)") && !strings.Contains(strings.Join(places, "\n"), "if (total >= parts)") {
				t.Errorf("effort %s: the guard is not among the first three\n%s", effort, out)
			}
		}
	}
}
