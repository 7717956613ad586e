// A binary search tree with insertion, lookup and deletion.
// bug: valid-memsafety deletion looks for a successor where there is no right subtree

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *new_tree(int key) {
    struct tree *t = malloc(sizeof(struct tree));
    if (t == NULL)
        abort();
    t->key = key;
    t->left = t->right = NULL;
    return t;
}

static struct tree *insert(struct tree *root, int key) {
    if (root == NULL)
        return new_tree(key);
    struct tree *t = root;
    while (t->key != key) {
        struct tree **child = key < t->key ? &t->left : &t->right;
        if (*child == NULL)
            *child = new_tree(key);
        t = *child;
    }
    return root;
}

static int contains(const struct tree *t, int key) {
    while (t != NULL) {
        if (key == t->key)
            return 1;
        t = key < t->key ? t->left : t->right;
    }
    return 0;
}

static struct tree *delete(struct tree *root, int key) {
    struct tree **at = &root;
    while (*at != NULL && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct tree *t = *at;
    if (t == NULL)
        return root;
#ifdef BUG
    if (t->left == NULL) {
        *at = t->right;
        free(t);
        return root;
    }
#else
    if (t->left == NULL || t->right == NULL) {
        *at = t->left != NULL ? t->left : t->right;
        free(t);
        return root;
    }
#endif
    struct tree **next = &t->right;
    while ((*next)->left != NULL)
        next = &(*next)->left;
    struct tree *s = *next;
    t->key = s->key;
    *next = s->right;
    free(s);
    return root;
}

static void free_tree(struct tree *t) {
    if (t == NULL)
        return;
    free_tree(t->left);
    free_tree(t->right);
    free(t);
}

int main(void) {
    struct tree *root = NULL;
    for (int i = 0; i < 4; i++) {
        int key = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int()) {
            root = insert(root, key);
            assert(contains(root, key));
        } else {
            root = delete(root, key);
            assert(!contains(root, key));
        }
    }
    free_tree(root);
    return 0;
}
