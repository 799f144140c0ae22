#include <stddef.h>

/// Returns free pages to the system, and the number of bytes that are allocated.
size_t trim_and_count_allocated_bytes(void);
