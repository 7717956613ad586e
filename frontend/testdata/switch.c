int main(void) {
	int n = 5, s = 0;
	switch (n & 7) {
	case 1:
		s = 1;
	case 2 ... 4:
		s = 2;
		break;
	default:
		s = 3;
	}
	switch (n % 2) {
	case 0:
		do {
			s++;
	case 1:
			s--;
		} while (--n > 0);
	}
	return s;
}
