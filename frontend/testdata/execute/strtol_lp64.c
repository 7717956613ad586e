/* Conversions of strings to integers. */
#include <stdlib.h>
#include <stdio.h>
#include <errno.h>
int main(){ const char *t[]={"","  12","-5x","+0x1f","0x","077","9223372036854775807","9223372036854775808","-9223372036854775808","-9223372036854775809","18446744073709551615","18446744073709551616","-1","-18446744073709551615","zz","2147483648","-2147483649","4294967295","4294967296","0xg","99999999999999999999999"};
 int bs[]={0,10,16,8,36,2,1,37,-1};
 for (int i=0;i<sizeof t/sizeof *t;i++) for (int j=0;j<9;j++){ char*e=(char*)t[i]; errno=0; long a=strtol(t[i],&e,bs[j]); printf("%ld %d %d ",a,(int)(e-t[i]),errno); errno=0; unsigned long b=strtoul(t[i],&e,bs[j]); printf("%lu %d %d ",b,(int)(e-t[i]),errno); errno=0; long long c=strtoll(t[i],&e,bs[j]); printf("%lld %d %d ",c,(int)(e-t[i]),errno); errno=0; unsigned long long d=strtoull(t[i],&e,bs[j]); printf("%llu %d %d\n",d,(int)(e-t[i]),errno);} printf("%d %ld\n", atoi("-42z"), atol("99"));}
