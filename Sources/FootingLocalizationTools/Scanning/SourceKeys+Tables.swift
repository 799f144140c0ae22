public import FootingLocalization
import FootingLocalizationMembers

extension SourceKeys {
    /// The findings about the sources, and about keys that only the sources or only the tables
    /// have.
    ///
    /// A key is defined if a table of its name has it in any language, in any of the store's
    /// bundles. A key of the development language is used by a call, by a literal that equals the
    /// key or the key after `@`, by an interpolation that the key matches, or by a member that has
    /// the name that is generated for the key.
    ///
    /// - Parameter store: The tables of all bundles that the sources use.
    /// - Returns: The findings by file, line and key.
    /// - Complexity: O(*n* log *n*) in the number of calls and keys; a key with an interpolation is
    ///   compared with all keys of its table that begin with the same text.
    public func findings(comparedWith store: LocalizationStore) -> [LocalizationFinding] {
        comparison(with: store).findings
    }

    /// The findings by file, line and key, with the number of all that were found.
    package func comparison(
        with store: LocalizationStore
    ) -> (findings: [LocalizationFinding], counts: FindingCounts) {
        var comparison = Comparison(self, store)
        for call in calls { comparison.check(call) }
        comparison.checkUses()
        return (comparison.list.sorted, comparison.list.counts)
    }
}

extension SourceKeys {
    /// The tables with one name.
    private struct Table {
        /// The entry of each key, preferably in the development language.
        private(set) var entries: [KeyBytes: TableEntry] = [:]
        /// The keys in the order of their bytes.
        private let keys: [String]

        init(_ tables: [StringTable], _ development: LanguageTag) {
            let first = tables.filter { $0.languageTag == development }
            for entry in (first + tables).flatMap(\.entries) {
                let key = KeyBytes(entry.key)
                if entries[key] == nil { entries[key] = entry }
            }
            keys = entries.keys.map(\.text).sorted {
                $0.utf8.lexicographicallyPrecedes($1.utf8)
            }
        }

        /// The keys that a call may look up; several if it has interpolations.
        func keys(matching call: Call) -> [String] {
            guard call.literal.isPattern else {
                return entries[KeyBytes(call.key)] == nil ? [] : [call.key]
            }
            let prefix = call.literal.segments[0].prefix { $0 != "%" }.utf8
            var (first, end) = (keys.startIndex, keys.endIndex)
            while first < end {
                let middle = (first + end) / 2
                if keys[middle].utf8.lexicographicallyPrecedes(prefix) {
                    first = middle + 1
                } else {
                    end = middle
                }
            }
            return keys[first...].prefix { $0.utf8.starts(with: prefix) }.filter(call.matches)
        }
    }

    /// A comparison of calls with tables.
    private struct Comparison {
        private let store: LocalizationStore
        private let tables: [String: Table]
        private(set) var list: FindingList
        /// The hashes of the keys that the sources use.
        private var used: Set<UInt64>
        /// The hashes of all names after a dot.
        private let members: Set<UInt64>
        /// The first call of each key that has a default, by table.
        private var defaults: [String: [KeyBytes: Call]] = [:]

        init(_ keys: SourceKeys, _ store: LocalizationStore) {
            (list, used, members) = (keys.list, keys.literals, keys.members)
            self.store = store
            tables = Dictionary(grouping: store.tables.joined(), by: \.name).mapValues {
                Table($0, store.developmentLanguage)
            }
        }

        mutating func check(_ call: Call) {
            let asked = call.table.map { [$0] } ?? Array(tables.keys)
            let keys = asked.compactMap { tables[$0] }.flatMap { $0.keys(matching: call) }
            for key in keys { used.insert(key.keyHash) }
            guard let table = call.table else { return }
            if keys.isEmpty {
                note(.undefinedKey, call, "is in no table “\(table)”: add it, or correct the key.")
            } else if let entry = tables[table]?.entries[KeyBytes(call.key)],
                entry.language == store.developmentLanguage
            {
                checkArguments(of: call, entry)
            }
            checkDefault(of: call, table)
        }

        private mutating func checkArguments(of call: Call, _ entry: TableEntry) {
            let wanted = (FormatShape(of: entry).arguments.keys.max() ?? -1) + 1
            guard let count = call.argumentCount, count != wanted else { return }
            let number = wanted == 0 ? "no" : "\(wanted)"
            let advice = count > wanted ? "pass no others." : "pass all of them."
            note(
                .argumentCount,
                severity: count == 0 || count > wanted ? .warning : .error,
                call,
                "takes \(number) argument\(wanted == 1 ? "" : "s"), but the call passes "
                    + "\(count == 0 ? "none" : "\(count)"): \(advice)"
            )
        }

        private mutating func checkDefault(of call: Call, _ table: String) {
            guard let text = call.defaultText else { return }
            let key = KeyBytes(call.key)
            guard let first = defaults[table]?[key] else {
                defaults[table, default: [:]][key] = call
                return
            }
            if first.defaultText != text {
                let location = "\(first.file):\(first.line)"
                note(.conflictingDefault, call, "has another default in \(location): use one.")
            }
        }

        private mutating func note(
            _ code: LocalizationFinding.Code,
            severity: LocalizationFinding.Severity? = nil,
            _ call: Call,
            _ fault: String
        ) {
            let (file, line) = (call.file, call.line)
            let location = FindingLocation(file: file, line: line, table: call.table, key: call.key)
            list.add(LocalizationFinding(code, severity, at: location, "“\(call.key)” \(fault)"))
        }

        /// Notes the keys of the development language that nothing uses.
        mutating func checkUses() {
            let development = store.developmentLanguage
            // The system itself looks up the keys of a property list.
            for table in store.tables.joined()
            where table.languageTag == development && table.name != "InfoPlist" {
                // A stale key has a finding of its own.
                let catalogs = table.files.filter {
                    LocalizationStore.isMultilingualTable($0) == true
                }
                let settled = SettledEntries(
                    catalogs.map { CatalogStates(ofFileAt: $0, table: table.name).settled }
                )
                for entry in table.entries
                where !isUsed(entry) && !settled.contains(entry.key, in: development) {
                    let key = entry.key
                    let message =
                        "Nothing uses “\(key)”: remove it, or ignore it if a program "
                        + "builds its key."
                    let (location, language) = (entry.location, development)
                    list.add(
                        LocalizationFinding(.unusedKey, at: location, language: language, message)
                    )
                }
            }
        }

        private func isUsed(_ entry: TableEntry) -> Bool {
            let key = entry.key
            return key.isEmpty || used.contains(key.keyHash) || used.contains(("@" + key).keyHash)
                || members.contains(StringTable.memberName(of: key).keyHash)
                // Storyboards use the keys there.
                || entry.location.file?.contains("/mul.lproj/") == true
        }
    }
}
