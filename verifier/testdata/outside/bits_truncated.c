// want: UNKNOWN
// want reason=abstraction
extern void reach_error(void);
int main(int argc, char **argv) {
	if ((unsigned)(unsigned long)argv == 0)
		reach_error(); // open
	return 0;
}
