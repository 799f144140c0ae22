public import Foundation

// The common names listed by freedesktop.org, and two that file managers and browsers have added.
// The names are the same on all platforms.
//
// https://www.freedesktop.org/wiki/CommonExtendedAttributes/

extension ExtendedAttributeKey<String> {
    /// The MIME type of the content, such as `text/plain`: `user.mime_type`.
    ///
    /// In use, according to
    /// [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let mimeType = Self("user.mime_type")

    /// The character set of the content, such as `utf-8`: `user.charset`.
    ///
    /// In use, according to
    /// [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let charset = Self("user.charset")

    /// The name of the application that made the file: `user.creator`.
    ///
    /// In use, according to
    /// [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let creator = Self("user.creator")

    /// The user's comment on the file, shown by file managers: `user.xdg.comment`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let comment = Self("user.xdg.comment")

    /// The language of the content, such as `de-CH`: `user.xdg.language`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    /// For a download, it is the value of the header `Content-Language`.
    public static let language = Self("user.xdg.language")

    /// The name of the application that made the file: `user.xdg.publisher`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/),
    /// with the same meaning as ``creator``.
    public static let publisher = Self("user.xdg.publisher")

    /// The subject of the message that the file was attached to: `user.xdg.origin.email.subject`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let originEmailSubject = Self("user.xdg.origin.email.subject")

    /// The sender of the message that the file was attached to: `user.xdg.origin.email.from`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/),
    /// in the format of the header, such as `"John Doe" <jdoe@example.com>`.
    public static let originEmailSender = Self("user.xdg.origin.email.from")

    /// The `Message-ID` of the message that the file was attached to:
    /// `user.xdg.origin.email.message-id`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let originEmailMessageID = Self("user.xdg.origin.email.message-id")
}

extension ExtendedAttributeKey<[String]> {
    /// The user's tags of the file: `user.xdg.tags`.
    ///
    /// Not on freedesktop.org's list, but KDE's file manager shows and writes tags, separated by
    /// commas ([KFileMetaData](https://api.kde.org/kfilemetadata-usermetadata.html)). Reading omits
    /// empty tags, and blanks around tags, which other programs leave: `a, b,,c` has three tags. A
    /// tag that could not be read back, because it has a comma or such blanks or is empty, can't be
    /// written.
    public static let tags = Self("user.xdg.tags", as: .tags)
}

extension ExtendedAttributeKey<URL> {
    /// The URL that the file was downloaded from: `user.xdg.origin.url`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    ///
    /// Every user who may read the file may read this attribute, and it is copied with the file. So
    /// writing omits user name, password and fragment; download programs that did not omit them
    /// have leaked passwords (CVE-2018-20483). Secrets in the query are not recognized. Reading
    /// returns a URL of another program with all its components; writing it back removes them.
    /// Characters outside of ASCII are escaped on reading.
    public static let originURL = Self("user.xdg.origin.url", as: .urlWithoutCredentials)

    /// The URL of the page that referred to the download: `user.xdg.referrer.url`.
    ///
    /// Not on freedesktop.org's list, but browsers write it together with ``originURL``.
    /// Credentials are treated as in ``originURL``.
    public static let referrerURL = Self("user.xdg.referrer.url", as: .urlWithoutCredentials)
}
