/// A set of attributes, chosen by name or by namespace, for an operation on several.
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

    /// All attributes that the process may see, except those bound to one file or to its permissions.
    ///
    /// Excluded are signatures of a file's content (`security.ima`, `security.evm`), capabilities
    /// (`security.capability`), access control lists (`system.posix_acl_access` and
    /// `system.posix_acl_default`), and names that volumes reserve (starting with `trusted.SGI_`
    /// or `afs.`). Naming one of them in ``names(_:)`` selects it.
    public static let all = Self(.all)

    /// Selects the attributes of one namespace.
    ///
    /// Unlike ``all``, this leaves nothing out.
    public static func namespace(_ namespace: ExtendedAttributeName.Namespace) -> Self {
        Self(.namespace(namespace))
    }

    /// Selects the attributes with these names, if the file has them.
    ///
    /// - Complexity: O(*n*) in the number of names.
    public static func names(_ names: some Sequence<ExtendedAttributeName>) -> Self {
        Self(.names(Set(names)))
    }

    /// Returns this selection without the attributes with these names.
    ///
    /// - Complexity: O(*n*) in the number of names.
    public func excluding(_ names: some Sequence<ExtendedAttributeName>) -> Self {
        var selection = self
        // Building the set from a set costs nothing.
        selection.excluded = excluded.isEmpty ? Set(names) : excluded.union(names)
        return selection
    }

    /// The selection for another content: without attributes that describe the old content, unless
    /// they are selected by name.
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
    /// Names that are selected by name are returned without listing the file's. They can be
    /// read even where the list is too large for the system, and a bad name is refused when it is used.
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
    /// Whether the attribute is meaningless on another file, or a part of the permissions.
    ///
    /// These are the names that `attr_copy_file` of libattr skips or treats as permissions, and those
    /// that the kernel itself removes from a file whose content changes.
    fileprivate var belongsToOneFile: Bool {
        switch self {
        case "security.evm", "security.ima", "security.capability": true
        case "system.posix_acl_access", "system.posix_acl_default": true
        default: starts(with: "trusted.SGI_") || starts(with: "afs.")
        }
    }
}
