import FootingBytes
import FootingThreadStack
import Foundation

/// The JSON output that values are written to.
///
/// An output has no public methods: pass it to the ``MappingConvertible/write(to:)`` of a type.
public struct MappingOutput: ~Copyable {
    let omitsNil: Bool
    let includesSensitive: Bool
    let keyStrategy: MappingOptions.KeyStrategy
    /// The settings of the field whose value is written, or `nil` if it has none.
    var settings: FieldSettings.Shared?
    private(set) var bytes: [UInt8] = []
    /// The same output as values for a dictionary, or `nil` if only bytes are needed.
    ///
    /// The elements of the innermost list or object are separate values at the end; those of an
    /// object are preceded by their keys.
    private(set) var values: [Any]?
    /// The number of values written where one is expected.
    ///
    /// Any other number means that a type is wrong.
    private var valueCount = 0
    var report = MappingReport()
    /// The number of objects and lists around the value that is written next.
    private var depth = 0
    private var stack = StackBound()

    init(
        omitsNil: Bool,
        includesSensitive: Bool,
        keyStrategy: MappingOptions.KeyStrategy,
        wantsValues: Bool
    ) {
        self.omitsNil = omitsNil
        self.includesSensitive = includesSensitive
        self.keyStrategy = keyStrategy
        values = wantsValues ? [] : nil
        // Most objects fit, and then the bytes don't move.
        bytes.reserveCapacity(1 << 9)
    }
}

@available(*, unavailable, message: "An output is lent to one call on one thread.")
extension MappingOutput: @unchecked Sendable {}

/// Writing of scalar values.
extension MappingOutput {
    @usableFromInline
    mutating func writeNil(_ type: Any.Type) throws(MappingRefusal) {
        if settings?.settings.nestedOptional == type { throw .absent }
        valueCount += 1
        bytes += "null".utf8
        values?.append(NSNull())
    }

    mutating func write(_ value: Bool) {
        valueCount += 1
        bytes += (value ? "true" : "false").utf8
        values?.append(value)
    }

    /// Writes a number, with the digits that represent it in a document.
    mutating func write(_ number: some Any, digits: String) {
        valueCount += 1
        bytes += digits.utf8
        values?.append(number)
    }

    mutating func write(_ text: String) {
        valueCount += 1
        Self.quote(text, &bytes)
        values?.append(text)
    }

