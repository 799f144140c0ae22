public import Foundation

// The names that freedesktop.org lists as common, and two that file managers and browsers have added.
// They are spelled the same on every platform.
//
// https://www.freedesktop.org/wiki/CommonExtendedAttributes/

extension ExtendedAttributeKey<String> {
    /// The MIME type of the content, such as `text/plain`: `user.mime_type`.
    ///
    /// In use, says [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let mimeType = Self("user.mime_type")

    /// The character set of the content, such as `utf-8`: `user.charset`.
    ///
    /// In use, says [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let charset = Self("user.charset")

    /// The name of the application that made the file: `user.creator`.
    ///
    /// In use, says [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let creator = Self("user.creator")

    /// The user's comment on the file, shown by file managers: `user.xdg.comment`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let comment = Self("user.xdg.comment")

    /// The language of the content, such as `de-CH`: `user.xdg.language`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    /// For a download, it is what the header `Content-Language` says.
    public static let language = Self("user.xdg.language")

    /// The name of the application that made the file: `user.xdg.publisher`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/), for
    /// what ``creator`` says too.
    public static let publisher = Self("user.xdg.publisher")

    /// The subject of the message that the file was attached to: `user.xdg.origin.email.subject`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let originEmailSubject = Self("user.xdg.origin.email.subject")

    /// The sender of the message that the file was attached to: `user.xdg.origin.email.from`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/), as
    /// the header says it, such as `"John Doe" <jdoe@example.com>`.
    public static let originEmailSender = Self("user.xdg.origin.email.from")

    /// The number of the message that the file was attached to: `user.xdg.origin.email.message-id`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    public static let originEmailMessageID = Self("user.xdg.origin.email.message-id")
}

extension ExtendedAttributeKey<[String]> {
    /// The words that the user has put on the file: `user.xdg.tags`.
    ///
    /// Not on freedesktop.org's list, but KDE's file manager shows and writes them, with commas
    /// between them ([KFileMetaData](https://api.kde.org/kfilemetadata-usermetadata.html)).
    public static let tags = Self("user.xdg.tags", as: .commaSeparated)
}

extension ExtendedAttributeKey<URL> {
    /// The address that the file was downloaded from: `user.xdg.origin.url`.
    ///
    /// Proposed by [freedesktop.org](https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
    ///
    /// Everyone who may read the file may read this, and it is copied with the file. So the user's
    /// name, the password and the fragment are left out when it is written; downloaders that did not
    /// do that have given passwords away (CVE-2018-20483). Secrets in the query are not recognised.
    /// An address that another program has stored is read as it is, with all its parts; storing what
    /// was read takes them out.
    public static let originURL = Self("user.xdg.origin.url", as: .urlWithoutCredentials)

    /// The address of the page that led to the download: `user.xdg.referrer.url`.
    ///
    /// Not on freedesktop.org's list, but browsers write it beside ``originURL``, of which the rules
    /// about credentials hold here too.
    public static let referrerURL = Self("user.xdg.referrer.url", as: .urlWithoutCredentials)
}
