import CFiles

/// The kind of a file; a link is not followed.
package enum FileKind: Sendable {
    case file, folder, symbolicLink
    /// A pipe, a socket, a device, or unknown.
    case other

    init(_ kind: footing_kind) {
        switch kind {
        case footing_kind_file: self = .file
        case footing_kind_folder: self = .folder
        case footing_kind_link: self = .symbolicLink
        default: self = .other
        }
    }
}
