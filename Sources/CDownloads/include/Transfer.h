#ifndef FOOTING_TRANSFER_H
#define FOOTING_TRANSFER_H

// HTTP transfers by libcurl, which is loaded at run time: a program links without it, and needs no
// header of it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A handle of libcurl, which keeps its connection for its next transfer. One thread at a time uses
/// it.
struct footing_transfer;

/// The request of one transfer. The pointers are used only during the transfer.
struct footing_transfer_request {
    /// The URL; the proxy, `-` for a direct connection, or nothing for the environment's; the path
    /// of all trusted certificates, or nothing for libcurl's; the header lines; an empty string.
    /// Each ends with a NUL.
    const char *_Nonnull strings;
    int64_t connect_timeout;  // in milliseconds
    int64_t idle_timeout;     // in milliseconds, the longest time without a byte
    void *_Nonnull context;   // of the two functions, which return false to stop the transfer
    bool (*_Nonnull header)(void *_Nonnull context, const char *_Nonnull line, size_t size);
    bool (*_Nonnull body)(void *_Nonnull context, const char *_Nonnull bytes, size_t size);
};

/// Loads libcurl. Not thread-safe: called once, before all others.
///
/// Returns whether libcurl was found, with TLS.
bool footing_transfer_load(void);

struct footing_transfer *_Nullable footing_transfer_create(void);

void footing_transfer_destroy(struct footing_transfer *_Nonnull transfer);

/// Stops the transfer in progress, and all later ones. May be called from any thread.
void footing_transfer_cancel(struct footing_transfer *_Nonnull transfer);

/// A code beside those of libcurl, which are not negative.
#define FOOTING_TRANSFER_NO_MEMORY (-1)

/// Makes a request, blocks until it is answered, and returns libcurl's code.
int32_t footing_transfer_run(struct footing_transfer *_Nonnull transfer,
                             const struct footing_transfer_request *_Nonnull request);

#endif
