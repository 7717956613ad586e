#include <locale.h>
#include <stdio.h>

int main(void)
{
	struct lconv *c = localeconv();
	printf("%s|%s|%s|%s|%s %d %d %d\n", c->decimal_point, c->thousands_sep, c->grouping, c->mon_grouping, c->negative_sign, c->int_frac_digits, c->n_sign_posn, c->int_n_sign_posn);
	return 0;
}
