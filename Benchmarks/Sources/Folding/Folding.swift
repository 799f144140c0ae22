/// The package's folding, compiled again here: it is no part of a product.
public enum Folding: Sendable {
    /// Returns the number of bytes of a folded string, which is written to a buffer.
    public static func fold(_ string: String, into buffer: inout [UInt8]) -> Int {
        buffer.removeAll(keepingCapacity: true)
        string.appendFolded(to: &buffer)
        return buffer.count
    }
}
