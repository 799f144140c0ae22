/// Why a file can't be used, as the report says it.
struct FileFault: Error {
    let code: LocalizationReport.Code
    let message: String

    static var noFile: FileFault { FileFault(code: .unreadable, message: "This is no file.") }

    static func notReadable(_ error: Int32) -> FileFault {
        FileFault(code: .unreadable, message: "The file couldn't be read (error \(error)).")
    }

    static var tooLarge: FileFault {
        FileFault(code: .limitExceeded, message: "The file is larger than 64 MiB.")
    }

    static var listNotUTF8: FileFault {
        FileFault(code: .unsupportedEncoding, message: "The property list is not in UTF-8.")
    }

    static var listTooLarge: FileFault {
        FileFault(code: .limitExceeded, message: "The property list is too large or too deep.")
    }

    static var listTooLong: FileFault {
        FileFault(code: .limitExceeded, message: "The list has more than a million entries.")
    }

    static var noText: FileFault {
        FileFault(code: .syntax, message: "The file has no entry that can be read.")
    }

    static var noList: FileFault {
        FileFault(
            code: .invalidPropertyList,
            message: "This is no property list of a dictionary."
        )
    }
}
