import FootingBytes
import FootingFormats
public import Foundation

extension MappingConvertible {
    /// Throws, because the type defines only how it is read.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        throw MappingRefusal(.unusableFormat, because: "the type says only how it is read")
    }
}

extension MappingConvertible where Self: BinaryInteger {
    /// Writes all digits.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        output.write(self, digits: description)
    }
}

extension MappingConvertible where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Writes the fewest digits that identify the number.
    ///
    /// Throws if the number is not finite.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        guard isFinite else { throw MappingRefusal(.nonFinite) }
        output.write(self, digits: description)
    }
}

extension Decimal {
    /// Writes all digits.
    ///
    /// Throws if the number is “not a number”, or has 39 digits: ``converted(from:)`` reads 38.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        guard !isNaN else { throw MappingRefusal(.nonFinite) }
        var text = digits
        if text.utf8.count > 38 {
            let number = text.withUTF8 { buffer in
                NumberText(unsafe ByteView(buffer)).map { Decimal.converted($0) }
            }
            guard number?.value == self else {
                throw MappingRefusal(.inexact, because: "at most 38 digits are read back")
            }
        }
        output.write(self, digits: text)
    }
}

extension Bool {
    /// Writes `true` or `false`.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        output.write(self)
    }
}

extension String {
    /// Writes the string.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        output.write(self)
    }
}

extension Character {
    /// Writes a string of one character.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        output.write(String(self))
    }
}

extension URL {
    /// Writes the absolute URL as a string.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        output.write(absoluteString)
    }
}

extension UUID {
    /// Writes the string with hyphens.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        output.writeASCII(atMost: UUIDText.length) { UUIDText.write(uuid, to: &$0) }
    }
}

extension Data {
    /// Writes the bytes in the field's first encoding, or as base64 if it has none.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        output.write((output.settings?.settings.dataEncodings.first ?? .base64).write(self))
    }
}

extension Date {
    /// Writes the date in the field's first format, or as RFC 3339 if it has none.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        try (output.settings?.settings.dateFormats.first ?? .rfc3339).write(self, to: &output)
    }
}

extension MappingConvertible where Self: RawRepresentable, RawValue: MappingConvertible {
    /// Writes the raw value.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        try rawValue.write(to: &output)
    }
}

extension Optional where Wrapped: MappingConvertible {
    /// Writes the value, or `null`; the outer `nil` of a field whose type is an optional of an
    /// optional is left out.
    @inlinable
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        if let self { try self.write(to: &output) } else { try output.writeNil(Wrapped?.self) }
    }
}

extension Array where Element: MappingConvertible {
    /// Writes the elements that can be written.
    ///
    /// Each of the others is an issue.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        try output.writeList { output in
            // Without a generic iterator, whose type would be looked up for each array.
            for index in indices {
                output.writeElement(index, target: TargetType.name(of: Element.self)) {
                    output throws(MappingRefusal) in
                    try self[index].write(to: &output)
                }
            }
        }
    }
}

extension Set where Element: MappingConvertible {
    /// Writes a list of the elements that can be written, in the order of their bytes.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        // Sorted, so that equal sets are written in the same way.
        let start = output.position
        let report = output.report
        let keys = map { element in
            // The elements are written and reported again in that order.
            defer {
                output.cut(at: start)
                output.report = report
            }
            try? element.write(to: &output)
            return Array(output.bytes(since: start))
        }
        let sorted = zip(keys, self).sorted { $0.0.lexicographicallyPrecedes($1.0) }
        try sorted.map(\.1).write(to: &output)
    }
}

extension Dictionary where Key: CodingKeyRepresentable, Value: MappingConvertible {
    /// Writes the members that can be written, in the order of their keys' bytes.
    ///
    /// Each of the others is an issue.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        let members = map { (key: $0.key.codingKey.stringValue, value: $0.value) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        try output.writeObject { output in
            for (key, value) in members {
                output.writeMember(
                    MappingOutput.Label(key),
                    path: [.hiddenKey],
                    target: TargetType.name(of: Value.self)
                ) { output throws(MappingRefusal) in
                    try value.write(to: &output)
                }
            }
        }
    }
}

extension Mappable {
    /// Writes the object with its mapping.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        try Self.mapping.write(self, to: &output)
    }
}

extension MappableUnion {
    /// Writes the object with the mapping of its kind, including the member that identifies the
    /// kind.
    public func write(to output: inout MappingOutput) throws(MappingRefusal) {
        try Self.union.write(self, to: &output)
    }
}
