#include "CAllocations.h"

#include <stdlib.h>

#ifdef __GLIBC__

#include <errno.h>

// In the program itself, so that reaching it asks for no memory.
static _Thread_local int64_t count;

// The names of glibc's functions for programs that replace the public ones.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count++;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment) return EINVAL;
    count++;
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

int64_t footing_allocation_count(void) { return count; }

#else

int64_t footing_allocation_count(void) { return -1; }

#endif
