int printf(const char*,...);
int main(void){ int i = 3;
printf("%d %d %d\n", i?:5, 0?:5, (i+1)?:10);
1 ? -2 : (void)-1;
i ? (void)0 : (void)1;
printf("%d\n", (int)(1 ? 2L : 3));
printf("%d\n", (char *)0xffffffffffffffff - (char *)0xfffffffffffffff0 == 15);
printf("%d\n", (void *)0xffffffffffffffff > (void *)0);
0b101;
int *p = &i;
p + 1;
printf("%d\n", 0b111000^0b001100);
printf("%d\n", (int)((long double)3+2.0));
return 0;
}
