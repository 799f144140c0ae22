/// The reason why a file is unusable, as reported.
struct FileFault: Error {
    let code: LocalizationIssue.Code
    let message: String
    let line: Int?

    init(_ code: LocalizationIssue.Code, _ message: String, line: Int? = nil) {
        self.code = code
        self.message = message
        self.line = line
    }

    static var noFile: Self { Self(.unreadable, "This is not a file.") }
    static func notReadable(_ error: Int32) -> Self {
        Self(.unreadable, "The file couldn't be read (error " + String(error) + ").")
    }
    static var tooLarge: Self { Self(.limitExceeded, "The file is larger than 64 MiB.") }
    static var noText: Self { Self(.syntax, "The file has no entry that can be read.") }

    static var listNotUTF8: Self {
        Self(.unsupportedEncoding, "The property list is not in UTF-8, UTF-16 or UTF-32.")
    }
    static var listTooLarge: Self {
        Self(.limitExceeded, "The property list is too large or too deep.")
    }
    static var listTooLong: Self {
        Self(.limitExceeded, "The list has more than a million entries.")
    }
    static func noCatalog(_ message: String, line: Int? = nil) -> Self {
        Self(.invalidCatalog, message, line: line)
    }
    static func catalogTooLarge(_ line: Int) -> Self {
        Self(.limitExceeded, "The catalog is too large, or nested too deep.", line: line)
    }

    static var noList: Self {
        Self(.invalidPropertyList, "This is not a property list with a dictionary.")
    }
}
