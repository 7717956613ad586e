// status: 0
// warns: the uninitialised variable x
extern void reach_error(void);
int main(void) {
	int x;
	if (x == 12345)
		reach_error();
	return 0;
}
