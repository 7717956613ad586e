int printf(const char*,...);
int foo(n, a) int n;
int a[][n];
{ return a[1][n-1];
}
int bar(n, m, p, c) int n, m;
int (*p)[n][m];
char c;
{ return sizeof *p + c;
}
float baz(v, n, f) float f;
int n;
int v[n];
{ return f + v[n-1];
}
int main(void){ int a[2][3] = {{1,2,3},{4,5,6}};
int b[2][2][3];
printf("%d %d %f\n", foo(3, a), bar(2, 3, b, 300), baz(a[0], 3, 1.5f));
return 0;
}
