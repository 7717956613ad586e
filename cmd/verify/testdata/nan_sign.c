// want: UNKNOWN
// want reason=floats
extern void reach_error(void);

// The sign of a NaN that is computed is the processor's choice: 0.0 / 0.0 is
// negative on x86 and positive on ARM.
union bits {
	double d;
	unsigned long long u;
};

int main(void) {
	double zero = 0.0;
	union bits x;
	x.d = zero / zero;
	if (x.d == x.d)
		reach_error();              // safe
	if ((x.u & 0x7ff0000000000000ull) != 0x7ff0000000000000ull)
		reach_error();              // safe
	if (x.u >> 63)
		reach_error();              // open
	else
		reach_error();              // open
	return 0;
}
