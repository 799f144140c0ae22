// The result of a call, repeated while signals interrupt it; an error is a negated number.
#define RETRYING(call)                                  \
    for (;;) {                                          \
        intptr_t result = (call);                       \
        if (result >= 0) return result;                 \
        if (errno != EINTR) return -(intptr_t)errno;    \
    }
