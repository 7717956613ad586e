int main(void) {
	int i, s = 0;
	for (i = 0; i < 10; i++) {
		if (i == 3)
			continue;
		s += i;
	}
	while (s > 0) {
		s--;
		if (s == 5)
			break;
	}
	do {
		s++;
	} while (s < 7);
	while (1)
		;
	return s;
}
