#include "Transfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The numbers of libcurl's interface, which never change.
enum {
    OPTION_WRITE_DATA = 10001,
    OPTION_URL = 10002,
    OPTION_PROXY = 10004,
    OPTION_HEADER_FIELDS = 10023,
    OPTION_HEADER_DATA = 10029,
    OPTION_AUTHORITIES = 10065,
    OPTION_AUTHORITIES_FOLDER = 10097,
    OPTION_BUFFER_SIZE = 98,
    OPTION_NO_SIGNAL = 99,
    OPTION_CONNECT_TIMEOUT = 156,
    OPTION_SUPPRESS_CONNECT_HEADERS = 265,
    OPTION_HTTP09_ALLOWED = 285,
    OPTION_QUICK_EXIT = 322,
    OPTION_WRITE_FUNCTION = 20011,
    OPTION_HEADER_FUNCTION = 20079,
    MULTI_OPTION_CONNECTIONS = 6,
    MESSAGE_DONE = 1,
    FEATURE_TLS = 1 << 2,
    GLOBAL_ALL = 3,
    CODE_TIMED_OUT = 28,
    CODE_STOPPED = 42,
};

struct message {
    int kind;
    void *easy;
    union {
        void *other;
        int code;
    } data;
};

// The beginning of libcurl's structure.
struct version {
    int age;
    const char *text;
    unsigned int number;
    const char *host;
    int features;
};

static struct {
    int (*global_init)(long flags);
    struct version *(*version_info)(int age);
    void *(*easy_init)(void);
    void (*easy_reset)(void *easy);
    int (*easy_setopt)(void *easy, int option, ...);
    void (*easy_cleanup)(void *easy);
    void *(*slist_append)(void *list, const char *text);
    void (*slist_free_all)(void *list);
    void *(*multi_init)(void);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, void *files, unsigned int count, int timeout, int *changed);
    int (*multi_wakeup)(void *multi);
    struct message *(*multi_info_read)(void *multi, int *left);
    int (*multi_cleanup)(void *multi);
} curl;

