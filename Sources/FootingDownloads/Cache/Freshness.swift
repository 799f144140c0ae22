// The rules of RFC 9111 for a private cache, without its heuristics.
extension ResponseHead {
    /// Whether the server forbids to use the content again.
    var forbidsStorage: Bool { directive("no-store") != nil }

    /// The number of seconds for which the content need not be requested again; `nil` if the server
    /// does not say.
    var lifetime: Int? {
        // Other answers to an equal request may differ.
        if directive("no-cache") != nil || elements("vary").contains("*") { return 0 }
        let maximum = directive("max-age")
        guard maximum != nil || has("expires") else { return nil }
        // Many servers send `Expires: 0` for content that is stale at once.
        let total = maximum.map { Int(digits: $0.utf8) ?? 0 } ?? timeToExpiry ?? 0
        let age = has("age") ? self["age"].flatMap { Int(digits: $0.utf8) } : 0
        return age.map { max(0, max(0, total) - $0) } ?? 0
    }

    private var timeToExpiry: Int? {
        time("expires").flatMap { end in time("date").map { end - $0 } }
    }

    /// Whether an old file must not replace an answer; `nil` if the server does not say.
    var requiresAnswer: Bool? {
        guard has("cache-control") else { return nil }
        return directive("must-revalidate") != nil || directive("no-cache") != nil
    }

    /// The value of a directive of `Cache-Control`, possibly empty; `nil` without the directive.
    private func directive(_ name: String) -> Substring? {
        for element in elements("cache-control") {
            let halves = element.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard halves.first == name[...] else { continue }
            let value = halves.count > 1 ? halves[1] : ""
            let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
            return isQuoted ? value.dropFirst().dropLast() : value
        }
        return nil
    }
}

extension CacheRecord {
    /// Notes a response with the content, or with the fact that it has not changed.
    ///
    /// - Returns: Whether the content may be used again.
    mutating func note(_ head: ResponseHead) -> Bool {
        contentType = head.printable("content-type") ?? contentType
        let elapsed = Int((.now - head.endTime) / .seconds(1))
        lifetime = head.lifetime.map { max(0, $0 - elapsed) } ?? lifetime
        requiresAnswer = head.requiresAnswer ?? requiresAnswer
        return !head.forbidsStorage
    }

    /// When the content was stored or found to be unchanged: seconds since 1970.
    var storedAt: Int? { Int(digits: modified.utf8.prefix { $0 != UInt8(ascii: ".") }) }

    /// Whether the content need not be requested again; not after the clock was set back.
    func isFresh(at now: Int) -> Bool {
        guard let storedAt, let lifetime, storedAt <= now else { return false }
        return now - storedAt < lifetime
    }
}
