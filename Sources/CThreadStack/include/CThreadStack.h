#ifndef FOOTING_THREAD_STACK_H
#define FOOTING_THREAD_STACK_H

#include <stdint.h>

// The addresses of a stack: its lowest byte, and the byte after its highest.
struct footing_stack {
    uintptr_t start;
    uintptr_t end;
};

// The stack with which the calling thread was started; empty if it is unknown.
//
// This takes about 1 µs. The first call on the main thread of Linux reads a file, and takes about
// 10 µs.
struct footing_stack footing_thread_stack(void);

// The current position of the stack.
//
// The address of a variable is not suitable: the address sanitizer moves variables off the stack,
// to detect use after return.
static inline uintptr_t footing_stack_position(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

#endif
