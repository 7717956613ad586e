// Reads the fields of a CSV record, with quotes and doubled quotes.
// bug: valid-memsafety a record that ends inside of quotes is read beyond its end

#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

#define RECORD 10

enum result { FIELD, LAST, BAD };

// Copies the field at *pos to out and moves *pos behind it.
static enum result next_field(const char **pos, char *out, size_t size) {
    const char *p = *pos;
    size_t n = 0;
    if (*p == '"') {
        p++;
        for (;;) {
#ifndef BUG
            if (*p == '\0')
                return BAD;
#endif
            if (*p == '"') {
                if (p[1] != '"')
                    break;
                p++;
            }
            if (n + 1 >= size)
                return BAD;
            out[n++] = *p++;
        }
        p++;
        if (*p != ',' && *p != '\0')
            return BAD;
    } else {
        while (*p != ',' && *p != '\0') {
            if (*p == '"' || n + 1 >= size)
                return BAD;
            out[n++] = *p++;
        }
    }
    out[n] = '\0';
    if (*p == '\0') {
        *pos = p;
        return LAST;
    }
    *pos = p + 1;
    return FIELD;
}

int main(void) {
    char record[RECORD + 1];
    for (int i = 0; i < RECORD; i++)
        record[i] = __VERIFIER_nondet_char();
    record[RECORD] = '\0';

    char field[32];
    const char *pos = record;
    int fields = 0;
    size_t total = 0;
    enum result r;
    do {
        const char *before = pos;
        r = next_field(&pos, field, sizeof field);
        if (r == BAD)
            return 1;
        fields++;
        total += strlen(field);
        assert(pos >= before);
        assert(strlen(field) <= (size_t)(pos - before));
    } while (r == FIELD);
    assert(*pos == '\0');
    assert(fields <= RECORD + 1);
    assert(total <= RECORD);
    return 0;
}
