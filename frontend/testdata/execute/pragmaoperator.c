/* The operand of _Pragma is expanded. */
int printf(const char *, ...);
#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))
PRAGMA(pack(push, 1))
struct s { char c; int i; };
PRAGMA(pack(pop))
struct t { char c; int i; };
int main(void) { printf("%d %d\n", (int)sizeof(struct s), (int)sizeof(struct t)); return 0; }
