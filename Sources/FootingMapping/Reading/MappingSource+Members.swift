import FootingFormats

/// Conversion of the members of objects with arbitrary keys.
extension MappingSource {
    /// Calls `body` with each member.
    ///
    /// `body` returns the reason why the member can't be converted, or `nil`.
    ///
    /// Calls `makeRoom` first, with a capped count: the count comes from untrusted input.
    ///
    /// - Returns: The reason why the object can't be converted, or `nil`.
    @usableFromInline
    func forEachMember(
        of type: Any.Type,
        makingRoom makeRoom: (_ count: Int) -> Void,
        _ body: (String, borrowing MappingSource) -> MappingRefusal?
    ) -> MappingRefusal? {
        let count = memberCount
        if let limit = exceededLimit(count: count) { return MappingRefusal(limit) }
        makeRoom(min(count, 1 << 18))
        let attempt = findings.beginAttempt()
        var failures = MappingReport()
        var duplicateKeyCount = 0
        forEachMember(&duplicateKeyCount) { key, member, refusal in
            convert(member, at: component(forInputKey: key), of: type, &failures) {
                refusal ?? body(key ?? "", $0)
            }
        }
        failures.duplicateKeyCount &+= duplicateKeyCount
        if failures.issueCount == 0, duplicateKeyCount > 0 { findings.add(failures, limit: 0) }
        return outcome(of: failures, attempt)
    }
}

extension String {
    /// Whether the string has so many consecutive combining marks that comparing it takes quadratic
    /// time: more than thirty (Unicode Standard Annex 15, “Stream-Safe Text Format”).
    var isSlowToCompare: Bool { utf8.count > 128 && hasCombiningMarks(moreThan: 30) }
}
