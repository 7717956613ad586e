int printf(const char*,...);
int f2(int c, int b) { return c - b;
}
int (*f1(int a, int b))(int c, int b) { return a != b ? f2 : 0;
}
int (*(*f3(int b))(int b))(int c, int b) { return b ? f1 : 0;
}
void (*sig(int sig, void (*func)(int sig)))(int sig) { return func;
} void h(int sig) { printf("s%d\n", sig);
}
int (*arrp(int n, int m[n]))[3] { static int a[3] = {1,2,3};
return &a;
}
int main(void){ int (*(*p)(int a, int b))(int c, int b) = f1;
sig(1, h)(3);
printf("%d %d\n", (*(*p)(0,2))(2,2), (*arrp(1, (int[]){1}))[2]);
return 0;
}
