/// Counting of keys that no field reads.
extension MappingSource {
    /// Counts the keys of this object that are in none of `tables` and not in `names`, and lists
    /// them if the options request that.
    @inline(never)
    func countUnknownKeys(
        beyond tables: [KeyTable],
        and names: Set<String> = [],
        _ report: inout MappingReport,
        at path: [MappingPath.Component],
        isSensitive: Bool = false
    ) {
        let options = options
        let isSensitive = isSensitive || self.isSensitive
        let room = options.limits.issues &- report.notes.count
        let limit = options.listsUnknownKeys ? room : 0
        let count = countKeys(beyond: tables, names, listing: limit) {
            report.addUnknownKey(isSensitive ? nil : $0, $1, in: path, options.limits)
        }
        report.unknownKeyCount &+= count
    }
}

extension MappingReport {
    /// Lists a key that no field reads.
    ///
    /// Pass `nil` if the key must not be shown.
    mutating func addUnknownKey(
        _ key: String?,
        _ kind: MappingSourceKind,
        in path: [MappingPath.Component],
        _ limits: MappingOptions.Limits
    ) {
        let step = key.map { MappingPath.Component.key($0.prefix(ofBytes: limits.keyBytes)) }
        note(.unknownKey, kind, at: path + [step ?? .hiddenKey], limit: limits.issues)
    }
}
