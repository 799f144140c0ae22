import FootingFormats

/// Conversion of the members of objects with arbitrary keys.
extension MappingSource {
    /// Calls `body` with each member.
    ///
    /// `body` returns the reason why the member can't be converted, or `nil`.
    ///
    /// Calls `begin` first, with a capped count: the count comes from untrusted input. If the
    /// members are visited again in the order of their keys, `begin` is called again.
    ///
    /// - Returns: The reason why the object can't be converted, or `nil`.
    @usableFromInline
    func forEachMember(
        of type: Any.Type,
        beginning begin: (_ count: Int) -> Void,
        _ body: (String, borrowing MappingSource) -> MappingRefusal?
    ) -> MappingRefusal? {
        let count = memberCount
        if let limit = exceededLimit(count: count) { return MappingRefusal(limit) }
        let attempt = findings.beginAttempt()
        var failures = MappingReport()
        var duplicateKeyCount = 0
        begin(min(count, 1 << 18))
        forEachMember(&duplicateKeyCount) {
            failures.issueCount > 0 || findings.hasListed(since: attempt)
        } restarting: {
            findings.refuse(attempt)
            failures = MappingReport()
            begin(min(count, 1 << 18))
        } visiting: { key, member, refusal in
            convert(member, at: component(forInputKey: key), of: type, &failures) {
                refusal ?? body(key ?? "", $0)
            }
        }
        failures.duplicateKeyCount &+= duplicateKeyCount
        if failures.issueCount == 0, duplicateKeyCount > 0 { findings.add(failures, limit: 0) }
        return outcome(of: failures, attempt)
    }

    /// Calls `visit` with each member, in an order that makes reports equal in every process.
    ///
    /// The members of a dictionary are visited in any order until `hasListed` returns whether one
    /// has an issue or a note, or `visit` throws; then, after a call of `restart`, all members are
    /// visited in the order of their keys. Inside a dictionary that may start again itself, the
    /// order does not matter.
    func forEachMember<Failure>(
        _ duplicateKeyCount: inout Int,
        until hasListed: () -> Bool,
        restarting restart: () -> Void,
        visiting visit: (String?, borrowing MappingSource, MappingRefusal?) throws(Failure) -> Void
    ) throws(Failure) {
        let findings = findings
        let order = findings.memberOrder
        defer { findings.memberOrder = order }
        if isUnordered, order != .sorted {
            findings.memberOrder = .provisional
            var needsOrder = false
            do throws(Failure) {
                try forEachMember(inAnyOrder: true, &duplicateKeyCount) {
                    (key, member: borrowing MappingSource, refusal) throws(Failure) -> Bool in
                    try visit(key, member, refusal)
                    needsOrder = order == .any && hasListed()
                    return !needsOrder
                }
            } catch {
                guard order == .any else { throw error }
                needsOrder = true
            }
            guard needsOrder else { return }
            restart()
            findings.memberOrder = .sorted
        }
        try forEachMember(&duplicateKeyCount) {
            (key, member: borrowing MappingSource, refusal) throws(Failure) -> Bool in
            try visit(key, member, refusal)
            return true
        }
    }
}

extension String {
    /// Whether the string has so many consecutive combining marks that comparing it takes quadratic
    /// time: more than thirty (Unicode Standard Annex 15, “Stream-Safe Text Format”).
    var isSlowToCompare: Bool { utf8.count > 128 && hasCombiningMarks(moreThan: 30) }
}
