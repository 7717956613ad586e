int main(void) {
	char c = 200;
	unsigned char u = c;
	long long l = u + c;
	unsigned i = -1;
	_Bool b = l;
	double d = i;
	float f = d * 1.5f;
	int r = i > -2 ? (short)l : (int)f;
	r = r >> 3 | i >> 3 | sizeof(long);
	return b == u;
}
