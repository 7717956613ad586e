// Decodes %XX and + in a URL, and encodes it again.
// bug: valid-memsafety a percent sign at the end of the text

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#define MAX 8

static int hex_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

// Decodes s into out, which has room for strlen(s) + 1 bytes.
static int decode(const char *s, char *out) {
    int n = 0;
    while (*s != '\0') {
        if (*s == '%') {
#ifdef BUG
            int high = hex_value(s[1]), low = hex_value(s[2]);
            out[n++] = (char)(high >= 0 && low >= 0 ? high * 16 + low : '?');
            s += 3;
#else
            int high = hex_value(s[1]);
            if (high < 0)
                return -1;
            int low = hex_value(s[2]);
            if (low < 0)
                return -1;
            out[n++] = (char)(high * 16 + low);
            s += 3;
#endif
        } else {
            out[n++] = *s == '+' ? ' ' : *s;
            s++;
        }
    }
    out[n] = '\0';
    return n;
}

static int encode(const unsigned char *s, int n, char *out) {
    static const char digits[] = "0123456789ABCDEF";
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (isalnum(s[i])) {
            out[k++] = (char)s[i];
        } else {
            out[k++] = '%';
            out[k++] = digits[s[i] >> 4];
            out[k++] = digits[s[i] & 15];
        }
    }
    out[k] = '\0';
    return k;
}

int main(void) {
    int len = __VERIFIER_nondet_int();
    if (len < 0 || len > MAX)
        return 0;
    char *url = malloc(len + 1);
    char *text = malloc(len + 1);
    if (url == NULL || text == NULL)
        abort();
    for (int i = 0; i < len; i++)
        url[i] = __VERIFIER_nondet_char();
    url[len] = '\0';

    int n = decode(url, text);
    if (n >= 0) {
        assert(n <= len);
        assert(text[n] == '\0');
        char back[3 * MAX + 1];
        int k = encode((const unsigned char *)text, n, back);
        assert(k >= n && k <= 3 * n);
        assert(strlen(back) == (size_t)k);
    }
    free(url);
    free(text);
    return 0;
}
