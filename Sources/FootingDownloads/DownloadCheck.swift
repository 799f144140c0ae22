/// A test of the whole content, such as a checksum.
///
/// ```swift
/// options.check = DownloadCheck(SHA256()) { hash, bytes in
///     bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
/// } isValid: { hash in
///     Data(hash.finalize()) == expected
/// }
/// ```
public struct DownloadCheck: Sendable {
    /// Calls the function with a closure that reads the content, one chunk after the other, and
    /// returns whether the content is valid.
    let passes: @Sendable (_ forEachChunk: ((RawSpan) -> Void) -> Void) -> Bool

    /// Creates a check.
    ///
    /// The closures run on the thread of the download. `update` gets every byte once and in order,
    /// as it is in the file.
    ///
    /// - Parameters:
    ///   - initial: The state before the first byte, made anew for each run of the check.
    ///   - update: Adds a chunk to the state.
    ///   - isValid: Decides after the last chunk.
    public init<State>(
        _ initial: @autoclosure @escaping @Sendable () -> State,
        update: @escaping @Sendable (inout State, RawSpan) -> Void,
        isValid: @escaping @Sendable (State) -> Bool
    ) {
        passes = { forEachChunk in
            var state = initial()
            forEachChunk { update(&state, $0) }
            return isValid(state)
        }
    }
}
