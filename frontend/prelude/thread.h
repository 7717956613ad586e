/* What one thread alone does with objects that are made for several: what another would have to end, it waits for for
   ever. A mutex begins with how often it is locked and 1 << 24 times its kind, in a word that the types of all programs
   have room for. Nothing is known of other kinds, which are also those of a mutex that was destroyed. */
int __culprit_lib___mutex_other(int *m) {
	if (*m >> 24 >= 0 && *m >> 24 < 3) return 0;
	*m = __culprit_any();
	return 1;
}

int __culprit_lib_pthread_mutex_init(void *m, const void *attr) {
	int kind = attr ? *(const int *)attr : 0;
	*(int *)m = kind << 24;
	return 0 <= kind && kind < 3 ? 0 : __culprit_any() & 0x7fffffff;
}

int __culprit_lib_pthread_mutex_destroy(void *m) {
	int *p = m, result = *p & 0xffffff ? __culprit_any() & 0x7fffffff : 0;
	__culprit_misused(*p == -1, "a mutex that was destroyed");
	__culprit_misused(*p >> 24 >= 0 && *p >> 24 < 3 && (*p & 0xffffff) != 0, "a mutex that is locked");
	*p = -1;
	return result;
}

int __culprit_lib_pthread_mutex_lock(void *m) {
	int *p = m;
	__culprit_misused(*p == -1, "a mutex that was destroyed");
	if (__culprit_lib___mutex_other(p)) return __culprit_any() & 0x7fffffff;
	if (*p >> 24 == 0) {
		__culprit_misused((*p & 0xffffff) != 0, "a mutex that this thread has locked");
		__VERIFIER_assume((*p & 0xffffff) == 0);
	}
	if (*p >> 24 == 2 && *p & 0xffffff) return 35;
	++*p;
	return 0;
}

int __culprit_lib_pthread_mutex_trylock(void *m) {
	int *p = m;
	*p = *p;
	__culprit_misused(*p == -1, "a mutex that was destroyed");
	if (__culprit_lib___mutex_other(p)) return __culprit_any() & 0x7fffffff;
	if (*p >> 24 != 1 && *p & 0xffffff) return 16;
	++*p;
	return 0;
}

int __culprit_lib_pthread_mutex_timedlock(void *m, const long *until) {
	int *p = m;
	long wrong = until[1] < 0 || until[1] > 999999999;
	*p = *p;
	__culprit_misused(*p == -1, "a mutex that was destroyed");
	if (__culprit_lib___mutex_other(p)) return __culprit_any() & 0x7fffffff;
	if (*p >> 24 == 2 && *p & 0xffffff) return 35;
	if (*p >> 24 == 0 && *p & 0xffffff) return wrong ? 22 : 110;
	++*p;
	return 0;
}

int __culprit_lib_pthread_mutex_unlock(void *m) {
	int *p = m;
	__culprit_misused(*p == -1, "a mutex that was destroyed");
	if (__culprit_lib___mutex_other(p)) return __culprit_any() & 0x7fffffff;
	if (*p & 0xffffff) { --*p; return 0; }
	__culprit_misused(*p >> 24 == 0, "a mutex that is not locked");
	return *p >> 24 ? 1 : __culprit_any() & 0x7fffffff;
}

int __culprit_lib_pthread_mutexattr_init(void *a) { *(int *)a = 0; return 0; }

int __culprit_lib_pthread_mutexattr_destroy(void *a) { *(int *)a = -1; return 0; }

int __culprit_lib_pthread_mutexattr_settype(void *a, int kind) {
	int *p = a;
	if (kind < 0 || kind > 3) return 22;
	*p = kind;
	return 0;
}

int __culprit_lib_pthread_mutexattr_gettype(const void *a, int *kind) {
	*kind = *(const int *)a;
	return 0;
}

/* A thread may wake up from waiting for a condition without a signal, but need not. */
int __culprit_lib_pthread_cond_wait(void *c, void *m) {
	int *p = m, *q = c;
	*p = *p;
	*q = *q;
	__culprit_misused(*p >> 24 >= 0 && *p >> 24 < 3 && (*p & 0xffffff) == 0, "a mutex that is not locked");
	if (!__culprit_any()) __VERIFIER_assume(0);
	return 0;
}

int __culprit_lib_pthread_cond_timedwait(void *c, void *m, const long *until) {
	int *p = m, *q = c;
	*p = *p;
	*q = *q;
	__culprit_misused(*p >> 24 >= 0 && *p >> 24 < 3 && (*p & 0xffffff) == 0, "a mutex that is not locked");
	if (until[1] < 0 || until[1] > 999999999) return 22;
	return __culprit_any() ? 110 : 0;
}

/* A semaphore begins with its value. */
int __culprit_lib_sem_init(void *s, int shared, unsigned n) {
	if (n > 2147483647) { __culprit_set_errno(22); return -1; }
	if (shared) __culprit_unknown();
	*(unsigned *)s = n;
	return 0;
}

int __culprit_lib_sem_post(void *s) {
	unsigned *p = s;
	if (*p >= 2147483647) { __culprit_set_errno(75); return -1; }
	++*p;
	return 0;
}

