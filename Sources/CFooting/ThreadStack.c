// Makes glibc and musl declare pthread_getattr_np.
#define _GNU_SOURCE

#include "ThreadStack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#if defined(__APPLE__)

struct footing_stack footing_thread_stack(void) {
    uintptr_t end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    size_t size = pthread_get_stacksize_np(pthread_self());
    return (struct footing_stack){size < end ? end - size : 0, end};
}

#elif defined(__linux__)

#include <sys/syscall.h>
#include <unistd.h>

static struct footing_stack this_stack(void) {
    struct footing_stack none = {0, 0};
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return none;
    void *start = NULL;
    size_t size = 0;
    int failure = pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    if (failure != 0 || size > UINTPTR_MAX - (uintptr_t)start) return none;
    return (struct footing_stack){(uintptr_t)start, (uintptr_t)start + size};
}

struct footing_stack footing_thread_stack(void) {
    if (syscall(SYS_gettid) != getpid()) return this_stack();
#if defined(__GLIBC__) || defined(__BIONIC__)
    // Cached, because the lookup takes longer than most calls of this function. No lock: only the
    // main thread accesses these variables.
    static bool is_known;
    static struct footing_stack main_stack;
    if (!is_known) {
        main_stack = this_stack();
        is_known = true;
    }
    return main_stack;
#else
    // musl reports how far the main thread's stack has grown, not how far it may grow.
    return (struct footing_stack){0, 0};
#endif
}

#else

struct footing_stack footing_thread_stack(void) { return (struct footing_stack){0, 0}; }

#endif

void footing_run_on_new_thread(void *(*body)(void *context), void *context) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, context) == 0) pthread_join(thread, NULL);
}
