/// A place at which a deflate stream is malformed.
struct DeflateFault: Sendable {
    enum Reason: Sendable {
        case blockType, storedLength, symbolCount, code, repetition, missingEnd, symbol, distance
    }

    let reason: Reason
    /// The number of bytes between the byte where the fault was seen and the end of the consumed
    /// input, that byte included.
    let distanceFromEnd: Int
}
