import FootingFiles
public import Foundation

extension ExtendedAttributeScan {
    /// A file in a scan, or a folder that the scan could not read.
    public struct Entry {
        @usableFromInline let file: ScannedFile
        @usableFromInline let content: Value?

        @inlinable
        init(file: ScannedFile, content: Value?) {
            self.file = file
            self.content = content
        }

        /// The attributes of the file itself, to read others or to change them.
        ///
        /// For a symbolic link, these are the link's own attributes.
        @inlinable public var attributes: ExtendedAttributes { file.attributes }

        /// The type of the file.
        @inlinable public var kind: ExtendedAttributes.FileKind { file.kind }

        /// The depth of the file: 0 for the first entry, 1 for its content.
        @inlinable public var depth: Int { file.depth }

        /// The value of the attribute, or `nil` if the file has no such attribute.
        ///
        /// The value was read when the entry was found.
        ///
        /// - Throws: ``ExtendedAttributeError`` if the attribute could not be read, with the code
        ///   ``ExtendedAttributeError/Code/undecodableValue`` if the key's coding can't read the
        ///   bytes, or with the operation ``ExtendedAttributeError/Operation/scan`` if the content
        ///   of this folder could not be read.
        @inlinable public var value: Value? {
            get throws(ExtendedAttributeError) {
                try file.check()
                return content
            }
        }

        /// The file's path, without a trailing NUL: the path of the scan, and the names below it.
        ///
        /// - Complexity: O(*n*) in the length of the path.
        public var pathBytes: [UInt8] { file.path.bytes }

        /// The file's path as one line of text, for display.
        ///
        /// Backslashes, control characters and bytes that are not UTF-8 are escaped as in
        /// ``ExtendedAttributeName/description``, so different paths never look the same. Paths
        /// without such characters are unchanged. For other calls, use ``pathBytes`` or ``url``.
        ///
        /// - Complexity: O(*n*) in the length of the path.
        public var path: String { escaped(pathBytes) }

        /// The file's URL, or `nil` if its path is not UTF-8.
        ///
        /// On Linux, Foundation can't use a URL of such a path.
        ///
        /// - Complexity: O(*n*) in the length of the path.
        public var url: URL? {
            guard let text = String(validating: pathBytes, as: UTF8.self) else { return nil }
            // Foundation expands a leading tilde to the home folder.
            let path = text.hasPrefix("~") ? "./" + text : text
            let hint: URL.DirectoryHint = kind == .folder ? .isDirectory : .notDirectory
            return URL(filePath: path, directoryHint: hint)
        }
    }
}

extension ExtendedAttributeScan.Entry: Sendable where Value: Sendable {}
