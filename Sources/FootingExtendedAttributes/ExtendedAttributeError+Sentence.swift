import CExtendedAttributes
public import Foundation

extension ExtendedAttributeError: CustomStringConvertible {
    /// One sentence that names the operation, the attribute, the file, the cause and, where there is
    /// one, the remedy.
    public var description: String {
        let line = line.map { " (line \($0) of the dump)" } ?? ""
        let progress = completedCount.map { " (\($0) were changed before)" } ?? ""
        let leftover = leftover.map { "; the temporary file “\(escaped($0))” could not be removed" }
        return "Could not \(operation) \(subject)\(line): \(cause)\(progress)\(leftover ?? "")."
    }

    private var subject: String {
        let path = "“\(escaped(pathBytes))”"
        return switch operation {
        case .scan: "the folder \(path)"
        case .save:
            "the file \(path)" + (name.map { " with its extended attribute “\($0)”" } ?? "")
        default:
            (name.map { "the extended attribute “\($0)”" } ?? "the extended attributes")
                + " of \(path)"
        }
    }

    private var cause: String {
        switch code {
        case .invalidName where expected != nil:
            "this is not \(expected ?? "such a name")"
        case .invalidName:
            "a name needs at least one byte\(errno == nil ? "" : " behind its namespace"), "
                + "and none of its bytes may be 0"
        case .nameTooLong:
            "the name has more than \(Platform.longestName) bytes; choose a shorter one"
        case .invalidPath where errno != nil:
            "the path, or one name in it, is too long"
        case .invalidPath:
            "this is no path of a file on this machine; give a file URL, or a path that is not "
                + "empty and holds no NUL"
        case .notFound:
            "there is no such attribute to replace; leave out “ifExists: .require” to create it"
        case .alreadyExists:
            "there is such an attribute already; leave out “ifExists: .fail” to replace it"
        case .unsupported where name?.namespace == .other:
            "the name starts with no namespace that this volume knows; put “user.” in front of a "
                + "name of your own"
        case .unsupported where operation == .save && errno == nil:
            "what is there is no regular file with a name of its own; choose another path"
        case .unsupported:
            "the volume keeps no attributes, or none with such a name; use another volume"
        case .notPermitted where name?.namespace == .user:
            "the system does not permit it; only regular files and folders that are not immutable "
                + "take “user.” attributes, and in a folder with the sticky bit only from the owner"
        case .notPermitted where operation == .save && name == nil:
            "the system does not permit it; the file or its folder may be immutable or append-only, "
                + "or in a folder with the sticky bit the file may belong to someone else"
        case .notPermitted:
            "the system does not permit it; names outside “user.” need privileges"
        case .accessDenied:
            "permission denied; check the permissions of the file and of the folders above it"
        case .readOnlyFileSystem:
            "the volume is mounted read-only"
        case .valueTooLarge:
            "the value is larger than the system takes; keep it in a file of its own"
        case .listTooLarge:
            "there are more names than the system can tell; read values by name instead"
        case .noSpace:
            "the volume, or its room for the attributes of one file, is full; store less, or "
                + "remove other attributes first"
        case .quotaExceeded:
            "the user's quota is used up; free some space"
        case .noSuchFile where operation == .save:
            "there is no such folder; create it first, or check the path"
        case .noSuchFile:
            "there is no such file; create it first, or check the path"
        case .notADirectory:
            "a part of the path is no folder; check the path"
        case .tooManySymlinks:
            "too many symbolic links; check whether they lead in a circle"
        case .badFileDescriptor:
            "the file is not open; use it before it is closed"
        case .undecodableValue:
            "its bytes are not \(expected ?? "what the key's coding reads"); read them as they are "
                + "with “data(for:)”, or store a new value"
        case .unencodableValue:
            "the value can't be written as \(expected ?? "the key's coding writes it")"
        case .malformedDump:
            "this is not \(expected ?? "a line of a dump")"
        case .outsideFolder:
            "it lies outside the folder that may be changed; give one that holds it"
        case .unstable where operation == .save:
            "a symbolic link on the way was changed at the same time; try again when it is not"
        case .unstable:
            "it kept growing while it was read; try again when it is written less often"
        default:
            errno.map { "\(systemMessage(for: $0)) (error \($0))" } ?? "unknown"
        }
    }
}

/// Returns the system's own words for an error number.
private func systemMessage(for errno: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { memory in
        // `memory` outlives the call, which is told its size and ends what it writes with a NUL; the
        // text is a copy.
        guard let start = memory.baseAddress,
            unsafe footing_xattr_message(errno, start, memory.count)
        else { return "the system knows no such error" }
        return unsafe String(cString: start)
    }
}

extension ExtendedAttributeError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}

extension ExtendedAttributeError: CustomNSError {
    /// The domain of the system's error numbers.
    public static var errorDomain: String { NSPOSIXErrorDomain }

    /// The system's error number, or the one nearest in meaning if the system was not asked.
    public var errorCode: Int {
        if let errno { return Int(errno) }
        return switch code {
        case .nameTooLong: Int(ENAMETOOLONG)
        case .unstable: Int(EAGAIN)
        case .undecodableValue, .malformedDump: Int(EILSEQ)
        default: Int(EINVAL)
        }
    }

    /// The sentence and the file's path, for code that knows only `NSError`.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: description, NSFilePathErrorKey: path]
    }
}
