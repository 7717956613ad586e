// Lists of sys/queue.h: elements are removed from the middle and the end, lists are joined.
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>

struct item {
    int n;
    SLIST_ENTRY(item) s;
    STAILQ_ENTRY(item) st;
    TAILQ_ENTRY(item) t;
};

SLIST_HEAD(slist, item);
STAILQ_HEAD(stailq, item);
TAILQ_HEAD(tailq, item);

int main(void) {
    struct item at[4] = {{.n = 1}, {.n = 2}, {.n = 3}, {.n = 4}};
    struct slist s = SLIST_HEAD_INITIALIZER(s);
    struct stailq a = STAILQ_HEAD_INITIALIZER(a), b = STAILQ_HEAD_INITIALIZER(b);
    struct tailq t = TAILQ_HEAD_INITIALIZER(t), u = TAILQ_HEAD_INITIALIZER(u);
    struct item *i;
    int sum = 0;

    SLIST_INSERT_HEAD(&s, &at[0], s);
    SLIST_INSERT_HEAD(&s, &at[1], s);
    SLIST_INSERT_HEAD(&s, &at[2], s);
    SLIST_REMOVE(&s, &at[1], item, s);
    SLIST_FOREACH(i, &s, s)
        sum = 10 * sum + i->n;
    assert(sum == 31);

    STAILQ_INSERT_TAIL(&a, &at[0], st);
    STAILQ_INSERT_TAIL(&a, &at[1], st);
    STAILQ_REMOVE(&a, &at[1], item, st);
    STAILQ_INSERT_TAIL(&a, &at[2], st);
    STAILQ_INSERT_AFTER(&a, &at[2], &at[1], st);
    STAILQ_INSERT_TAIL(&b, &at[3], st);
    STAILQ_CONCAT(&a, &b);
    assert(STAILQ_EMPTY(&b));
    sum = 0;
    STAILQ_FOREACH(i, &a, st)
        sum = 10 * sum + i->n;
    assert(sum == 1324);

    TAILQ_INSERT_TAIL(&t, &at[0], t);
    TAILQ_INSERT_TAIL(&u, &at[1], t);
    TAILQ_CONCAT(&t, &u, t);
    TAILQ_REMOVE(&t, &at[0], t);
    assert(TAILQ_FIRST(&t) == &at[1] && TAILQ_NEXT(&at[1], t) == NULL && TAILQ_EMPTY(&u));
    return 0;
}
