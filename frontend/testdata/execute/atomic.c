#include <stdio.h>
#include <string.h>
typedef unsigned long long ull; struct P {int a,b;};
int main(){ int x=5; {int q=__sync_fetch_and_add(&x,3); printf("%d %d\n",q,x);} {int q=__sync_add_and_fetch(&x,3); printf("%d %d\n",q,x);} printf("%d\n",__sync_nand_and_fetch(&x,6)); {int q=__sync_fetch_and_nand(&x,6); printf("%d %d\n",q,x);}
 unsigned char uc=250; printf("%d\n", __atomic_add_fetch(&uc,10,5)); printf("%d %d\n", __atomic_fetch_sub(&uc,10,5),uc); 
 int a[4]={1,2,3,4}; int *p=a; __sync_fetch_and_add(&p,4); printf("%d\n",*p); __atomic_add_fetch(&p,sizeof(int),0); printf("%d\n",*p);
 printf("%d %d\n", __sync_bool_compare_and_swap(&x,x,77),x); printf("%d %d\n", __sync_val_compare_and_swap(&x,1,2),x); printf("%d %d\n", __sync_lock_test_and_set(&x,9),x); __sync_lock_release(&x); printf("%d\n",x);
 int e=3,d=8,r; printf("%d ", __atomic_compare_exchange_n(&x,&e,d,0,5,5)); printf("%d %d\n",e,x); printf("%d ", __atomic_compare_exchange(&x,&e,&d,0,5,5)); printf("%d %d\n",e,x);
 __atomic_load(&x,&r,5); printf("%d\n",r); d=11; __atomic_store(&x,&d,5); printf("%d\n",__atomic_load_n(&x,0)); __atomic_exchange(&x,&e,&r,5); printf("%d %d\n",x,r); printf("%d\n",__atomic_exchange_n(&x,4,5)); __atomic_store_n(&x,6,5);
 char f=0; printf("%d ", __atomic_test_and_set(&f,5)); printf("%d ", __atomic_test_and_set(&f,5)); __atomic_clear(&f,5); printf("%d\n",f); printf("%d %d\n",__atomic_always_lock_free(4,0),__atomic_always_lock_free(3,0));
 struct P s={1,2},t; __atomic_load(&s,&t,5); printf("%d\n",t.b); t.a=9; __atomic_store(&s,&t,5); printf("%d\n",s.a); unsigned u=__sync_fetch_and_add_4(&x,1); printf("%u %d\n",u,x); ull l=1; printf("%llu\n",__atomic_or_fetch(&l,1ull<<40,5)); _Bool b=0; __atomic_exchange_n(&b,1,5); printf("%d\n",b); __sync_synchronize();
 short sh=-1; printf("%d\n", __sync_fetch_and_xor(&sh,3)); printf("%d\n", sh); }
