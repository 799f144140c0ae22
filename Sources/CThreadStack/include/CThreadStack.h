#ifndef FOOTING_THREAD_STACK_H
#define FOOTING_THREAD_STACK_H

#include <stdint.h>

// The addresses of a stack: from the lowest byte to behind the highest.
struct footing_stack {
    uintptr_t start;
    uintptr_t end;
};

// The stack that the calling thread was started with; nothing if that can't be told.
//
// It takes about a microsecond; the first time on the main thread of Linux it reads a file, and takes
// some ten.
struct footing_stack footing_thread_stack(void);

// Where the stack ends now.
//
// The address of a variable would not do: the address sanitizer keeps variables elsewhere, to find out
// who uses them too late.
static inline uintptr_t footing_stack_position(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

#endif
