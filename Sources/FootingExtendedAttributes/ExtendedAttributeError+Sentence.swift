import FootingFiles
public import Foundation

extension ExtendedAttributeError: CustomStringConvertible {
    /// One sentence with the operation, the attribute, the file, the cause and, if there is one,
    /// the remedy.
    ///
    /// With the code ``Code/notClean``, the sentence has the counts of the report, and that of the
    /// first issue follows.
    public var description: String {
        let line = line.map { " (line \($0) of the dump)" } ?? ""
        let progress = completedCount.map { " (already changed: \($0))" } ?? ""
        let leftover = leftover.map { "; the temporary file “\(escaped($0))” could not be removed" }
        let issue = report?.issues.first.map { " \($0)" } ?? ""
        return "Could not \(action)\(line): \(cause)\(progress)\(leftover ?? "").\(issue)"
    }

    private var action: String {
        let path = "“\(escaped(pathBytes))”"
        return switch operation {
        case .scan: "scan the folder \(path)"
        case .save:
            "save the file \(path)" + (name.map { " with its extended attribute “\($0)”" } ?? "")
        case .remove where name == ExtendedAttributes.probe:
            "find out whether the volume of \(path) supports extended attributes"
        default:
            "\(operation) "
                + (name.map { "the extended attribute “\($0)”" } ?? "the extended attributes")
                + " of \(path)"
        }
    }

    private var cause: String {
        switch code {
        case .invalidName where expected != nil:
            "this is not \(expected ?? "such a name")"
        case .invalidName:
            "a name needs at least one byte\(errno == nil ? "" : " after its namespace"), "
                + "and none of its bytes may be 0"
        case .nameTooLong:
            "the name has more than \(Platform.longestName) bytes; choose a shorter one"
        case .invalidPath where errno != nil:
            "the path, or one name in it, is too long"
        case .invalidPath:
            "this is not the path of a local file; pass a file URL, or a path that is not "
                + "empty and contains no NUL"
        case .notFound:
            "the attribute does not exist; omit “mode: .replaceOnly” to create it"
        case .alreadyExists:
            "the attribute already exists; omit “mode: .createOnly” to replace it"
        case .unsupported where name?.namespace == .other:
            "the name does not begin with a namespace that this volume supports; begin your own "
                + "names with “user.”"
        case .unsupported where operation == .save && errno == nil:
            "the path does not lead to a regular file that can be replaced; choose another path"
        case .unsupported:
            "the volume does not support attributes, or not with this name; use another volume"
        case .notPermitted where name?.namespace == .user:
            "the system does not permit it; “user.” attributes need a regular file or a folder "
                + "that is not immutable; if a folder has the sticky bit, only its owner sets them"
        case .notPermitted where operation == .save && errno == ENOENT:
            "the system lets no program create files in this folder; choose another folder"
        case .notPermitted where operation == .save && name == nil:
            "the system does not permit it; the file or its folder may be immutable or append-only, "
                + "or the folder may have the sticky bit and the file another owner"
        case .notPermitted:
            "the system does not permit it; names outside “user.” need privileges"
        case .accessDenied:
            "permission denied; check the permissions of the file and of the folders above it"
        case .readOnlyFileSystem:
            "the volume is mounted read-only"
        case .valueTooLarge:
            "the value exceeds the system's limit; store it in a separate file"
        case .listTooLarge:
            "the names exceed the system's limit for a list; read values by name instead"
        case .noSpace:
            "the volume, or its space for the attributes of one file, is full; store less, or "
                + "remove other attributes first"
        case .quotaExceeded:
            "the user's disk quota is exceeded; free some space"
        case .fileTooLarge:
            "the file exceeds a limit of the volume or of this process; store less"
        case .noSuchFile where errno == ENOTDIR:
            "a component of the path is not a folder; check the path"
        case .noSuchFile where operation == .save:
            "there is no such folder; create it first, or check the path"
        case .noSuchFile:
            "there is no such file; create it first, or check the path"
        case .undecodableValue:
            "its bytes are not \(expected ?? "in the format of the key's coding"); read them "
                + "with “data(for:)”, or store a new value"
        case .unencodableValue:
            "the value can't be written as \(expected ?? "required by the key's coding")"
        case .boundToContent:
            "a save never keeps it, because it belongs to the old content; set it again"
        case .notClean:
            report.map { "\($0)" } ?? ""
        case .malformedDump:
            "this is not \(expected ?? "a line of a dump")"
        case .outsideFolder:
            "the file is outside the given folder; pass a folder that contains it"
        case .unstable where operation == .save:
            "another process changed a symbolic link in the path at the same time; try again"
        case .unstable:
            "another process kept enlarging it while it was read; try again later"
        case .system where errno == ELOOP:
            "too many symbolic links; check whether they form a cycle"
        case .system where errno == EBADF:
            "the file is not open; use it before it is closed"
        case .system where operation == .save && errno == EISDIR:
            "the path leads to a folder, which can't be replaced; choose the path of a file"
        default:
            errno.map { "\(ErrorNumber($0).message) (error \($0))" } ?? "unknown"
        }
    }
}

extension ExtendedAttributeError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}

extension ExtendedAttributeError: CustomNSError {
    /// The domain of system error numbers.
    public static var errorDomain: String { NSPOSIXErrorDomain }

    /// The system's error number, or the closest one if no system call failed.
    public var errorCode: Int {
        if let errno { return Int(errno) }
        return switch code {
        case .nameTooLong: Int(ENAMETOOLONG)
        case .unstable: Int(EAGAIN)
        case .undecodableValue, .malformedDump: Int(EILSEQ)
        default: Int(EINVAL)
        }
    }

    /// The description and the file's path, for code that handles `NSError`.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: description, NSFilePathErrorKey: path]
    }
}
