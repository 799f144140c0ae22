public import Foundation

extension ExtendedAttributes {
    /// What a scan has found, judged by itself: a link is a link, whatever it leads to.
    ///
    /// No release adds a kind, so a `switch` over them needs no `default`.
    public enum FileKind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A symbolic link.
        case symbolicLink
        /// A pipe, a socket, a device, or what the system did not tell.
        case other
    }
}

extension ExtendedAttributeScan {
    /// A file that a scan has found, or a folder that it could not read.
    public struct Entry {
        @usableFromInline let file: ScannedFile
        @usableFromInline let content: Value?

        @inlinable
        init(file: ScannedFile, content: Value?) {
            self.file = file
            self.content = content
        }

        /// The attributes of the file itself, for reading more of them, and for changing them.
        ///
        /// If it is a link, these are the link's own attributes.
        @inlinable public var attributes: ExtendedAttributes { file.attributes }

        /// What the file is.
        @inlinable public var kind: ExtendedAttributes.FileKind { file.kind }

        /// How many folders down the file is: 0 for the folder where the scan began, 1 for what is in
        /// that.
        @inlinable public var depth: Int { file.depth }

        /// The value of the attribute, or `nil` if the file has no such attribute.
        ///
        /// It was read when the entry was found.
        ///
        /// - Throws: ``ExtendedAttributeError`` if the attribute could not be read, with the code
        ///   ``ExtendedAttributeError/Code/undecodableValue`` if its bytes are none of the key's
        ///   coding; or with the operation ``ExtendedAttributeError/Operation/scan`` if the content of
        ///   this folder could not be read.
        @inlinable public var value: Value? {
            get throws(ExtendedAttributeError) {
                try file.check()
                return content
            }
        }

        /// The file's path, without a NUL at its end: that of the scan, and the names below it.
        ///
        /// - Complexity: O(*n*) in the length of the path.
        public var pathBytes: [UInt8] { file.path.bytes }

        /// The file's path as text.
        ///
        /// A path that is no UTF-8 is written as ``ExtendedAttributeName/description`` writes a name:
        /// it is for people, and ``pathBytes`` for other calls.
        ///
        /// - Complexity: O(*n*) in the length of the path.
        public var path: String {
            let bytes = pathBytes
            return String(validating: bytes, as: UTF8.self) ?? escaped(bytes)
        }

        /// The file's URL, or `nil` if its path is no UTF-8.
        ///
        /// A URL could hold such a path, but Foundation on Linux would find no file by it.
        ///
        /// - Complexity: O(*n*) in the length of the path.
        public var url: URL? {
            guard let text = String(validating: pathBytes, as: UTF8.self) else { return nil }
            // A tilde at the beginning would be taken for the home folder.
            let path = text.hasPrefix("~") ? "./" + text : text
            let hint: URL.DirectoryHint = kind == .folder ? .isDirectory : .notDirectory
            return URL(filePath: path, directoryHint: hint)
        }
    }
}

extension ExtendedAttributeScan.Entry: Sendable where Value: Sendable {}
