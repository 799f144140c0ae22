// Returns the result of a system call, or its negated error number. A failed call is repeated while
// the condition holds.
#define RETRYING_WHILE(condition, call)                    \
    for (;;) {                                             \
        intptr_t result = (call);                          \
        if (result >= 0) return result;                    \
        if (!(condition)) return -(intptr_t)errno;         \
    }

// The same, repeated while signals interrupt the call.
#define RETRYING(call) RETRYING_WHILE(errno == EINTR, call)
