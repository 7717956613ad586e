int a[3][4];
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
int main(void) {
	int x = 1, *p = &x, *q = a[1];
	swap(p, &a[2][1]);
	q[2] = *p++;
	*(q + 1) = q - a[0];
	return p == q || *&x;
}
