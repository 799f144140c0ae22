extension LanguagePreferences {
    /// Reads the `Accept-Language` header of a request.
    ///
    /// Languages are sorted by decreasing weight, and by position if weights are equal. A weight of
    /// 0 excludes a language and its more specific forms; the development language is nevertheless
    /// used for a key that no other language has. `*` stands for a language that the header doesn't
    /// name: the development language, or else the first of the bundle. `*;q=0` cancels `*`.
    ///
    /// Malformed elements are ignored, and a header without a valid element yields no preferences.
    /// At most 64 elements and 4,096 bytes are read. The rules are those of RFC 9110, 12.5.4, and
    /// RFC 4647, but `_` is accepted for `-`.
    ///
    /// - Complexity: O(*n*) in the length of the header, of which at most 4,096 bytes count.
    public init(acceptLanguage header: String) {
        let isShort = header.utf8.count <= Self.maximumHeaderLength
        // One byte more shows whether the last element is complete.
        let head = header.utf8.prefix(Self.maximumHeaderLength + 1)
        let content = isShort ? Array(header.utf8) : Array(head)
        let bytes = content.span
        var items: [HeaderItem] = []
        items.reserveCapacity(12)
        var exclusions: [LanguageTag] = []
        var excludesOthers = false
        var count = 0
        var start = 0
        while start <= bytes.count, count < Self.maximumElements {
            let end = bytes.firstIndex(of: UInt8(ascii: ","), in: start..<bytes.count)
            // An element that is cut off could look like another one.
            if end > Self.maximumHeaderLength { break }
            let element = bytes.trimmed(start..<end)
            start = end + 1
            guard !element.isEmpty else { continue }
            count += 1
            guard let item = HeaderItem(element, of: bytes) else { continue }
            if item.weight > 0 {
                items.append(item)
                // Exchanges take less code than an insertion.
                var index = items.count - 1
                while index > 0, items[index - 1].weight < item.weight {
                    items.swapAt(index, index - 1)
                    index -= 1
                }
            } else if let tag = item.tag {
                exclusions.append(tag)
            } else {
                excludesOthers = true
            }
        }
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
        pseudoLocale = nil
    }

    private static let maximumHeaderLength = 4096
    private static let maximumElements = 64
}

private struct HeaderItem {
    /// `nil` for `*`.
    let tag: LanguageTag?
    /// In thousandths.
    let weight: Int

    init?(_ element: Range<Int>, of bytes: Span<UInt8>) {
        let end = bytes.firstIndex(of: UInt8(ascii: ";"), in: element)
        if end < element.upperBound {
            let parameter = bytes.trimmed(end + 1..<element.upperBound)
            guard let weight = bytes.weight(parameter) else { return nil }
            self.weight = weight
        } else {
            weight = 1000
        }
        let name = bytes.trimmed(element.lowerBound..<end)
        if name.count == 1, bytes[name.lowerBound] == UInt8(ascii: "*") {
            tag = nil
        } else {
            guard let tag = LanguageTag(subtags: name, of: bytes) else { return nil }
            self.tag = tag
        }
    }
}

extension Span<UInt8> {
    /// Reads a weight such as `q=0.8`, with at most three decimals, in thousandths.
    @inline(never)
    fileprivate func weight(_ text: Range<Int>) -> Int? {
        guard 3...7 ~= text.count, self[text.lowerBound] | 0x20 == UInt8(ascii: "q"),
            self[text.lowerBound + 1] == UInt8(ascii: "=")
        else { return nil }
        let digits = text.dropFirst(2)
        let point = digits.lowerBound + 1
        var weight = 0
        var unit = 1000
        for index in digits {
            if index == point {
                guard self[index] == UInt8(ascii: ".") else { return nil }
            } else {
                let digit = self[index] &- 0x30
                guard digit < 10 else { return nil }
                weight += Int(digit) * unit
                unit /= 10
            }
        }
        return weight <= 1000 ? weight : nil
    }

    fileprivate func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, self[index] != byte { index &+= 1 }
        return index
    }

    @inline(never)
    fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(start) { start &+= 1 }
        while start < end, isBlank(end &- 1) { end &-= 1 }
        return start..<end
    }

    private func isBlank(_ index: Int) -> Bool {
        self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "\t")
    }
}
