package import FootingBytes

/// Property lists in binary or XML format, converted to JSON.
///
/// Dictionaries become objects, with all members in their order, and values that aren't strings,
/// arrays or dictionaries become `null`. A list has many writers and faults of its own, so the
/// readers only check and convert it; the scanner of JSON reads the result.
package enum PropertyList {
    package static func isBinary(_ bytes: ByteView) -> Bool { bytes.has("bplist00", at: 0) }

    package static func isXML(_ bytes: ByteView) -> Bool {
        let start = bytes.indexAfterBlanks(from: bytes.hasMark ? 3 : 0)
        return bytes.has("<?xml", at: start) || bytes.has("<!DOCTYPE", at: start)
            || bytes.has("<plist", at: start) || bytes.has("<!--", at: start)
    }

    /// Converts a list to JSON, in which equal strings are equal bytes.
    ///
    /// A key of the JSON has as many line feeds before it as its element in XML has line ends; they
    /// are nowhere else.
    ///
    /// The bytes of a binary list's strings and data, each counted once for each reference, may be
    /// at most `maximumContent`, and its strings may have `maximumMarks` combining marks in a row.
    /// `isConverted` tells that an XML list was converted to UTF-8 from the encoding that it
    /// declares.
    ///
    /// Throws a fault of the reason `depth`, `size`, `utf8` or, for all others, `value`. The time
    /// is linear in the number of bytes and, for a binary list, in `maximumContent`.
    package static func json(
        of bytes: ByteView,
        isConverted: Bool,
        maximumDepth: Int,
        maximumContent: Int,
        maximumMarks: Int = .max
    ) throws(JSONFault) -> [UInt8] {
        if isBinary(bytes) {
            return try BinaryPropertyList.json(
                of: bytes,
                maximumDepth,
                maximumContent,
                maximumMarks
            )
        }
        return try XMLPropertyList.json(of: bytes, isConverted, maximumDepth)
    }
}
