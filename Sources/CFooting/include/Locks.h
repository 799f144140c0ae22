#ifndef FOOTING_LOCKS_H
#define FOOTING_LOCKS_H

#include <stdbool.h>

// Whether this program was built for the thread sanitizer. A constant of the C file, because the
// compiler that imports this header into Swift does not know that.
extern const bool footing_locks_are_announced;

// Tell the thread sanitizer that the calling thread has taken a lock, and that it is about to give
// it back. Without the sanitizer, they have no effect.
void footing_lock_was_taken(const void *_Nonnull lock);
void footing_lock_is_given_back(const void *_Nonnull lock);

#endif