    /// Writes a string of at most `count` ASCII characters without escapes.
    mutating func writeASCII(atMost count: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        valueCount += 1
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(addingCapacity: count, initializingWith: body)
        values?.append(String(decoding: bytes[start...], as: UTF8.self))
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a string with the escapes that RFC 8259, section 7 requires.
    private static func quote(_ text: String, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        text.withBytes { text in
            var index = 0
            while true {
                let end = text.indexOfEscaped(from: index)
                unsafe text.slice(from: index, count: end &- index).withBytes {
                    unsafe bytes.append(contentsOf: $0)
                }
                guard text.has(end) else { break }
                escape(text[end], &bytes)
                index = end &+ 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    @inline(never)
    private static func escape(_ byte: UInt8, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            bytes += "u00".utf8
            bytes.append(hexadecimalDigit(byte >> 4))
            bytes.append(hexadecimalDigit(byte & 0x0F))
        default: bytes.append(byte)
        }
    }
}

/// Writing of lists and objects.
extension MappingOutput {
    /// A key, and its JSON encoding.
    struct Label: Sendable {
        let key: String
        fileprivate let bytes: [UInt8]

        init(_ key: String) {
            self.key = key
            var bytes: [UInt8] = []
            MappingOutput.quote(key, &bytes)
            self.bytes = bytes + [UInt8(ascii: ":")]
        }
    }

    /// Writes a list with the elements that `body` writes.
    mutating func writeList(_ body: (inout MappingOutput) -> Void) throws(MappingRefusal) {
        try nest { output in
            let first = output.values?.count ?? 0
            output.bytes.append(UInt8(ascii: "["))
            body(&output)
            output.bytes.append(UInt8(ascii: "]"))
            output.joinValues(since: first) { Array($0) }
        }
    }

    /// Writes an element of the current list, or adds an issue if it can't be written.
    mutating func writeElement(
        _ index: Int,
        target: @autoclosure () -> String,
        _ body: (inout MappingOutput) throws(MappingRefusal) -> Void
    ) {
        let start = position
        separate()
        do throws(MappingRefusal) {
            try writeOne(body)
            placeIssues(since: start, [.index(index)])
        } catch {
            discard(since: start, error, [.index(index)], target())
        }
    }

    /// Writes an object with the members that `body` writes.
    mutating func writeObject(_ body: (inout MappingOutput) -> Void) throws(MappingRefusal) {
        try nest { output in
            let first = output.values?.count ?? 0
            output.bytes.append(UInt8(ascii: "{"))
            body(&output)
            output.bytes.append(UInt8(ascii: "}"))
            output.joinValues(since: first) { values in
                var object: [String: Any] = [:]
                for index in stride(from: values.startIndex, to: values.endIndex, by: 2) {
                    if let key = values[index] as? String { object[key] = values[index + 1] }
                }
                return object
            }
        }
    }

    /// Writes a member of the current object, or adds an issue if it can't be written.
    ///
    /// - Returns: Whether the member was written.
    @discardableResult
    mutating func writeMember(
        _ label: Label,
        path: @autoclosure () -> [MappingPath.Component],
        target: @autoclosure () -> String,
        isLeftOutIfNull: Bool = false,
        _ body: (inout MappingOutput) throws(MappingRefusal) -> Void
    ) -> Bool {
        let start = position
        separate()
        // Appending an array would count a reference to it.
        unsafe label.bytes.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        values?.append(label.key)
        let value = bytes.count
        do throws(MappingRefusal) {
            try writeOne(body)
        } catch {
            if error.isAbsent {
                cut(at: start)
            } else {
                discard(since: start, error, path(), target())
            }
            return false
        }
        if isLeftOutIfNull, bytes.count == value + 4, bytes[value] == UInt8(ascii: "n") {
            cut(at: start)
            return false
        }
        placeIssues(since: start, path())
        return true
    }

    private mutating func nest(_ body: (inout MappingOutput) -> Void) throws(MappingRefusal) {
        guard depth < MappingOptions.Limits.standard.depth else {
            throw MappingRefusal(MappingOptions.Limit.depth)
        }
        guard !stack.isReached else { throw MappingRefusal(MappingOptions.Limit.stack) }
        depth += 1
        body(&self)
        depth -= 1
        valueCount += 1
    }

    /// Calls `body` and throws unless it writes exactly one value.
    private mutating func writeOne(
        _ body: (inout MappingOutput) throws(MappingRefusal) -> Void
    ) throws(MappingRefusal) {
        let outer = valueCount
        valueCount = 0
        defer { valueCount = outer }
        try body(&self)
        guard valueCount == 1 else {
            throw MappingRefusal(.unusableFormat, because: "the type writes \(valueCount) values")
        }
    }

    /// Replaces the values from `first` by one that is made of them.
    private mutating func joinValues(since first: Int, _ join: (ArraySlice<Any>) -> Any) {
        guard var values else { return }
        // Makes `values` the only reference, so that the change does not copy the array.
        self.values = nil
        let joined = join(values[first...])
        values.replaceSubrange(first..., with: [joined])
        self.values = values
    }

    private mutating func separate() {
        let last = bytes.last
        if last == UInt8(ascii: "[") || last == UInt8(ascii: "{") { return }
        bytes.append(UInt8(ascii: ","))
    }
}

/// Removal of values that can't be written.
extension MappingOutput {
    struct Position {
        fileprivate let byteCount: Int
        fileprivate let nativeCount: Int
        fileprivate let valueCount: Int
        fileprivate let issueCount: Int
        fileprivate let appliedCount: Int
    }

    var position: Position {
        Position(
            byteCount: bytes.count,
            nativeCount: values?.count ?? 0,
            valueCount: valueCount,
            issueCount: report.issues.count,
            appliedCount: report.appliedCount
        )
    }

    /// Removes the output since `start`.
    mutating func cut(at start: Position) {
        bytes.removeSubrange(start.byteCount...)
        values?.removeSubrange(start.nativeCount...)
        valueCount = start.valueCount
    }

    /// The bytes that were written since `start`.
    func bytes(since start: Position) -> ArraySlice<UInt8> {
        bytes[start.byteCount...]
    }

    /// Prefixes the paths of the issues since `start` with `path`.
    mutating func placeIssues(
        since start: Position,
        _ path: @autoclosure () -> [MappingPath.Component]
    ) {
        guard report.issues.count > start.issueCount else { return }
        report.insert(path(), sinceIssue: start.issueCount)
    }

    @inline(never)
    private mutating func discard(
        since start: Position,
        _ refusal: MappingRefusal,
        _ path: [MappingPath.Component],
        _ target: String
    ) {
        cut(at: start)
        placeIssues(since: start, path)
        report.appliedCount = start.appliedCount
        refuse(refusal, path, target)
    }

    mutating func refuse(
        _ refusal: MappingRefusal,
        _ path: [MappingPath.Component],
        _ target: String
    ) {
        let issue = MappingIssue(refusal, absentAt: path, wanted: target, .droppedElement)
        report.add(issue, limit: MappingOptions.Limits.standard.issues)
    }
}
