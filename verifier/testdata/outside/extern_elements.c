// want: FALSE
extern void reach_error(void);
extern unsigned char codes[256];
int main(void) {
	if (codes[7] == 0x42)
		reach_error(); // error
	return 0;
}
