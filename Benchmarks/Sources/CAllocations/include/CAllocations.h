#ifndef FOOTING_C_ALLOCATIONS_H
#define FOOTING_C_ALLOCATIONS_H

#include <stdint.h>

/// How often this thread has asked for memory of the heap, or -1 where that can't be counted.
///
/// A program that links this target has its functions in place of the C library's: those of glibc
/// can be reached behind them.
int64_t footing_allocation_count(void);

#endif
