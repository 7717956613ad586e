// want: FALSE
typedef struct item *Item;
struct item { int key; Item next; };
extern Item find(int key);
extern void reach_error(void);
static struct item a = {1, 0};
Item all = &a;
int main(void) {
	Item i = find(1);
	if (i)
		i->key = 2;
	if (all->key != 1)
		reach_error(); // error
	return 0;
}
