import CFooting

/// Writes a string to an open file.
///
/// - Returns: Whether all of it was written: `false` if the file is closed or full.
@discardableResult
package func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { unsafe footing_write(descriptor, $0.baseAddress, $0.count) == 0 }
}
