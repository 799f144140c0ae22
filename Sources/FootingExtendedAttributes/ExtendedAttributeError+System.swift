import CFooting
import Foundation

extension ExtendedAttributeError {
    /// Creates the error for an error number that the system returned.
    ///
    /// Pass only a checked name: without the check, ERANGE may concern the name. Pass `mode`
    /// for an operation that sets: it decides whether a missing or an existing attribute is the
    /// cause.
    init(
        _ errno: Int32,
        _ operation: Operation,
        name: ExtendedAttributeName?,
        path: [UInt8],
        mode: ExtendedAttributes.WriteMode? = nil
    ) {
        let code: Code =
            switch errno {
            case footing_xattr_missing where mode == .replaceOnly: .notFound
            case EEXIST where mode == .createOnly: .alreadyExists
            case ENOTSUP, EOPNOTSUPP: .unsupported
            case EPERM: .notPermitted
            case EACCES: .accessDenied
            case EROFS: .readOnlyFileSystem
            case E2BIG: operation == .list ? .listTooLarge : .valueTooLarge
            case ENOSPC: .noSpace
            case EDQUOT: .quotaExceeded
            case EFBIG: .fileTooLarge
            case ENOENT, ENOTDIR: .noSuchFile
            // The length of the name has been checked, so the path is too long.
            case ENAMETOOLONG: .invalidPath
            // EINVAL is also the result for a malformed value of some `security` and `system`
            // attributes.
            case EINVAL where name?.isBareNamespace == true: .invalidName
            default: .system
            }
        self.init(code, operation, name: name, path: path, errno: errno)
    }
}

extension ExtendedAttributeName {
    fileprivate var isBareNamespace: Bool {
        Platform.hasNamespaces && bytes.firstIndex(of: UInt8(ascii: ".")) == bytes.count - 1
    }
}
