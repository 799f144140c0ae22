extension SearchQuery {
    /// The term that is searched first: the longest is the rarest.
    var mainTerm: [UInt8]? { terms.max { $0.count < $1.count } }

    /// Whether a record matches.
    ///
    /// Its folded texts are separated by a byte that no text has.
    func matches(_ texts: UnsafeBufferPointer<UInt8>) -> Bool {
        terms.allSatisfy { unsafe texts.offset(of: $0) != nil }
            && !exclusions.contains { unsafe texts.offset(of: $0) != nil }
    }

    /// Whether each record that matches this query also matches another one.
    func isNarrower(than other: SearchQuery) -> Bool {
        other.terms.allSatisfy { old in terms.contains { $0.contains(old) } }
            && other.exclusions.allSatisfy { old in exclusions.contains { old.contains($0) } }
    }
}

extension [UInt8] {
    fileprivate func contains(_ term: [UInt8]) -> Bool {
        unsafe withUnsafeBufferPointer { unsafe $0.offset(of: term) != nil }
    }
}
