#ifndef FOOTING_C_ACCESS_CHECKS_H
#define FOOTING_C_ACCESS_CHECKS_H

#include <stdint.h>

/// The number of run-time checks for overlapping accesses that this thread has begun outside of the
/// Swift libraries, or -1 where they can't be counted.
///
/// Linked into a program, this target stands between every caller and the check itself.
int64_t footing_access_check_count(void);

#endif