static bool load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define LOAD(name) ((*(void **)&curl.name = dlsym(library, "curl_" #name)) != NULL)
    return LOAD(global_init) && LOAD(version_info) && LOAD(easy_init) && LOAD(easy_reset) &&
           LOAD(easy_setopt) && LOAD(easy_cleanup) && LOAD(slist_append) && LOAD(slist_free_all) &&
           LOAD(multi_init) && LOAD(multi_setopt) && LOAD(multi_add_handle) &&
           LOAD(multi_remove_handle) && LOAD(multi_perform) && LOAD(multi_poll) &&
           LOAD(multi_wakeup) && LOAD(multi_info_read) && LOAD(multi_cleanup) &&
           curl.global_init(GLOBAL_ALL) == 0 && (curl.version_info(0)->features & FEATURE_TLS);
}

bool footing_transfer_load(void) {
#if defined(__APPLE__)
    return load("/usr/lib/libcurl.4.dylib");
#else
    return load("libcurl.so.4") || load("libcurl-gnutls.so.4");
#endif
}

struct footing_transfer {
    void *easy;
    void *multi;
    atomic_bool is_cancelled;
    // Of the transfer in progress.
    const struct footing_transfer_request *request;
    int64_t last_byte;
};

struct footing_transfer *footing_transfer_create(void) {
    struct footing_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->easy = curl.easy_init();
    transfer->multi = curl.multi_init();
    if (transfer->easy && transfer->multi) {
        curl.multi_setopt(transfer->multi, MULTI_OPTION_CONNECTIONS, 1L);
        return transfer;
    }
    footing_transfer_destroy(transfer);
    return NULL;
}

// A write to a closed connection raises a signal, which would end the process.
static sigset_t block_signal(sigset_t *pipe) {
    sigset_t old;
    sigemptyset(pipe);
    sigaddset(pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, pipe, &old);
    return old;
}

static void restore_signal(const sigset_t *pipe, sigset_t old) {
    sigset_t pending;
    int signal = 0;
    if (!sigismember(&old, SIGPIPE) && sigpending(&pending) == 0 &&
        sigismember(&pending, SIGPIPE)) {
        sigwait(pipe, &signal);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void footing_transfer_destroy(struct footing_transfer *transfer) {
    sigset_t pipe, old = block_signal(&pipe);
    if (transfer->easy) curl.easy_cleanup(transfer->easy);
    if (transfer->multi) curl.multi_cleanup(transfer->multi);
    free(transfer);
    restore_signal(&pipe, old);
}

void footing_transfer_cancel(struct footing_transfer *transfer) {
    atomic_store(&transfer->is_cancelled, true);
    curl.multi_wakeup(transfer->multi);
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// The flag is tested at each call, since libcurl may deliver megabytes before it is woken.
#define RECEIVING(function)                                                                      \
    struct footing_transfer *transfer = context;                                                 \
    if (atomic_load(&transfer->is_cancelled)) return 0;                                          \
    bool goes_on = transfer->request->function(transfer->request->context, bytes, size * count); \
    transfer->last_byte = milliseconds();                                                        \
    return goes_on ? size * count : 0;

static size_t receive_header(const char *bytes, size_t size, size_t count, void *context) {
    RECEIVING(header)
}

static size_t receive_body(const char *bytes, size_t size, size_t count, void *context) {
    RECEIVING(body)
}

static int perform(struct footing_transfer *transfer) {
    for (;;) {
        int running = 0;
        if (curl.multi_perform(transfer->multi, &running) != 0) return FOOTING_TRANSFER_NO_MEMORY;
        if (atomic_load(&transfer->is_cancelled)) return CODE_STOPPED;
        if (running == 0) break;
        int64_t rest = transfer->last_byte + transfer->request->idle_timeout - milliseconds();
        if (rest <= 0) return CODE_TIMED_OUT;
        curl.multi_poll(transfer->multi, NULL, 0, rest < 1000 ? (int)rest : 1000, NULL);
    }
    int left = 0;
    struct message *message = curl.multi_info_read(transfer->multi, &left);
    bool is_done = message && message->kind == MESSAGE_DONE;
    return is_done ? message->data.code : FOOTING_TRANSFER_NO_MEMORY;
}

static const char *after(const char *string) { return string + strlen(string) + 1; }

static int run(struct footing_transfer *transfer, void *fields) {
    const struct footing_transfer_request *request = transfer->request;
    void *easy = transfer->easy;
    curl.easy_reset(easy);
    curl.easy_setopt(easy, OPTION_URL, request->strings);
    curl.easy_setopt(easy, OPTION_HEADER_FIELDS, fields);
    curl.easy_setopt(easy, OPTION_HEADER_FUNCTION, receive_header);
    curl.easy_setopt(easy, OPTION_HEADER_DATA, transfer);
    curl.easy_setopt(easy, OPTION_WRITE_FUNCTION, receive_body);
    curl.easy_setopt(easy, OPTION_WRITE_DATA, transfer);
    curl.easy_setopt(easy, OPTION_NO_SIGNAL, 1L);
    curl.easy_setopt(easy, OPTION_HTTP09_ALLOWED, 0L);
    curl.easy_setopt(easy, OPTION_SUPPRESS_CONNECT_HEADERS, 1L);
    curl.easy_setopt(easy, OPTION_CONNECT_TIMEOUT, (long)request->connect_timeout);
    // Fewer and larger reads: with 128 KiB, a large download takes up to half as long again.
    curl.easy_setopt(easy, OPTION_BUFFER_SIZE, 384L << 10);
    const char *proxy = after(request->strings), *authorities = after(proxy);
    // An empty string turns the environment's proxy off.
    if (*proxy) curl.easy_setopt(easy, OPTION_PROXY, *proxy == '-' ? "" : proxy);
    if (*authorities) {
        // Without the second option, libcurl would also trust its own folder of authorities.
        int code = curl.easy_setopt(easy, OPTION_AUTHORITIES, authorities);
        if (code == 0) code = curl.easy_setopt(easy, OPTION_AUTHORITIES_FOLDER, (char *)NULL);
        if (code != 0) return code;
    }
    if (curl.multi_add_handle(transfer->multi, easy) != 0) return FOOTING_TRANSFER_NO_MEMORY;
    transfer->last_byte = milliseconds();
    int code = perform(transfer);
    // Otherwise libcurl would wait for a look-up of the host to finish.
    if (code != 0) curl.easy_setopt(easy, OPTION_QUICK_EXIT, 1L);
    curl.multi_remove_handle(transfer->multi, easy);
    return code;
}

int32_t footing_transfer_run(struct footing_transfer *transfer,
                             const struct footing_transfer_request *request) {
    void *fields = NULL;
    for (const char *line = after(after(after(request->strings))); *line; line = after(line)) {
        void *longer = curl.slist_append(fields, line);
        if (!longer) {
            curl.slist_free_all(fields);
            return FOOTING_TRANSFER_NO_MEMORY;
        }
        fields = longer;
    }
    sigset_t pipe, old = block_signal(&pipe);
    transfer->request = request;
    int code = run(transfer, fields);
    restore_signal(&pipe, old);
    curl.slist_free_all(fields);
    return code;
}
