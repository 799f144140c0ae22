public import Foundation

extension URL {
    /// The extended attributes of the file at this URL, or of the target if the file is a symbolic
    /// link.
    ///
    /// For the attributes of the link itself, see
    /// ``ExtendedAttributes/init(at:followingSymlinks:)``.
    public var extendedAttributes: ExtendedAttributes { ExtendedAttributes(at: self) }
}
