/// A set of attributes, selected by name or by namespace, for an operation on several attributes.
///
/// Use a selection to copy, save, dump or restore attributes:
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

    /// The attributes in the namespace for all users: on Linux those starting with `user.`, on
    /// Darwin all.
    public static let user = namespace(.user)

    /// All attributes that the process may see, except those that belong to one file or its
    /// permissions.
    ///
    /// This excludes signatures of a file's content (`security.ima`, `security.evm`), capabilities
    /// (`security.capability`), access control lists (`system.posix_acl_access` and
    /// `system.posix_acl_default`), and names that volumes reserve (starting with `trusted.SGI_` or
    /// `afs.`). To select one of these, use ``names(_:)``.
    public static let all = Self(.all)

    /// Selects the attributes of one namespace.
    ///
    /// Unlike ``all``, this excludes nothing.
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
        // Creating a set from a set is free.
        selection.excluded = excluded.isEmpty ? Set(names) : excluded.union(names)
        return selection
    }

    /// The selection for a file with other content: without attributes that describe the old
    /// content, unless they are selected by name.
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

    /// The selected names, or `nil` if they depend on the names that a file has.
    fileprivate var knownNames: [ExtendedAttributeName]? {
        guard case .names(let names) = base else { return nil }
        return names.subtracting(excluded).sorted()
    }
}

extension ExtendedAttributes {
    /// Returns the selected names, ordered by their bytes.
    ///
    /// A selection by name is returned without listing the file's names. So the attributes can be
    /// read even if the list exceeds the system's limit, and an invalid name is refused when it is
    /// used.
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
    /// Whether the attribute is meaningless on another file, or part of the permissions.
    ///
    /// These are the names that `attr_copy_file` of libattr skips or treats as permissions, and
    /// those that the kernel removes from a file when its content changes.
    fileprivate var belongsToOneFile: Bool {
        switch self {
        case "security.evm", "security.ima", "security.capability": true
        case "system.posix_acl_access", "system.posix_acl_default": true
        default: starts(with: "trusted.SGI_") || starts(with: "afs.")
        }
    }
}
