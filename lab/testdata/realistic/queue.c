// A queue of jobs as a linked list with a pointer to its last node.
// bug: valid-memsafety the last node is taken and still known as the tail

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int id;
    int priority;
    struct job *next;
};

struct queue {
    struct job *head;
    struct job *tail;
    int length;
};

static void enqueue(struct queue *q, int id, int priority) {
    struct job *j = malloc(sizeof(struct job));
    if (j == NULL)
        exit(1);
    j->id = id;
    j->priority = priority;
    j->next = NULL;
    if (q->tail != NULL)
        q->tail->next = j;
    else
        q->head = j;
    q->tail = j;
    q->length++;
}

static int dequeue(struct queue *q, int *id) {
    struct job *j = q->head;
    if (j == NULL)
        return 0;
    *id = j->id;
    q->head = j->next;
#ifndef BUG
    if (q->head == NULL)
        q->tail = NULL;
#endif
    q->length--;
    free(j);
    return 1;
}

static void drain(struct queue *q) {
    int id;
    while (dequeue(q, &id))
        ;
}

int main(void) {
    struct queue q = {NULL, NULL, 0};
    int next = 0;     // id of the next job
    int expected = 0; // id of the job that is due

    for (int round = 0; round < 8; round++) {
        int command = __VERIFIER_nondet_int();
        if (command == 0) {
            enqueue(&q, next, __VERIFIER_nondet_int());
            next++;
        } else if (command == 1) {
            int id;
            if (dequeue(&q, &id)) {
                assert(id == expected);
                expected++;
            } else {
                assert(q.length == 0);
            }
        }
    }
    assert(q.length == next - expected);
    drain(&q);
    assert(q.head == NULL);
    assert(q.length == 0);
    return 0;
}
