extension LanguagePreferences {
    /// Reads the header `Accept-Language` of a request.
    ///
    /// The languages are those of the header by their weights, and in its order where weights are
    /// the same. A weight of 0 excludes a language and its more specific forms from whatever is
    /// answered, the development language's texts included; then the key or the default stands in.
    /// `*` is any language that the header doesn't name: the development language, or else the
    /// first of the bundle's; `*;q=0` excludes those.
    ///
    /// An element that is malformed is passed over, and a header without a good one asks for
    /// nothing. At most 64 elements and 4,096 bytes are read. The rules are those of RFC 9110,
    /// 12.5.4, and RFC 4647, but that `_` passes for `-`.
    ///
    /// - Complexity: O(*n*) in the length of the header, of which at most 4,096 bytes count.
    public init(acceptLanguage header: String) {
        let bytes = Array(header.utf8.prefix(Self.maximumHeaderLength + 1))
        var items: [HeaderItem] = []
        var exclusions: [LanguageTag] = []
        var excludesOthers = false
        var count = 0
        var start = 0
        while start <= bytes.count, count < Self.maximumElements {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count
            // An element that goes on beyond what is read could be taken for another one.
            if end > Self.maximumHeaderLength { break }
            let element = bytes[start..<end].trimmed
            start = end + 1
            guard !element.isEmpty else { continue }
            count += 1
            guard let item = HeaderItem(element) else { continue }
            if item.weight > 0 {
                let place = items.lastIndex { $0.weight >= item.weight }.map { $0 + 1 } ?? 0
                items.insert(item, at: place)
            } else if let tag = item.tag {
                exclusions.append(tag)
            } else {
                excludesOthers = true
            }
        }
        self.init(items, exclusions: exclusions, excludesOthers: excludesOthers)
    }

    private init(_ items: [HeaderItem], exclusions: [LanguageTag], excludesOthers: Bool) {
        let excluded = exclusions.map { LanguageProfile($0) }
        var languages: [LanguageTag] = []
        languages.reserveCapacity(items.count)
        var wildcard: Int?
        for item in items {
            guard let tag = item.tag else {
                wildcard = wildcard ?? languages.count
                continue
            }
            if languages.contains(tag) { continue }
            if !excluded.isEmpty {
                let profile = LanguageProfile(tag)
                if excluded.contains(where: { $0.covers(profile) }) { continue }
            }
            languages.append(tag)
        }
        self.languages = languages
        self.wildcard = excludesOthers ? nil : wildcard
        self.exclusions = exclusions
        self.excludesOthers = excludesOthers
    }

    private static let maximumHeaderLength = 4096
    private static let maximumElements = 64
}

/// A language of the header, or `*`, with its weight in thousandths.
private struct HeaderItem {
    let tag: LanguageTag?
    let weight: Int

    init?(_ element: ArraySlice<UInt8>) {
        let range = element.prefix { $0 != UInt8(ascii: ";") }
        let parameter = element[range.endIndex...].dropFirst().trimmed
        let isWeighted = range.endIndex < element.endIndex
        guard let weight = isWeighted ? Self.weight(parameter) : 1000 else { return nil }
        self.weight = weight
        let name = range.trimmed
        if name.elementsEqual([UInt8(ascii: "*")]) {
            tag = nil
        } else if let tag = LanguageTag(subtags: name) {
            self.tag = tag
        } else {
            return nil
        }
    }

    /// Reads `q=0.8`: at most three digits after the point, and at most 1.
    private static func weight(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = text.dropFirst(2)
        guard text.count >= 3, text.first.map({ $0 | 0x20 }) == UInt8(ascii: "q"),
            text.dropFirst().first == UInt8(ascii: "="), digits.count <= 5
        else { return nil }
        var weight = 0
        var unit = 1000
        for (index, byte) in digits.enumerated() {
            if index == 1 {
                guard byte == UInt8(ascii: ".") else { return nil }
                continue
            }
            guard byte &- 0x30 < 10 else { return nil }
            weight += Int(byte &- 0x30) * unit
            unit /= 10
        }
        return weight <= 1000 ? weight : nil
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without the blanks and tabs around them.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let rest = drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return rest.prefix(0) }
        return rest[...last]
    }
}
