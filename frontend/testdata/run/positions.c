#include <assert.h> /* Names of functions, line directives, pragmas in odd places. */
#include <string.h>
static const char *file_scope = __FILE__;
const char *self(void) { return __func__; }
void chk(void) { static const char *s = __func__; assert(!strcmp(s, "chk")); assert(sizeof __func__ == 4 && sizeof __FUNCTION__ == 4 && sizeof(__PRETTY_FUNCTION__) == 4); assert(__func__[0] == 'c'); assert(&__func__[1] - __func__ == 1); const char (*p)[4] = &__func__; assert((*p)[2] == 'k'); assert(__FUNCTION__ == __func__ || 1); }
int main(void) { assert(!strcmp(self(), "self")); chk(); assert(!strcmp(__FUNCTION__, "main")); assert(!strcmp(__PRETTY_FUNCTION__, "main")); assert(__LINE__ == 6);
#line 100
 assert(__LINE__ == 100); assert(strcmp(
# 7 "odd.c" 1 3
 __FILE__, "odd.c") == 0); struct {
#line 50 "in.c"
  int a; } x = {
# 60
__LINE__
}; assert(x.a == 60);
 assert(__extension__ (__extension__ 3) == 3); __extension__ int q = 2; __extension__ struct { int z; } zz = {1}; assert(q + zz.z == 3); for (__extension__ int i = 0; i < 1; i++); _Pragma("GCC diagnostic push") int r = _Pragma("foo") 3; assert(r == 3); _Pragma("once")
 return 0; }
