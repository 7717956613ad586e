int printf(const char*,...);
int foo = 3;
int arr[4] = {1,2,3,4};
typedef int T;
int main(void){ int foo = 0;
{ extern int foo;
extern int foo;
int extern foo;
printf("%d\n", foo);
extern int arr[];
extern int arr[4];
printf("%d %zu\n", arr[1], sizeof arr);
extern int arr[4], foo;
}
 typedef int T;
typedef int T;
T x = 3;
{ typedef char T;
typedef char T;
T y = 300;
printf("%d %d\n", x, y);
} extern int printf(const char*,...);
extern int g(void), g(void);
int h(int), h(int);
struct q;
struct q;
printf("%d\n", g()+h(1));
{ extern int z;
extern int z;
z++;
printf("%d\n", z);
} return 0;
}
int z = 9;
int g(void) { return 2;
} int h(int x) { return x;
}
