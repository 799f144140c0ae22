import FootingFiles

/// The size and the modification time of a file, by which a change is noticed.
struct FileStamp: Equatable {
    let size: Int64
    /// The modification time in seconds since 1970 with nine fractional digits, as printed by
    /// `stat -c %.9Y`.
    ///
    /// A string, because many JSON parsers would lose digits of a number, and 64 bits of
    /// nanoseconds end in 2262.
    let modified: String
}

extension FileStamp {
    init(_ status: FileStatus) {
        size = status.size
        let stamp = status.modified
        // Nanoseconds count up, even before 1970: there, add a second and use the complement.
        let isBelowZero = stamp.seconds < 0 && stamp.nanoseconds > 0
        let seconds = isBelowZero ? stamp.seconds &+ 1 : stamp.seconds
        let digits = String(isBelowZero ? 1_000_000_000 &- stamp.nanoseconds : stamp.nanoseconds)
        let sign = stamp.seconds < 0 ? "-" : ""
        let zeros = String(repeating: "0", count: max(0, 9 - digits.count))
        modified = "\(sign)\(seconds.magnitude).\(zeros)\(digits)"
    }
}
