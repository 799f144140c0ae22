import CDownloads
import FootingBytes

/// Receives the response of one transfer, on the thread of the transfer.
///
/// Each function returns whether the transfer goes on.
protocol TransferReceiver: AnyObject {
    func receive(headerLine: ByteView) -> Bool
    func receive(body: UnsafeRawBufferPointer) -> Bool
}

/// The request of a transfer.
struct TransferRequest {
    let address: WebAddress
    let fields: [(name: String, value: String)]
    var proxy: String?
    var authorities: String?
    let connectTimeout: Duration
    let idleTimeout: Duration
}

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
    func run(_ request: TransferRequest, into receiver: any TransferReceiver) -> Int32 {
        // The box outlives the call, which alone uses its pointer; all strings are used only during
        // the call.
        let box = ReceiverBox(receiver)
        return unsafe request.withCRequest { arguments in
            unsafe arguments.context = Unmanaged.passUnretained(box).toOpaque()
            return withExtendedLifetime(box) {
                unsafe footing_transfer_run(handle, &arguments)
            }
        }
    }
}

private final class ReceiverBox {
    let receiver: any TransferReceiver

    init(_ receiver: any TransferReceiver) {
        self.receiver = receiver
    }
}

extension TransferRequest {
    fileprivate func withCRequest(
        _ body: (inout footing_transfer_request) -> Int32
    ) -> Int32 {
        // A field without a value ends in a semicolon; libcurl would omit it otherwise.
        let lines = fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        let fields = lines.map { "\($0)\0" }.joined() + "\0"
        return unsafe address.text.withCString { url in
            unsafe fields.withCString { fields in
                unsafe withCString(proxy) { proxy in
                    unsafe withCString(authorities) { authorities in
                        var request = unsafe footing_transfer_request(
                            url: url,
                            fields: fields,
                            proxy: proxy,
                            authorities: authorities,
                            connect_timeout: milliseconds(connectTimeout),
                            idle_timeout: milliseconds(idleTimeout),
                            context: nil,
                            header: receiveHeader,
                            body: receiveBody
                        )
                        return unsafe body(&request)
                    }
                }
            }
        }
    }
}

private func withCString(
    _ text: String?,
    _ body: (UnsafePointer<CChar>?) -> Int32
) -> Int32 {
    guard let text else { return body(nil) }
    return unsafe text.withCString { unsafe body($0) }
}

/// At least a millisecond, and at most 11 days.
private func milliseconds(_ duration: Duration) -> Int64 {
    let whole = min(max(duration, .zero), .seconds(1_000_000))
    return max(1, Int64(whole / .milliseconds(1)))
}

private func receiveHeader(
    _ context: UnsafeMutableRawPointer?,
    _ line: UnsafePointer<CChar>,
    _ size: Int
) -> Bool {
    guard let receiver = unsafe receiver(context) else { return false }
    let bytes = unsafe UnsafeRawBufferPointer(start: line, count: size)
    return unsafe receiver.receive(headerLine: ByteView(bytes))
}

private func receiveBody(
    _ context: UnsafeMutableRawPointer?,
    _ bytes: UnsafePointer<CChar>,
    _ size: Int
) -> Bool {
    guard let receiver = unsafe receiver(context) else { return false }
    return unsafe receiver.receive(body: UnsafeRawBufferPointer(start: bytes, count: size))
}

/// The receiver of the transfer in progress, which retains its box.
private func receiver(_ context: UnsafeMutableRawPointer?) -> (any TransferReceiver)? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<ReceiverBox>.fromOpaque(context).takeUnretainedValue().receiver
}