int __culprit_lib_sem_wait(void *s) {
	unsigned *p = s;
	__VERIFIER_assume(*p != 0);
	--*p;
	return 0;
}

int __culprit_lib_sem_trywait(void *s) {
	unsigned *p = s;
	if (*p == 0) { __culprit_set_errno(11); return -1; }
	--*p;
	return 0;
}

int __culprit_lib_sem_getvalue(void *s, int *n) {
	*(int *)s = *(int *)s;
	*n = *(int *)s;
	return 0;
}

/* A lock for readers and writers begins with how many read, or -1 while it is written. */
int __culprit_lib_pthread_rwlock_init(void *l, const void *attr) {
	if (attr && *(const int *)attr) __culprit_unknown();
	*(int *)l = 0;
	return 0;
}

int __culprit_lib_pthread_rwlock_destroy(void *l) {
	int *p = l;
	*p = *p;
	__culprit_misused(*p != 0, "a lock that is held");
	return 0;
}

int __culprit_lib_pthread_rwlock_rdlock(void *l) {
	int *p = l;
	*p = *p;
	if (*p < 0) {
		if (!__culprit_any()) __VERIFIER_assume(0); /* it waits */
		return 35;
	}
	++*p;
	return 0;
}

int __culprit_lib_pthread_rwlock_wrlock(void *l) {
	int *p = l;
	*p = *p;
	if (*p != 0) {
		if (*p > 0 || !__culprit_any()) __VERIFIER_assume(0);
		return 35;
	}
	*p = -1;
	return 0;
}

int __culprit_lib_pthread_rwlock_tryrdlock(void *l) {
	int *p = l;
	*p = *p;
	if (*p < 0) return 16;
	++*p;
	return 0;
}

int __culprit_lib_pthread_rwlock_trywrlock(void *l) {
	int *p = l;
	*p = *p;
	if (*p != 0) return 16;
	*p = -1;
	return 0;
}

int __culprit_lib_pthread_rwlock_unlock(void *l) {
	int *p = l;
	__culprit_misused(*p == 0, "a lock that is not held");
	if (*p == 0) return __culprit_any() & 0x7fffffff;
	*p = *p > 0 ? *p - 1 : 0;
	return 0;
}

int __culprit_lib_pthread_spin_init(volatile int *l, int shared) { *l = 0; return 0; }

int __culprit_lib_pthread_spin_lock(volatile int *l) {
	__culprit_misused(*l == 2, "a lock that this thread holds");
	__VERIFIER_assume(*l != 2);
	*l = 2;
	return 0;
}

int __culprit_lib_pthread_spin_trylock(volatile int *l) {
	if (*l == 2) return 16;
	*l = 2;
	return 0;
}

int __culprit_lib_pthread_spin_unlock(volatile int *l) {
	__culprit_misused(*l == 0, "a lock that is not held");
	*l = 0;
	return 0;
}

int __culprit_lib_pthread_spin_destroy(volatile int *l) {
	*l = *l;
	__culprit_misused(*l == 2, "a lock that is held");
	return 0;
}

int __culprit_lib_pthread_barrier_init(void *b, const void *attr, unsigned n) {
	if (attr && *(const int *)attr) __culprit_unknown();
	if (n == 0 || n > 2147483647) return 22;
	*(unsigned *)b = n;
	return 0;
}

int __culprit_lib_pthread_barrier_wait(void *b) {
	unsigned *p = b;
	*p = *p;
	__VERIFIER_assume(*p == 1);
	return -1;
}

int __culprit_lib_mtx_init(void *m, int kind) {
	if (kind < 0 || kind > 3) return 2;
	*(int *)m = (kind & 1) << 24;
	return 0;
}

int __culprit_lib_mtx_lock(void *m) {
	int *p = m;
	if (*p >> 24 == 0) {
		__culprit_misused((*p & 0xffffff) != 0, "a mutex that this thread has locked");
		__VERIFIER_assume((*p & 0xffffff) == 0);
	}
	++*p;
	return 0;
}

int __culprit_lib_mtx_trylock(void *m) {
	int *p = m;
	*p = *p;
	if (*p >> 24 != 1 && *p & 0xffffff) return 1;
	++*p;
	return 0;
}

int __culprit_lib_mtx_unlock(void *m) {
	int *p = m;
	if (*p & 0xffffff) { --*p; return 0; }
	__culprit_misused(*p >> 24 == 0, "a mutex that is not locked");
	return *p >> 24 ? 2 : __culprit_any() & 3;
}

void __culprit_lib_mtx_destroy(void *m) {
	int *p = m;
	*p = *p;
	__culprit_misused((*p & 0xffffff) != 0, "a mutex that is locked");
}

int __culprit_lib_cnd_wait(void *c, void *m) {
	int *p = m, *q = c;
	*p = *p;
	*q = *q;
	__culprit_misused((*p & 0xffffff) == 0, "a mutex that is not locked");
	if (!__culprit_any()) __VERIFIER_assume(0);
	return 0;
}
