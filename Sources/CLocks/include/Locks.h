#ifndef FOOTING_LOCKS_H
#define FOOTING_LOCKS_H

#include <stdbool.h>

// Whether this program was built for the thread sanitizer. A constant of the C file, because the
// compiler that imports this header into Swift is not told of the sanitizer.
extern const bool footing_locks_are_announced;

// Tell the thread sanitizer that the calling thread has acquired a lock, and that it is about to
// release the lock. Without the sanitizer, these calls have no effect.
void footing_lock_was_acquired(const void *_Nonnull lock);
void footing_lock_is_released(const void *_Nonnull lock);

#endif
