// Lines that end within the signs of a comment count like any other.
int one = __LINE__; /\
\
* block *\
/ int two = __LINE__; /* a *\
* b *\
/ int three = __LINE__; /\
/ line, \
and on
int four = __LINE__ /**\
/ + __LINE__; int /*\
*/ five = __LINE__;
