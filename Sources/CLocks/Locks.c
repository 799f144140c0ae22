#include "Locks.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ANNOUNCES 1
#endif
#endif

#ifdef ANNOUNCES

#include <sanitizer/tsan_interface.h>

const bool footing_locks_are_announced = true;

void footing_lock_was_acquired(const void *lock) { __tsan_acquire((void *)lock); }
void footing_lock_is_released(const void *lock) { __tsan_release((void *)lock); }

#else

const bool footing_locks_are_announced = false;

void footing_lock_was_acquired(const void *lock) { (void)lock; }
void footing_lock_is_released(const void *lock) { (void)lock; }

#endif
