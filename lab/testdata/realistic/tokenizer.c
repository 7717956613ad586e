// A tokenizer for a small configuration language: names, numbers, punctuation.
// bug: valid-memsafety a name that fills the buffer is terminated behind it

#include <assert.h>
#include <ctype.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

#define INPUT 12
#define NAME 8

enum kind { END, NAME_TOKEN, NUMBER, PUNCT, ERROR };

struct token {
    enum kind kind;
    int number;
    char text[NAME];
};

struct lexer {
    const char *pos;
    int line;
};

static void skip_space(struct lexer *l) {
    while (isspace((unsigned char)*l->pos)) {
        if (*l->pos == '\n')
            l->line++;
        l->pos++;
    }
}

static void next_token(struct lexer *l, struct token *t) {
    skip_space(l);
    t->text[0] = '\0';
    t->number = 0;
    unsigned char c = (unsigned char)*l->pos;
    if (c == '\0') {
        t->kind = END;
    } else if (isalpha(c) || c == '_') {
        int n = 0;
        t->kind = NAME_TOKEN;
        while (isalnum((unsigned char)*l->pos) || *l->pos == '_') {
#ifdef BUG
            if (n < NAME)
#else
            if (n < NAME - 1)
#endif
                t->text[n++] = *l->pos;
            l->pos++;
        }
        t->text[n] = '\0';
    } else if (isdigit(c)) {
        t->kind = NUMBER;
        while (isdigit((unsigned char)*l->pos)) {
            int digit = *l->pos++ - '0';
            if (t->number > (1000000 - digit) / 10)
                t->kind = ERROR;
            else
                t->number = t->number * 10 + digit;
        }
    } else if (strchr("={};,", c) != NULL) {
        t->kind = PUNCT;
        t->text[0] = (char)c;
        t->text[1] = '\0';
        l->pos++;
    } else {
        t->kind = ERROR;
    }
}

int main(void) {
    char input[INPUT];
    for (int i = 0; i < INPUT - 1; i++)
        input[i] = __VERIFIER_nondet_char();
    input[INPUT - 1] = '\0';

    struct lexer l = {input, 1};
    struct token t;
    int tokens = 0;
    do {
        next_token(&l, &t);
        tokens++;
        if (t.kind == NAME_TOKEN)
            assert(strlen(t.text) >= 1);
        if (t.kind == NUMBER)
            assert(t.number >= 0 && t.number <= 1000000);
        assert(l.pos >= input && l.pos < input + INPUT);
    } while (t.kind != END && t.kind != ERROR);
    assert(tokens <= INPUT);
    assert(l.line <= INPUT);
    return 0;
}
