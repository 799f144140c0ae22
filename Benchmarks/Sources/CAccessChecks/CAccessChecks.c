#define _GNU_SOURCE

#include "CAccessChecks.h"

#ifdef __GLIBC__

#include <dlfcn.h>
#include <stddef.h>

static _Thread_local int64_t count;

typedef void (*begin_access)(void *address, void *buffer, uintptr_t flags, void *caller);

// The name by which compiled Swift calls it (SE-0176); found in the program before the library.
void swift_beginAccess(void *address, void *buffer, uintptr_t flags, void *caller) {
    static _Atomic(begin_access) next;
    begin_access begin = next;
    if (!begin) {
        begin = (begin_access)dlsym(RTLD_NEXT, "swift_beginAccess");
        next = begin;
    }
    count++;
    begin(address, buffer, flags, caller);
}

int64_t footing_access_check_count(void) { return count; }

#else

int64_t footing_access_check_count(void) { return -1; }

#endif
