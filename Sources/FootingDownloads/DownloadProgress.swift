/// The state of a download at one moment.
public struct DownloadProgress: Hashable, Sendable {
    /// The number of bytes of the content that are in the file.
    public internal(set) var bytes = 0
    /// The number of bytes of the whole content, or `nil` if the server does not say.
    public internal(set) var totalBytes: Int?
    /// The length of the older part that this download continued; 0 until the server agrees to it.
    public internal(set) var resumedBytes = 0
    /// The rate over the last three seconds.
    public internal(set) var bytesPerSecond = 0
    /// The step that the download has reached.
    public internal(set) var phase = Phase.waiting

    /// A step of a download.
    ///
    /// A minor release may add steps, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Phase: Hashable, Sendable {
        /// The download has not begun, or other downloads of its queue run.
        case waiting
        /// The server has not answered yet.
        case connecting
        /// Content arrives.
        case receiving
        /// The next attempt follows after a pause.
        case pausing
        /// The content is checked and saved.
        case checking
    }
}
