extension FileStatus {
    /// The modification time in seconds since 1970 with nine fractional digits, as printed by
    /// `stat -c %.9Y`.
    ///
    /// A string, because many JSON parsers would lose digits of a number, and 64 bits of
    /// nanoseconds end in 2262.
    package var modificationTime: String {
        let (seconds, nanoseconds) = modified
        // Nanoseconds count up, even before 1970: there, add a second and use the complement.
        let isBelowZero = seconds < 0 && nanoseconds > 0
        let whole = isBelowZero ? seconds &+ 1 : seconds
        let digits = String(isBelowZero ? 1_000_000_000 &- nanoseconds : nanoseconds)
        let zeros = String(repeating: "0", count: max(0, 9 - digits.count))
        return "\(seconds < 0 ? "-" : "")\(whole.magnitude).\(zeros)\(digits)"
    }
}
