public import FootingLocalization
import FootingLocalizationMembers

extension SourceKeys {
    /// The findings about the sources, and about keys that only the sources or only the tables
    /// have.
    ///
    /// A key is defined if a table of its name has it in any language, in any of the store's
    /// bundles; it may be defined if a file of the table can't be read. A key of the development
    /// language is used by a call, by a literal that equals the key or the key after `@`, by an
    /// interpolation that the key matches, or by a member that has the name that is generated for
    /// the key.
    ///
    /// - Parameter store: The tables of all bundles that the sources use.
    /// - Returns: The findings by file, line and key.
    /// - Complexity: O(*n* log *n*) in the number of calls and keys; a key with an interpolation is
    ///   compared with all keys of its table.
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
    /// A comparison of calls with tables.
    private struct Comparison {
        private let store: LocalizationStore
        /// The entry of each key by the table's name, preferably in the development language.
        private var tables: [KeyBytes: [KeyBytes: TableEntry]] = [:]
        /// The names of tables with a file whose keys are lost, as reported by another finding.
        private let unreadable: Set<KeyBytes>
        private(set) var list: FindingList
        private let keys: SourceKeys
        /// The first call of each key that has a default.
        private var defaults: [TableKey: Call] = [:]
        /// The numbers of arguments that the strings of called keys take.
        private var argumentCounts: [TableKey: Int] = [:]

        private struct TableKey: Hashable {
            let table: KeyBytes
            let key: KeyBytes
        }

        init(_ keys: SourceKeys, _ store: LocalizationStore) {
            (list, self.keys, self.store) = (keys.list, keys, store)
            let issues = store.report.issues
            let lost = issues.filter { $0.key == nil && $0.resolution == .skippedInput }
            unreadable = Set(lost.compactMap { $0.file.map { KeyBytes($0.nameOfTable) } })
            let all = Array(store.tables.joined())
            for table in all.filter({ $0.languageTag == store.developmentLanguage }) + all {
                for entry in table.entries {
                    let key = KeyBytes(entry.key)
                    let known = tables[KeyBytes(table.name)]?[key]
                    tables[KeyBytes(table.name), default: [:]][key] = known ?? entry
                }
            }
        }

        mutating func check(_ call: Call) {
            guard let name = call.table.map(KeyBytes.init) else { return }
            let key = KeyBytes(call.key)
            let entries = tables[name] ?? [:]
            let isDefined =
                call.pattern.map { pattern in
                    entries.keys.contains { pattern.matches(Array($0.text.utf8)) }
                } ?? (entries[key] != nil)
            if !isDefined, !unreadable.contains(name) {
                let table = name.text
                note(.undefinedKey, call, "is in no table “\(table)”: add it, or correct the key.")
            } else if let entry = entries[key], entry.language == store.developmentLanguage {
                checkArguments(of: call, entry, TableKey(table: name, key: key))
            }
            checkDefault(of: call, TableKey(table: name, key: key))
        }

        private mutating func checkArguments(
            of call: Call,
            _ entry: TableEntry,
            _ key: TableKey
        ) {
            guard let count = call.argumentCount else { return }
            let wanted =
                argumentCounts[key] ?? (FormatShape(of: entry).arguments.keys.max() ?? -1) + 1
            argumentCounts[key] = wanted
            guard count != wanted else { return }
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

        private mutating func checkDefault(of call: Call, _ key: TableKey) {
            guard let text = call.defaultText else { return }
            guard let first = defaults[key] else {
                defaults[key] = call
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
            list.add(code, severity, at: location, "“\(call.key)” \(fault)")
        }

        /// Notes the keys of the development language that nothing uses.
        mutating func checkUses() {
            let development = store.developmentLanguage
            let calls = Dictionary(grouping: keys.calls) { $0.table.map(KeyBytes.init) }
            for table in store.tables.joined() where table.languageTag == development {
                let own = (calls[KeyBytes(table.name)] ?? []) + (calls[nil] ?? [])
                let uses = KeyUses(own, in: keys)
                // Another finding explains such an entry, or calls can't look it up.
                let catalogs = table.files.filter {
                    LocalizationStore.isMultilingualTable($0) == true
                }
                let settled = SettledEntries(
                    catalogs.map { CatalogStates(ofFileAt: $0, table: table.name).settled }
                )
                for entry in table.entries
                where !KeyUses.areOfSystem(table: table.name, entry.location.file ?? "")
                    && !uses.isUsed(entry.key) && !settled.contains(entry.key, in: development)
                {
                    let message =
                        "Nothing uses “\(entry.key)”: remove it, or ignore it if a program "
                        + "builds its key."
                    let location = entry.location
                    list.add(
                        .unusedKey,
                        at: location,
                        language: development,
                        message
                    )
                }
            }
        }
    }
}
