import CDownloads
import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A handle of libcurl, which keeps its connection for the next request.
// Unchecked: the owner of the handle runs one request at a time, and `cancel` is thread-safe.
@safe
final class Transfer: @unchecked Sendable {
    /// Whether libcurl could be loaded.
    static let isAvailable = footing_transfer_load()

    private let handle: OpaquePointer

    init?() {
        guard Self.isAvailable, let handle = unsafe footing_transfer_create() else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe footing_transfer_destroy(handle) }

    /// Stops the request in progress, and all later ones, from any thread.
    func cancel() {
        unsafe footing_transfer_cancel(handle)
    }

    /// Sends a request, blocks until the response has ended, and returns libcurl's code.
    func run(
        _ address: WebAddress,
        _ fields: [(name: String, value: String)],
        into receiver: ContentReceiver
    ) -> Int32 {
        let queue = receiver.job.queue
        // A field without a value ends in a semicolon; libcurl would omit it otherwise.
        let lines = fields.map { name, value in
            value[...].trimmed.isEmpty ? "\(name);" : "\(name): \(value)"
        }
        let proxy =
            switch queue.proxy {
            case .environment: ""
            case .direct: "-"
            case .url(let url): url.absoluteString
            }
        // A NUL would end the string, so it becomes a character of a path that does not exist.
        let authorities =
            queue.certificateAuthorities?.path(percentEncoded: false)
            .replacing("\0", with: "\u{FFFD}") ?? ""
        let strings = [address.text, proxy, authorities] + lines + [""]
        return unsafe strings.joined(separator: "\0").withCString { strings in
            // The call uses both pointers only until it returns, when `receiver` is still alive.
            var request = unsafe footing_transfer_request(
                strings: strings,
                connect_timeout: milliseconds(queue.connectTimeout),
                idle_timeout: milliseconds(receiver.job.options.idleTimeout),
                context: Unmanaged.passUnretained(receiver).toOpaque(),
                header: { context, line, size in
                    let line = unsafe UnsafeRawBufferPointer(start: line, count: size)
                    return unsafe Transfer.receiver(context).receive(headerLine: ByteView(line))
                },
                body: { context, bytes, size in
                    let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size)
                    return unsafe Transfer.receiver(context).receive(body: bytes)
                }
            )
            return withExtendedLifetime(receiver) {
                unsafe footing_transfer_run(handle, &request)
            }
        }
    }

    /// The receiver of the transfer in progress, which keeps it alive.
    private static func receiver(_ context: UnsafeMutableRawPointer) -> ContentReceiver {
        unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }
}

/// At least a millisecond, and at most 11 days.
private func milliseconds(_ duration: Duration) -> Int64 {
    Int64(min(max(duration / .milliseconds(1), 1), 1e9))
}
