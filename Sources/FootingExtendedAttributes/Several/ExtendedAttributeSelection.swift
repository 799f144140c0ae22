/// Which attributes of a file an operation on several is about.
///
/// The same selection serves copying, saving, dumping and restoring:
///
/// ```swift
/// let everyones = ExtendedAttributeSelection.user
/// let lasting = everyones.excluding(["user.example.etag", "user.example.checksum"])
/// let origin = ExtendedAttributeSelection.names(["user.xdg.origin.url"])
/// ```
public struct ExtendedAttributeSelection: Hashable, Sendable {
    private enum Base: Hashable {
        case namespace(ExtendedAttributeName.Namespace)
        case all
        case names(Set<ExtendedAttributeName>)
    }

    private let base: Base
    private var excluded: Set<ExtendedAttributeName> = []

    private init(_ base: Base) {
        self.base = base
    }

    /// The attributes for everyone's use: on Linux those starting with `user.`, on Darwin all.
    public static let user = namespace(.user)

    /// What the process may see, without what belongs to one file alone or to the rights to it.
    ///
    /// Left out are signatures of a file's content (`security.ima`, `security.evm`), capabilities
    /// (`security.capability`), access control lists (`system.posix_acl_access` and
    /// `system.posix_acl_default`), and what volumes keep for themselves (starting with `trusted.SGI_`
    /// or `afs.`). Naming one of them in ``names(_:)`` selects it.
    public static let all = Self(.all)

    /// Selects the attributes of one namespace.
    ///
    /// Unlike ``all``, this leaves nothing out.
    public static func namespace(_ namespace: ExtendedAttributeName.Namespace) -> Self {
        Self(.namespace(namespace))
    }

    /// Selects the attributes with these names, as far as there are any.
    ///
    /// - Complexity: O(*n*) in the number of names.
    public static func names(_ names: some Sequence<ExtendedAttributeName>) -> Self {
        Self(.names(Set(names)))
    }

    /// Returns what is selected here without the attributes with these names.
    ///
    /// - Complexity: O(*n*) in the number of names.
    public func excluding(_ names: some Sequence<ExtendedAttributeName>) -> Self {
        var selection = self
        // A set is not built again.
        selection.excluded = excluded.isEmpty ? Set(names) : excluded.union(names)
        return selection
    }

    /// What is selected for another content: without the attributes that say something about the old
    /// one, unless they are selected by their names.
    var forAnotherContent: Self {
        if case .names = base { return self }
        return excluding([HTTPCacheRecord.attributeName])
    }

    /// Returns whether an attribute with this name is selected.
    func contains(_ name: ExtendedAttributeName) -> Bool {
        let isInBase =
            switch base {
            case .namespace(let namespace): name.namespace == namespace
            case .all: !name.belongsToOneFile
            case .names(let names): names.contains(name)
            }
        return isInBase && !excluded.contains(name)
    }

    /// The names to select if they are known without a list of those that a file has.
    fileprivate var knownNames: [ExtendedAttributeName]? {
        guard case .names(let names) = base else { return nil }
        return names.subtracting(excluded).sorted()
    }
}

extension ExtendedAttributes {
    /// Returns the names to look for, ordered by their bytes.
    ///
    /// What is selected by its name is returned without asking whether the file has it: it can be
    /// read even where the list is too large for the system, and a bad name is not passed over but
    /// refused when it is used.
    func names(
        selectedBy selection: ExtendedAttributeSelection
    ) throws(ExtendedAttributeError) -> [ExtendedAttributeName] {
        if let names = selection.knownNames { return names }
        var names = try names()
        names.removeAll { !selection.contains($0) }
        return names
    }
}

extension ExtendedAttributeName {
    /// Whether the attribute makes no sense on another file, or changes who may do what with it.
    ///
    /// These are the names that `attr_copy_file` of libattr passes over or counts as permissions,
    /// and those that the kernel itself takes from a file whose content changes.
    fileprivate var belongsToOneFile: Bool {
        switch self {
        case "security.evm", "security.ima", "security.capability": true
        case "system.posix_acl_access", "system.posix_acl_default": true
        default: starts(with: "trusted.SGI_") || starts(with: "afs.")
        }
    }
}
