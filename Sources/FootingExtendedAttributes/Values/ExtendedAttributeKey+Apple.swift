// Apple's attributes. On Linux they have `user.` in front, which is how rsync translates names.

extension ExtendedAttributeKey<[String]> {
    /// Where Apple's systems say that a file came from: `com.apple.metadata:kMDItemWhereFroms`.
    ///
    /// For a download these are its address and that of the page that led to it; for an attachment
    /// the sender, the subject and the number of the message. As with ``originURL``, credentials and
    /// fragments of addresses are left out when this is written.
    public static let whereFroms = Self(
        .portable("com.apple.metadata:kMDItemWhereFroms"),
        as: ExtendedAttributeCoding(.binaryPropertyList(), expected: "a list of text") {
            $0
        } encode: {
            $0.map(withoutCredentials)
        }
    )

    /// The tags of Apple's Finder: `com.apple.metadata:_kMDItemUserTags`.
    ///
    /// Each is its name, or the name, a line break and the number of its colour, such as `"Red\n6"`.
    public static let finderTags = Self(
        .portable("com.apple.metadata:_kMDItemUserTags"),
        as: .binaryPropertyList()
    )
}

extension ExtendedAttributeKey<String> {
    /// The comment of Apple's Finder: `com.apple.metadata:kMDItemFinderComment`.
    ///
    /// The Finder keeps comments in a file of its own as well, and shows those.
    public static let finderComment = Self(
        .portable("com.apple.metadata:kMDItemFinderComment"),
        as: .binaryPropertyList()
    )

    /// The quarantine information of a downloaded file on Apple's systems: `com.apple.quarantine`.
    ///
    /// Flags, a time, the program and an identifier, with semicolons between them.
    public static let quarantine = Self(.portable("com.apple.quarantine"))

    /// The character set of a text on Apple's systems: `com.apple.TextEncoding`.
    ///
    /// A name and Apple's own number for it, such as `utf-8;134217984`.
    public static let textEncoding = Self(.portable("com.apple.TextEncoding"))
}
