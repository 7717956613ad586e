package verifier

// rangePrograms compute addresses, sizes, factors and quotients from inputs of
// which conditions leave few values, on one way or on several that meet.
var rangePrograms = []unwoundProgram{
	{"a table of any shape", `
int main(void) {
	int w = __VERIFIER_nondet_int(), h = __VERIFIER_nondet_int();
	if (w < 1 || w > 3 || h < 1 || h > 2) return 0;
	int *t = malloc(w * h * sizeof *t), *u = malloc(w * h * sizeof *u), k = __VERIFIER_nondet_int();
	for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) t[y * w + x] = 10 * y + x;
	for (int x = 0; x < w; x++) for (int y = 0; y < h; y++) u[x * h + y] = t[y * w + x];
	if (k < 0 || k >= w * h) return 0;
	if (u[k] != 10 * (k % h) + k / h || u[k] > 12) reach_error();
}`, "u[k] > 12|u[k] > 11"},
	{"a number with a limit", `
int main(void) {
	char s[5];
	int n = 0, p = 0;
	for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
	s[4] = 0;
	while (s[p] >= '0' && s[p] <= '9') {
		int d = s[p] - '0';
		if (n > (500 - d) / 10) return 0;
		n = n * 10 + d;
		p++;
	}
	if (n < 0 || n > 500 || p > 4) reach_error();
}`, "n > 500|n > 499"},
	{"squares", `
int main(void) {
	int a[3], sum = 0;
	for (int i = 0; i < 3; i++) {
		int x = __VERIFIER_nondet_int();
		a[i] = x >= -5 && x <= 4 ? x : 0;
	}
	for (int i = 0; i < 3; i++) sum += a[i] * a[2 - i] * a[i] * a[2 - i];
	if (sum < 0 || sum > 1875) reach_error();
}`, "sum > 1875|sum > 1874"},
	{"where ways meet", `
int main(void) {
	int n = __VERIFIER_nondet_int(), a[6];
	for (int i = 0; i < 6; i++) a[i] = i;
	if (__VERIFIER_nondet_int()) { if (n < 0 || n > 3) return 0; }
	else if (n < 2 || n > 5) return 0;
	else a[n] = 5;
	if (a[n] < n || n * n > 25 || a[n] * n < 0) reach_error();
}`, "n * n > 25|n * n > 24"},
	{"after a change", `
int main(void) {
	int n = __VERIFIER_nondet_int(), m = n, a[8];
	for (int i = 0; i < 8; i++) a[i] = 7 * i;
	if (n < -2 || n > 3) return 0;
	n += 4;
	if (a[n] / 7 != m + 4 || a[n] % 7 || n - 8 > 0) reach_error();
	n -= 5;
	if (n < -3) return 0;
	if (n * m < 0 || n * m > 6 || a[n + 3] != 7 * (m + 2)) reach_error();
}`, "n * m > 6|n * m > 5"},
}
