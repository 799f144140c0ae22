#include "CAllocator.h"

#include <malloc.h>

size_t trim_and_count_allocated_bytes(void) {
    malloc_trim(0);
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
