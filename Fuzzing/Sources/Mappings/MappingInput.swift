import FootingMapping
import Foundation

/// Options and a document decoded from one fuzzer input: six bits of options in each of the first
/// five bytes, followed by the document.
///
/// `@@@@@{"v": 1}` has standard options. Each `~` in the document is replaced by a secret.
struct MappingInput {
    static let secret = "hunter2"

    private(set) var options: MappingOptions
    /// The options with a limit that is high enough for every issue.
    var talkative: MappingOptions {
        var options = options
        options.limits.issues = 10_000
        return options
    }
    /// The three presets with the same limits, each of which accepts everything that the previous
    /// one does.
    let presets: [MappingOptions]
    let document: [UInt8]
    /// Selects the types to try, unless all are tried.
    let choice: Int

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        let bits = bytes[..<5].map { Int($0 & 0x3F) }
        func isSet(_ bit: Int, of byte: Int) -> Bool { bits[byte] >> bit & 1 == 1 }

        options = [.standard, .strict, .lenient, .untrusted][bits[0] & 3]
        options.duplicateKeys = [.first, .last, .reject, .first][bits[0] >> 2 & 3]
        options.listsFields = isSet(4, of: 0)
        options.includesKeys = isSet(5, of: 0)

        if isSet(0, of: 1) { options.acceptsBoolAsNumber.toggle() }
        if isSet(1, of: 1) { options.acceptsBoolAsString.toggle() }
        if isSet(2, of: 1) { options.treatsEmptyStringAsNull.toggle() }
        if isSet(3, of: 1) { options.treatsEmptyArrayAsObject.toggle() }
        if isSet(4, of: 1) { options.allowsRounding.toggle() }
        if isSet(5, of: 1) { options.allowsNonFinite.toggle() }

        if isSet(0, of: 2) { options.ignoresNull.toggle() }
        if isSet(1, of: 2) { options.acceptsOtherUUIDFormats.toggle() }
        if let limit = [nil, 3, 1, 0][bits[2] >> 2 & 3] {
            options.limits.issues = limit == 0 ? -1 : limit
            if isSet(4, of: 2) { options.limits.elements = limit }
            if isSet(5, of: 2) {
                options.limits.stringBytes = limit * 4
                options.limits.depth = limit
                options.limits.keyBytes = limit
            }
        }

        options.isAtomic = isSet(0, of: 3)
        options.keyStrategy = [.exact, .snakeCase, .caseInsensitive, .exact][bits[3] >> 1 & 3]
        options.listsUnknownKeys = isSet(3, of: 3)
        options.includesValues = isSet(4, of: 3)

        choice = bits[4]
        let (limits, duplicateKeys) = (options.limits, options.duplicateKeys)
        presets = [MappingOptions.strict, .standard, .lenient].map { preset in
            var options = preset
            (options.limits, options.duplicateKeys) = (limits, duplicateKeys)
            return options
        }
        let secret = Array(Self.secret.utf8)
        document = bytes[5...].flatMap { $0 == UInt8(ascii: "~") ? secret : [$0] }
    }

    /// Whether reports must not show anything from the input.
    var isSilent: Bool {
        !options.includesKeys && !options.includesValues && !options.listsUnknownKeys
    }

    /// The document as Foundation reads it, or `nil` if the two readers may differ.
    ///
    /// They differ for numbers that Foundation changes, for numbers whose digits a dictionary can't
    /// keep, and for duplicate keys, of which Foundation keeps one value.
    var dictionary: [String: Any]? {
        var isInText = false
        var colons = 0
        var number: [UInt8] = []
        var index = 0
        while index <= document.count {
            let byte = index < document.count ? document[index] : 0x20
            index += 1
            if isInText {
                if byte == UInt8(ascii: "\\") { index += 1 }
                isInText = byte != UInt8(ascii: "\"")
                continue
            }
            if "+-.0123456789eE".utf8.contains(byte) {
                number.append(byte)
                continue
            }
            guard number.isEmpty || Self.isPlain(number) else { return nil }
            number = []
            if byte == UInt8(ascii: ":") { colons += 1 }
            isInText = byte == UInt8(ascii: "\"")
        }
        guard let object = try? JSONSerialization.jsonObject(with: Data(document)),
            Self.keyCount(of: object) == colons
        else { return nil }
        return object as? [String: Any]
    }

    private static func isPlain(_ number: [UInt8]) -> Bool {
        // The `e` of `true` and `false` is collected, too.
        let text = String(decoding: number, as: UTF8.self)
        if text == "e" { return true }
        if let integer = Int(text) { return "\(integer)" == text }
        guard let value = Double(text), value.description == text else { return false }
        return !text.contains("e") && !text.hasSuffix(".0") && text.utf8.count <= 16
    }

    private static func keyCount(of value: Any) -> Int {
        switch value {
        case let object as [String: Any]:
            object.values.reduce(object.count) { $0 + keyCount(of: $1) }
        case let list as [Any]:
            list.reduce(0) { $0 + keyCount(of: $1) }
        default:
            0
        }
    }
}
