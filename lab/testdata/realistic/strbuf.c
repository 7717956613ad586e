// A growing string.
// bug: valid-memsafety room is made for the characters, not for the terminator

#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct strbuf {
    char *data;
    size_t len;
    size_t cap;
};

static void sb_init(struct strbuf *sb) {
    sb->cap = 4;
    sb->len = 0;
    sb->data = malloc(sb->cap);
    if (sb->data == NULL)
        abort();
    sb->data[0] = '\0';
}

static void sb_reserve(struct strbuf *sb, size_t extra) {
#ifdef BUG
    size_t need = sb->len + extra;
#else
    size_t need = sb->len + extra + 1;
#endif
    if (need <= sb->cap)
        return;
    size_t cap = sb->cap;
    while (cap < need)
        cap *= 2;
    char *data = realloc(sb->data, cap);
    if (data == NULL) {
        free(sb->data);
        abort();
    }
    sb->data = data;
    sb->cap = cap;
}

static void sb_putc(struct strbuf *sb, char c) {
    sb_reserve(sb, 1);
    sb->data[sb->len++] = c;
    sb->data[sb->len] = '\0';
}

static void sb_puts(struct strbuf *sb, const char *s) {
    size_t n = strlen(s);
    sb_reserve(sb, n);
    memcpy(sb->data + sb->len, s, n + 1);
    sb->len += n;
}

static void sb_free(struct strbuf *sb) {
    free(sb->data);
    sb->data = NULL;
    sb->len = sb->cap = 0;
}

int main(void) {
    struct strbuf sb;
    sb_init(&sb);
    for (int i = 0; i < 5; i++) {
        size_t before = sb.len;
        switch (__VERIFIER_nondet_int()) {
        case 0: {
            char c = __VERIFIER_nondet_char();
            if (c == '\0')
                c = ' ';
            sb_putc(&sb, c);
            assert(sb.len == before + 1);
            break;
        }
        case 1:
            sb_puts(&sb, "key=");
            assert(sb.len == before + 4);
            break;
        case 2:
            sb_puts(&sb, "");
            assert(sb.len == before);
            break;
        default:
            break;
        }
        assert(sb.len < sb.cap);
        assert(sb.data[sb.len] == '\0');
    }
    assert(strlen(sb.data) == sb.len);
    sb_free(&sb);
    return 0;
}
