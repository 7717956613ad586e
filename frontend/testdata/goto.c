int main(void) {
	int n = 0;
again:
	n++;
	if (n < 3)
		goto again;
	goto end;
	n = 7;
end:
	return n;
}
