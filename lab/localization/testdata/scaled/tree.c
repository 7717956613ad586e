/* Keeps keys in a search tree and answers commands: +N adds, -N removes, ?N
   asks; at the end it prints how many answers were yes, and size and depth. */
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right;
};

static struct node *root;

static struct node **place(int key) {
	struct node **p = &root;
	while (*p && (*p)->key != key)
		p = key < (*p)->key ? &(*p)->left : &(*p)->right;
	return p;
}

static void add(int key) {
	struct node **p = place(key);
	if (*p)
		return;
	*p = malloc(sizeof **p);
	(*p)->key = key;
	(*p)->left = (*p)->right = NULL;
}

static void cut(int key) {
	struct node **p = place(key), **q, *gone = *p;
	if (!gone)
		return;
	if (!gone->left) {
		*p = gone->right;
	} else if (!gone->right) {
		*p = gone->left;
	} else {
		for (q = &gone->right; (*q)->left; q = &(*q)->left)
			;
		gone->key = (*q)->key;
		gone = *q;
		*q = gone->right;
	}
	free(gone);
}

static int size(struct node *n) {
	return n ? 1 + size(n->left) + size(n->right) : 0;
}

static int depth(struct node *n) {
	int a, b;
	if (!n)
		return 0;
	a = depth(n->left);
	b = depth(n->right);
	return 1 + (a > b ? a : b);
}

int main(void) {
	char what;
	int key, yes = 0;
	while (scanf(" %c%d", &what, &key) == 2) {
		if (what == '+')
			add(key);
		else if (what == '-')
			cut(key);
		else if (*place(key))
			yes++;
	}
	printf("%d yes\n", yes);
	printf("%d keys, depth %d\n", size(root), depth(root));
	return 0;
}
