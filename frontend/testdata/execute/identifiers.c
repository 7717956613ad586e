int printf(const char*,...);
int \u00e9t\u00e9 = 3;
int caf\u00E9 = 4;
int 日本 = 5;
int \u3042x = 6;
int y\u0301 = 7;
int \u00aa\u00b5=1, \u2c00=2, \ufdfd=3;
#define STR(x) #x
#define \u00c4 8
int main(void){ int \U000000e0 = 9;
printf("%d %d %d %d %d %d %d %s\n", été, café, 日本, あx, y\u0301, \u00c4, à, STR(\u00e9));
return 0;
}
