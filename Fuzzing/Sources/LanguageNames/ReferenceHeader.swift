@testable import FootingLocalization

/// A header `Accept-Language`, read by the grammar of RFC 9110 and the limits of ours.
struct ReferenceHeader {
    /// The languages by their weights, and in the header's order where these are the same; `nil`
    /// is any other.
    private(set) var languages: [LanguageTag?] = []
    private(set) var exclusions: [LanguageTag] = []
    private(set) var excludesOthers = false

    init(_ header: [UInt8]) {
        let elements = header.split(separator: 0x2C, omittingEmptySubsequences: false)
            .prefix { $0.endIndex <= 4096 }.map { Self.trimmed($0) }.filter { !$0.isEmpty }
        var weighted: [(weight: Int, language: LanguageTag?)] = []
        for element in elements.prefix(64) {
            let parts = element.split(
                separator: 0x3B,
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let weight = parts.count == 1 ? 1000 : Self.weight(Self.trimmed(parts[1]))
            let name = Self.trimmed(parts[0])
            let isAny = name.elementsEqual("*".utf8)
            let language = LanguageTag(String(decoding: name, as: UTF8.self))
            let isLanguage = Self.isLanguage(Array(name)) ?? (language != nil) && name.count <= 128
            guard let weight, isAny || isLanguage && language != nil else { continue }
            if weight > 0 {
                weighted.append((weight, isAny ? nil : language))
            } else if let language, !isAny {
                exclusions.append(language)
            } else {
                excludesOthers = true
            }
        }
        for weight in Set(weighted.map(\.weight)).sorted(by: >) {
            languages += weighted.filter { $0.weight == weight }.map(\.language)
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while rest.last == 0x20 || rest.last == 0x09 { rest.removeLast() }
        return rest
    }

    private static func weight(_ parameter: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: parameter, as: UTF8.self).lowercased()
        let parts = text.dropFirst(2).utf8.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        guard text.hasPrefix("q="), 1...2 ~= parts.count, parts[0].count == 1,
            parameter.count == text.utf8.count,
            parts.joined().allSatisfy({ 0x30...0x39 ~= $0 }), parts.last?.count ?? 0 <= 3
        else { return nil }
        let fraction = parts.count == 2 ? String(Substring(parts[1])) : ""
        let digits = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
        return Int(String(Substring(parts[0])) + digits).flatMap { $0 <= 1000 ? $0 : nil }
    }

    /// Whether a name is that of a language by the grammar of RFC 5646, in which `_` passes for
    /// `-`; `nil` where only the registry knows.
    static func isLanguage(_ name: [UInt8]) -> Bool? {
        var subtags = name.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x5F }[...]
        func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
        func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
        func takes(_ subtag: ArraySlice<UInt8>?, _ counts: ClosedRange<Int>) -> Bool {
            subtag.map { counts ~= $0.count && $0.allSatisfy(isLetter) } ?? false
        }
        let isSpelled = subtags.allSatisfy { subtag in
            1...8 ~= subtag.count && subtag.allSatisfy { isLetter($0) || isDigit($0) }
        }
        guard isSpelled, takes(subtags.popFirst(), 2...3) else { return false }
        if takes(subtags.first, 3...3) { return nil }
        if takes(subtags.first, 4...4) { subtags.removeFirst() }
        if let region = subtags.first,
            takes(region, 2...2) || region.count == 3 && region.allSatisfy(isDigit)
        {
            subtags.removeFirst()
        }
        while let variant = subtags.first, variant.count != 1 {
            guard variant.count > 4 || variant.count == 4 && variant.first.map(isDigit) == true
            else { return false }
            subtags.removeFirst()
        }
        return subtags.count != 1
    }
}
