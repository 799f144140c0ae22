// With _GNU_SOURCE, glibc declares another strerror_r.
#undef _GNU_SOURCE

#include <string.h>

#include "Files.h"

bool footing_strerror(int32_t number, char *buffer, size_t size) {
    return strerror_r(number, buffer, size) == 0;
}
