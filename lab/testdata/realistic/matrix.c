// Matrices of any shape on the heap: product and transposition.
// bug: valid-memsafety the transposed matrix has the shape of the original

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX 3

struct matrix {
    int rows, cols;
    int *cells;
};

static struct matrix *matrix_new(int rows, int cols) {
    struct matrix *m = malloc(sizeof *m);
    if (m == NULL)
        abort();
    m->rows = rows;
    m->cols = cols;
    m->cells = calloc((size_t)rows * cols, sizeof(int));
    if (m->cells == NULL)
        abort();
    return m;
}

static void matrix_free(struct matrix *m) {
    free(m->cells);
    free(m);
}

static int *at(const struct matrix *m, int row, int col) {
    assert(row >= 0 && row < m->rows);
    return &m->cells[row * m->cols + col];
}

static struct matrix *transpose(const struct matrix *m) {
#ifdef BUG
    struct matrix *t = matrix_new(m->cols, m->cols);
#else
    struct matrix *t = matrix_new(m->cols, m->rows);
#endif
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            *at(t, j, i) = *at(m, i, j);
    return t;
}

static struct matrix *multiply(const struct matrix *a, const struct matrix *b) {
    if (a->cols != b->rows)
        return NULL;
    struct matrix *c = matrix_new(a->rows, b->cols);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            int sum = 0;
            for (int k = 0; k < a->cols; k++)
                sum += *at(a, i, k) * *at(b, k, j);
            *at(c, i, j) = sum;
        }
    return c;
}

int main(void) {
    int rows = __VERIFIER_nondet_int();
    int cols = __VERIFIER_nondet_int();
    if (rows < 1 || rows > MAX || cols < 1 || cols > MAX)
        return 0;
    struct matrix *m = matrix_new(rows, cols);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            int x = __VERIFIER_nondet_int();
            *at(m, i, j) = x >= -100 && x <= 100 ? x : 0;
        }

    struct matrix *t = transpose(m);
    struct matrix *p = multiply(m, t);
    assert(p != NULL);
    assert(p->rows == rows && p->cols == rows);
    for (int i = 0; i < rows; i++)
        assert(*at(p, i, i) >= 0);
    if (cols > 1)
        assert(*at(t, 1, 0) == *at(m, 0, 1));
    matrix_free(p);
    matrix_free(t);
    matrix_free(m);
    return 0;
}
