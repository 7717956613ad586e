package maxsat

import (
	"context"
	"testing"
)

// BenchmarkAnalyse localizes in a loop, with one formula for all
// lines and with one for each.
func BenchmarkAnalyse(b *testing.B) {
	src := `#include <stdio.h>
int main(void) {
	int t[8] = {0}, n = 0, i, k = 1;
	scanf("%d", &n);
	for (i = 0; i < n; i++) {
		k = (k * 5 + 1) % 8;
		if (t[k] < i)
			t[k] = t[k] + 2;
	}
	printf("%d\n", t[3]);
	return 0;
}
`
	for _, x := range []struct {
		name  string
		terms int
	}{{"together", 0}, {"line by line", 1500}} {
		b.Run(x.name, func(b *testing.B) {
			in := failing(b, src, "12", "51\n")
			for b.Loop() {
				got, err := Analyse(context.Background(), in, Config{Terms: x.terms, Size: 1})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(got.Terms), "terms")
				b.ReportMetric(float64(len(got.Sets)), "sets")
			}
		})
	}
}
