/// The kind of a file; a link is not followed.
package enum FileKind: Sendable {
    case file, folder, symbolicLink
    /// A pipe, a socket, a device, or unknown.
    case other
}
