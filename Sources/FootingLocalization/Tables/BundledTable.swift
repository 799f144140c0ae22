/// A file with a table, or with some of its strings.
final class BundledTable: Sendable {
    let path: String
    let table: String
    /// The language of the folder; `nil` for a file that names the languages of its strings.
    let language: LanguageTag?
    private let kind: TableKind
    /// The folder's rank among the files of one kind with a key, from 0 to 3.
    private let folderPrecedence: Int
    /// The content of a file in memory; `nil` on disk.
    private let bytes: [UInt8]?
    /// The file's identity before it is read, so that the next comparison finds later changes;
    /// empty if the file couldn't be reached.
    private let identity: [Int]

    /// Creates the table of a file in the bundle itself or in the folder of a language; returns
    /// `nil` for any other file.
    @inline(never)
    init?(_ name: String, in folder: LanguageFolder?, of bundle: ResourceBundle) {
        guard let (kind, table) = TableKind.table(inFileNamed: name) else { return nil }
        let isMultilingual = kind.isMultilingual
        guard folder != nil || isMultilingual else { return nil }
        self.kind = kind
        self.table = table
        language = isMultilingual ? nil : folder?.language
        folderPrecedence =
            isMultilingual ? folder?.precedence ?? LanguageFolder.bundlePrecedence : 0
        var path = name
        if let folder { path = folder.name + "/" + name }
        self.path = bundle.rootPath + "/" + path
        bytes = bundle.memory?.files[path]
        identity = bytes == nil ? PathStatus(path: self.path)?.identity ?? [] : []
    }

    /// Sorts by table, and then by increasing precedence, in two digits.
    var rank: String { table + "\0" + String(10 + 4 * kind.rawValue + folderPrecedence) }

    /// Whether two lists have the same files in the same order, all unchanged.
    static func areSame(_ first: [BundledTable], _ second: [BundledTable]) -> Bool {
        // The language is compared since that of `Base.lproj` doesn't follow from the path.
        first.elementsEqual(second) {
            $0.path == $1.path && $0.identity == $1.identity && $0.language == $1.language
        }
    }

    /// Reads the file into the tables of its languages, or notes why it can't be read.
    @inline(never)
    func read(into tables: TableBuilders) {
        let builder = language.flatMap { tables.builder(of: $0) }
        if builder == nil, language != nil { return }
        builder?.begin(file: path, hadStrings: !tables.tables(ofFileAt: path).isEmpty)
        do throws(FileFault) {
            try kind.read(contents(), at: path, into: tables, builder)
            builder?.hasRead = true
        } catch {
            tables.noteFault(error, file: path, of: builder)
        }
    }

    private func contents() throws(FileFault) -> [UInt8] {
        guard let bytes else {
            return try PathStatus.contents(ofFileAt: path, limit: Self.maximumSize)
        }
        guard bytes.count <= Self.maximumSize else { throw .tooLarge }
        return bytes
    }

    static let maximumSize = 64 << 20
}
