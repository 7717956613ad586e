int printf(const char*,...);
int f(int [static 3]);
int g(int (*)[3], int [const]);
int h(int a[static const 3], int b[const static 3], int c[restrict], int d[volatile 4], int e[const *]);
int f(int a[static 3]) { return a[2];
} int g(int (*p)[3], int q[const]) { return (*p)[1] + q[0];
}
int (*fp)(int x[static 2], int [static 1][3]);
int k(int (*cb)(int [static 2])) { int a[2]={1,2};
return cb(a);
} int cb(int a[static 2]) { return a[1];
}
int m(int a[static 2][3], int n, int b[static n - 1][n]) { return a[1][2] + b[0][0];
}
typedef int F(int [static restrict 5]);
int main(void){ int a[3]={1,2,3};
int b[2][3]={{1,2,3},{4,5,6}};
printf("%d %d %d %d\n", f(a), g(&a, a), k(cb), m(b, 3, b));
return 0;
}
