/* What is removed or put in front of a #pragma does not move it. */
int printf(const char *, ...);
int x = 3;
int f(int a[static 2], int b[const 1]) { extern int x; extern int x; return a[1] + b[0] + x; }
int g(n, v) int n; int v[n]; { return v[n - 1]; }
#pragma pack(push, 1)
struct p { char c; int i; };
#pragma pack(pop)
int h(int a[static 2]) { return ({ if (0) ; l: a[0]; }); }
struct q { char c; int i; };
int main(void)
{
  int a[] = { 1, 2 };
  printf("%d %d %d %d %d\n", f(a, a), g(2, a), h(a), (int)sizeof(struct p), (int)sizeof(struct q));
  return 0;
}
