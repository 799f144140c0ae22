import CDownloads
import FootingFiles

extension DownloadError {
    /// Creates an error that the system reported.
    init(_ number: ErrorNumber) {
        let (code, remedy): (Code, String) =
            switch number {
            case .noSuchFile, .notADirectory: (.noSuchFile, "; create the folder")
            case .accessDenied: (.accessDenied, "; check the permissions of the folder")
            case .notPermitted:
                (.notPermitted, "; check the attributes of the file and of the folder")
            case .readOnlyFileSystem: (.readOnlyFileSystem, "; choose another folder")
            case .noSpace: (.noSpace, "; free some space, then continue")
            case .quotaExceeded: (.quotaExceeded, "; free some space, then continue")
            case .fileTooLarge:
                (.fileTooLarge, "; choose another volume, or raise the process’s limit")
            default: (.system, "")
            }
        self.init(code, "\(number.message) (error \(number.value))\(remedy)")
        errno = number.value
    }

    /// Creates an error of libcurl.
    init(curlCode: Int32) {
        let (code, reason): (Code, String) =
            switch curlCode {
            case 5, 97: (.proxyFailed, "the proxy can't be used; check its address")
            case 6: (.hostNotFound, "the host has no address; check its name and the network")
            // libcurl decides whether there is a proxy for the host, and does not tell.
            case 7: (.cannotConnect, "the host or the proxy refuses the connection; check both")
            case 28:
                (.timedOut, "the server was silent for too long; try again, or raise the time-out")
            case 35, 53, 54, 58, 59, 64, 66, 80, 82, 98:
                (.secureConnectionFailed, "TLS could not be negotiated; check the port")
            case 60, 77, 83, 90, 91:
                (.certificateRejected, "the certificate is not trusted; check the authorities")
            case 3: (.invalidURL, "libcurl refuses the URL")
            // 27 and 100 are those of a field that is too long for libcurl, 43 of one without name.
            case 1, 8, 27, 43, 61, 100:
                (.unexpectedResponse, "the response is not HTTP; check the URL")
            case 0, 16, 18, 52, 55, 56, 92, 95, 96:
                (.connectionLost, "the connection was lost; try again")
            case 4, 48:
                (.libcurlMissing, "this libcurl lacks a feature; install another build of it")
            case FOOTING_TRANSFER_NO_MEMORY: (.system, "there is not enough memory")
            default: (.system, "libcurl failed")
            }
        // 0 is success, after a head that is cut; negative codes are not libcurl's.
        let isOfLibcurl = curlCode > 0
        self.init(code, reason + (isOfLibcurl ? " (libcurl’s code \(curlCode))" : ""))
        self.curlCode = isOfLibcurl ? curlCode : nil
    }
}

/// Returns the result of `body`, and throws its error as one of a download.
func check<Result: ~Copyable>(
    _ body: @autoclosure () throws(ErrorNumber) -> Result
) throws(DownloadError) -> Result {
    do throws(ErrorNumber) {
        return try body()
    } catch {
        throw DownloadError(error)
    }
}
