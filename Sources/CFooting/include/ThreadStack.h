#ifndef FOOTING_THREAD_STACK_H
#define FOOTING_THREAD_STACK_H

#include <stdint.h>

// The addresses of a stack: from the lowest byte to one past the highest.
struct footing_stack {
    uintptr_t start;
    uintptr_t end;
};

// The stack that the calling thread was started with; zeros if it can't be determined.
//
// Takes about a microsecond. The first call on the main thread of Linux reads a file and takes
// about ten.
struct footing_stack footing_thread_stack(void);

// Calls `body` with `context` on a new thread, and returns when the thread has ended; the result of
// `body` is not used. Does nothing if no thread can be started.
void footing_run_on_new_thread(void *_Nullable (*_Nonnull body)(void *_Nullable context),
                               void *_Nullable context);

// The address of the current stack frame.
//
// The address of a local variable would not do: the address sanitizer moves variables elsewhere to
// detect uses after return.
static inline uintptr_t footing_stack_position(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

#endif
