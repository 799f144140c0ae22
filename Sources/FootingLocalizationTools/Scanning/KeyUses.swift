import FootingLocalization
import FootingLocalizationMembers

/// The uses of a table's keys in all sources.
struct KeyUses {
    private let sources: SourceKeys
    private var called: Set<KeyBytes> = []
    private var patterns: Set<KeyPattern> = []

    /// Collects the keys of calls: those of the table, and those whose table is computed.
    init(_ calls: [SourceKeys.Call], in sources: SourceKeys) {
        self.sources = sources
        for call in calls {
            if let pattern = call.pattern {
                patterns.insert(pattern)
            } else {
                called.insert(KeyBytes(call.key))
            }
        }
    }

    /// Whether a call has the key, literally or by an interpolation.
    func isCalled(_ key: String) -> Bool {
        called.contains(KeyBytes(key)) || patterns.contains { $0.matches(Array(key.utf8)) }
    }

    func isUsed(_ key: String) -> Bool { key.isEmpty || isCalled(key) || sources.mentions(key) }

    /// Whether the system itself looks up the keys of a table, or tools find them in storyboards.
    static func areOfSystem(table: String, _ path: String) -> Bool {
        ["InfoPlist", "AppShortcuts"].contains(table) || path.contains("/mul.lproj/")
            || path.hasPrefix("mul.lproj/")
    }
}

extension SourceKeys {
    /// Whether a literal is the key, alone or after `@`, or a member has the name that is generated
    /// for it.
    fileprivate func mentions(_ key: String) -> Bool {
        literals.contains(key.keyHash) || literals.contains(("@" + key).keyHash)
            || members[StringTable.memberName(of: key).keyHash] != nil
    }
}

extension SourceKeys.Call {
    /// The keys that a key with interpolations stands for; `nil` for a literal key.
    var pattern: KeyPattern? {
        literal.isPattern ? KeyPattern(literal, onlySpecifiers: takesInterpolations) : nil
    }
}
