int a[5] = {[1] = 4, 5};
struct P { int x, y; } ps[] = {{1}, 2, 3, [0].y = 9};
char s[4] = "hi";
const char *names[] = {"x", "yy"};
union U { char c; int i; } u = {.i = 7};
int main(void) {
	int b[3] = {1, 2, 3}, c[4] = {1};
	struct P q = *(struct P[]){{5, 6}};
	return a[1] + ps[0].x + s[0] + *names[1] + u.i + b[0] + c[3] + q.y;
}
