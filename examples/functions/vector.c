// A vector of numbers, as libraries have it: no function calls another, and there is
// no main.

#include <stdlib.h>
#include <string.h>

struct vector {
    int *data;
    size_t len, cap;
};

int vector_get(const struct vector *v, size_t i, int fallback)
{
    return i < v->len ? v->data[i] : fallback;
}

int vector_push(struct vector *v, int x)
{
    if (v->len == v->cap) {
        size_t cap = v->cap ? 2 * v->cap : 4;
        int *data = realloc(v->data, cap * sizeof *data);
        if (!data)
            return -1;
        v->data = data;
        v->cap = cap;
    }
    v->data[v->len++] = x;
    return 0;
}

void vector_insert(struct vector *v, size_t i, int x)
{
    if (v->len == v->cap || i > v->len)
        return;
    memmove(v->data + i + 1, v->data + i, (v->len - i + 1) * sizeof *v->data);
    v->data[i] = x;
    v->len++;
}
