// want: TRUE
extern void reach_error(void);
extern int e[];
int main(void) {
	int x = e[3];
	if (e[3] != x)
		reach_error();
	return 0;
}
