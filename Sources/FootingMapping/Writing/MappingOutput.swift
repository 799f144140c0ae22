import FootingThreadStack
import Foundation

/// The JSON that an object is written to, lent to the values in it.
///
/// It says nothing by itself: hand it to the ``MappingConvertible/write(to:)`` of a type.
public struct MappingOutput: ~Copyable {
    let omitsNil: Bool
    let includesSensitive: Bool
    let keyStrategy: MappingOptions.KeyStrategy
    /// What the field says about the form of its value, or `nil` if nothing.
    var settings: FieldSettings.Shared?
    private(set) var bytes: [UInt8] = []
    /// The same values for a dictionary, or `nil` if only bytes are wanted: those of the innermost list or
    /// object stand alone at the end, an object's with their keys before them.
    private(set) var values: [Any]?
    /// How many values were written in the place of one: more or less than one if a type is wrong.
    private var valueCount = 0
    var report = MappingReport()
    /// How many objects and lists what is written next is in.
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
    }
}

@available(*, unavailable, message: "An output is lent to one call on one thread.")
extension MappingOutput: @unchecked Sendable {}

/// Values without parts.
extension MappingOutput {
    @usableFromInline
    mutating func writeNull() {
        valueCount += 1
        bytes += "null".utf8
        values?.append(NSNull())
    }

    mutating func write(_ value: Bool) {
        valueCount += 1
        bytes += (value ? "true" : "false").utf8
        values?.append(value)
    }

    /// Writes a number in the digits that a document has for it.
    mutating func write(_ number: some Any, digits: String) {
        valueCount += 1
        bytes += digits.utf8
        values?.append(number)
    }

    mutating func write(_ text: String) {
        valueCount += 1
        quote(text)
        values?.append(text)
    }

    /// Writes a string of at most so many ASCII characters, none of which needs an escape.
    mutating func writeASCII(atMost count: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        valueCount += 1
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(addingCapacity: count, initializingWith: body)
        values?.append(String(decoding: bytes[start...], as: UTF8.self))
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a string with the escapes that RFC 8259 asks for, section 7.
    private mutating func quote(_ text: String) {
        Self.quote(text, &bytes)
    }

    private static func quote(_ text: String, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            bytes += text.utf8
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += (digits.utf8.count == 1 ? #"\u000"# : #"\u00"#).utf8
                bytes += digits.utf8
            default: bytes.append(byte)
            }
        }
    }
}

/// Lists and objects.
extension MappingOutput {
    /// A key, and how it stands in a document.
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
        try goIn { output in
            let first = output.values?.count ?? 0
            output.bytes.append(UInt8(ascii: "["))
            body(&output)
            output.bytes.append(UInt8(ascii: "]"))
            output.joinValues(since: first) { Array($0) }
        }
    }

    /// Writes an element of the list that has been begun, unless it can't be written, which is an issue.
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
            leaveOut(since: start, error, [.index(index)], target())
        }
    }

    /// Writes an object with the members that `body` writes.
    mutating func writeObject(_ body: (inout MappingOutput) -> Void) throws(MappingRefusal) {
        try goIn { output in
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

    /// Writes a member of the object that has been begun, unless it can't be written, which is an issue.
    ///
    /// Returns whether it was written.
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
        bytes += label.bytes
        values?.append(label.key)
        let value = bytes.count
        do throws(MappingRefusal) {
            try writeOne(body)
        } catch {
            leaveOut(since: start, error, path(), target())
            return false
        }
        if isLeftOutIfNull, bytes.count == value + 4, bytes[value] == UInt8(ascii: "n") {
            cut(at: start)
            return false
        }
        placeIssues(since: start, path())
        return true
    }

    private mutating func goIn(_ body: (inout MappingOutput) -> Void) throws(MappingRefusal) {
        guard depth < MappingOptions.Limits.standard.depth else {
            throw MappingRefusal(BrokenLimit.depth)
        }
        guard !stack.isReached else { throw MappingRefusal(BrokenLimit.stack) }
        depth += 1
        body(&self)
        depth -= 1
        valueCount += 1
    }

    /// Lets `body` write one value.
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

    /// Puts one value in the place of the last ones.
    private mutating func joinValues(since first: Int, _ join: (ArraySlice<Any>) -> Any) {
        guard var values else { return }
        // Or the change would copy them all.
        self.values = nil
        let joined = join(values[first...])
        values.replaceSubrange(first..., with: [joined])
        self.values = values
    }

    private mutating func separate() {
        if bytes.last != UInt8(ascii: "["), bytes.last != UInt8(ascii: "{") {
            bytes.append(UInt8(ascii: ","))
        }
    }
}

/// What is left out.
extension MappingOutput {
    struct Position {
        fileprivate let byteCount: Int
        fileprivate let nativeCount: Int
        fileprivate let valueCount: Int
        fileprivate let issueCount: Int
    }

    var position: Position {
        Position(
            byteCount: bytes.count,
            nativeCount: values?.count ?? 0,
            valueCount: valueCount,
            issueCount: report.issues.count
        )
    }

    /// Takes back what was written since `start`.
    mutating func cut(at start: Position) {
        bytes.removeSubrange(start.byteCount...)
        values?.removeSubrange(start.nativeCount...)
        valueCount = start.valueCount
    }

    /// What was written since `start`.
    func bytes(since start: Position) -> ArraySlice<UInt8> {
        bytes[start.byteCount...]
    }

    /// Says of the issues since `start` in which part of a value they are.
    mutating func placeIssues(
        since start: Position,
        _ path: @autoclosure () -> [MappingPath.Component]
    ) {
        guard report.issues.count > start.issueCount else { return }
        report.insert(path(), sinceIssue: start.issueCount)
    }

    @inline(never)
    private mutating func leaveOut(
        since start: Position,
        _ refusal: MappingRefusal,
        _ path: [MappingPath.Component],
        _ target: String
    ) {
        cut(at: start)
        refuse(refusal, path, target)
    }

    mutating func refuse(
        _ refusal: MappingRefusal,
        _ path: [MappingPath.Component],
        _ target: String
    ) {
        let issue = MappingIssue(
            path: MappingPath(components: path),
            code: refusal.code,
            sourceKind: .absent,
            target: target,
            resolution: .droppedElement,
            explanation: refusal.explanation,
            value: nil,
            byteOffset: nil
        )
        report.add(issue, limit: MappingOptions.Limits.standard.issues)
    }
}
