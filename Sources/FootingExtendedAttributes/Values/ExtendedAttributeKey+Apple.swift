import Foundation

// Apple's attributes. On Linux they have the prefix `user.`, as in rsync's translation of names.
// Programs on a Mac write binary property lists. People write the attributes with `xattr -w`, as
// XML or as text, such as `("Red\n6", Work)`; Foundation reads all three, and so do these keys.

extension ExtendedAttributeKey<[String]> {
    /// The origin of a file on Apple's systems: `com.apple.metadata:kMDItemWhereFroms`.
    ///
    /// For a download, these are its URL and the URL of the referring page; for an attachment, the
    /// sender, the subject and the identifier of the message. As with ``originURL``, credentials
    /// and fragments of URLs are omitted on writing.
    public static let whereFroms = Self(
        .portable("com.apple.metadata:kMDItemWhereFroms"),
        as: ExtendedAttributeCoding(.propertyListOfStrings, expected: "a list of strings") {
            $0
        } encode: {
            $0.map(withoutCredentials)
        }
    )

    /// The tags of Apple's Finder: `com.apple.metadata:_kMDItemUserTags`.
    ///
    /// Each element is a tag's name, or its name, a line break and the number of its colour, such
    /// as `"Red\n6"`. Property lists in XML and text are read, too; binary ones are written.
    public static let finderTags = Self(
        .portable("com.apple.metadata:_kMDItemUserTags"),
        as: .propertyListOfStrings
    )
}

extension ExtendedAttributeKey<String> {
    /// The comment of Apple's Finder: `com.apple.metadata:kMDItemFinderComment`.
    ///
    /// The Finder also stores comments in a separate file, and displays those.
    public static let finderComment = Self(
        .portable("com.apple.metadata:kMDItemFinderComment"),
        as: .propertyListOfString
    )

    /// The quarantine information of a downloaded file on Apple's systems: `com.apple.quarantine`.
    ///
    /// Flags, a time, the program and an identifier, separated by semicolons.
    public static let quarantine = Self(.portable("com.apple.quarantine"))

    /// The character set of a text file on Apple's systems: `com.apple.TextEncoding`.
    ///
    /// The name of an encoding and Apple's number for it, such as `utf-8;134217984`.
    public static let textEncoding = Self(.portable("com.apple.TextEncoding"))
}

extension ExtendedAttributeCoding<[String]> {
    /// A property list of strings: written in binary format, and read in XML and text, too.
    fileprivate static var propertyListOfStrings: Self {
        Self(.bytes, expected: "a property list of strings") { bytes in
            strings(in: bytes, isArray: true)
        } encode: { texts in
            texts.contains(where: \.isSlowToCompare) ? nil : propertyList(of: texts)
        }
    }
}

extension ExtendedAttributeCoding<String> {
    /// A property list that is a string: written in binary format, and read in XML and text, too.
    fileprivate static var propertyListOfString: Self {
        Self(.bytes, expected: "a property list that is a string") { bytes in
            strings(in: bytes, isArray: false)?.first
        } encode: { text in
            text.isSlowToCompare ? nil : propertyList(of: text)
        }
    }
}
