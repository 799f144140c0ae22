import FootingFiles
import FootingLocalization
import FootingLocalizationMembers
public import Foundation

/// The keys that Swift sources look up.
///
/// ```swift
/// let keys = SourceKeys(in: [sources], functions: .standard + ["tr(_:)"])
/// for finding in keys.findings(comparedWith: store) { print(finding) }
/// ```
///
/// The sources are read as text: they need not compile, and all branches of an `#if` are read. The
/// names of localizers are found by their declarations.
public struct SourceKeys: Sendable {
    /// A call that looks up a key.
    public struct Call: Hashable, Sendable {
        /// The key; an interpolation is shown as `%@`.
        public let key: String
        /// The name of the table, or `nil` if it is computed.
        public let table: String?
        /// The number of arguments for the specifiers, or `nil` if it isn't known.
        public let argumentCount: Int?
        /// The text that is shown without a table; `nil` if it isn't a literal.
        public let defaultText: String?
        /// The comment for translators: that of the call, or the one beside it in the source that
        /// begins with `Translators:`.
        public let comment: String?
        /// The path of the file.
        public let file: String
        /// The line of the function's name, counted from 1.
        public let line: Int

        let literal: SourceLiteral
        /// Whether an interpolation stands for exactly one specifier.
        let takesInterpolations: Bool
    }

    /// The calls by file and line.
    public private(set) var calls: [Call] = []
    /// The findings about the sources alone.
    private(set) var list: FindingList
    /// The hashes of all literals.
    private(set) var literals: Set<UInt64> = []
    /// The paths of the files in which a name after a dot can be a message, by its hash.
    private(set) var members: [UInt64: [String]] = [:]

    /// Reads the Swift files of folders and their subfolders, except hidden ones.
    ///
    /// - Parameters:
    ///   - folders: The folders.
    ///   - functions: The functions that look up keys, besides localizers.
    ///   - ignored: Codes of findings that are neither listed nor counted.
    /// - Complexity: O(*n*) in the size of the files, and O(*n* log *n*) in their number.
    public init(
        in folders: [URL],
        functions: [SourceFunction] = .standard,
        ignoring ignored: Set<LocalizationFinding.Code> = []
    ) {
        self.init(
            below: folders.map { $0.path },
            functions: functions,
            ignoring: ignored,
            reportsFolders: true
        )
    }

    /// Reads the Swift files; `reportsFolders` adds findings about unreadable folders.
    package init(
        below roots: [String],
        functions: [SourceFunction],
        ignoring ignored: Set<LocalizationFinding.Code>,
        reportsFolders: Bool = false
    ) {
        list = FindingList(ignoring: ignored)
        var paths: [String] = []
        let search = FolderSearch(below: roots) { path, names in
            paths += names.filter { $0.hasSuffix(".swift") }.map(path.appendingComponent)
            return names
        }
        if reportsFolders {
            for (path, message) in search.faults { note(.unreadable, path, nil, message) }
        }
        read(paths, functions)
    }

    private mutating func read(_ paths: [String], _ functions: [SourceFunction]) {
        var files: [(file: SourceFile, localizers: Set<UInt64>)] = []
        var functions = Dictionary(grouping: functions, by: \.name)
        var properties: Set<UInt64> = []
        var known: Set<FileIdentity> = []
        for path in paths {
            let status = try? FileStatus(of: SystemPath(path.utf8), followingSymlinks: true)
            // A folder is searched, and a file with several links is read once.
            if let status, status.kind == .folder || !known.insert(status.identity).inserted {
                continue
            }
            // A file can grow before it is read.
            let isLarge = (status?.size ?? 0) > Self.maximumSize
            let bytes = isLarge ? nil : LocalizationStore.contents(ofFileAt: path)
            if isLarge || bytes?.count ?? 0 > Self.maximumSize {
                note(.limitExceeded, path, nil, "The file is larger than 16 MiB, and isn't read.")
                continue
            }
            guard let bytes else {
                note(.unreadable, path, nil, "The file couldn't be read: check its permissions.")
                continue
            }
            // Generated members look up all keys, used or not.
            if bytes.starts(with: MemberFile.header.utf8) { continue }
            if let line = bytes.firstLineInAnotherEncoding() {
                let message = "The line is not in UTF-8: save the file in UTF-8."
                note(.undecodableText, path, line, message)
            }
            let file = SourceFile.read(bytes, path: path)
            let names = LocalizerNames(declaredIn: file)
            properties.formUnion(names.properties)
            files.append((file, names.all))
        }
        for name in properties { functions[name, default: []].append(.localizerProperty) }
        for (file, localizers) in files {
            var functions = functions
            for name in localizers { functions[name, default: []].append(.localizer) }
            add(file, CallFinder(file, functions))
        }
    }

    private mutating func add(_ file: SourceFile, _ finder: CallFinder) {
        calls += finder.calls
        for name in finder.members {
            members[name, default: []] += finder.messages.contains(name) ? [file.path] : []
        }
        // Literals that are joined are a key together.
        for literal in file.literals + finder.calls.map(\.literal) where !literal.isPattern {
            literals.insert(literal.text.keyHash)
        }
        for line in finder.dynamicLines {
            let message = "The key is computed, so no table is compared: pass a literal if you can."
            note(.dynamicKey, file.path, Int(line), message)
        }
        for line in file.syntaxLines {
            let message = "A string or comment begins here, but has no end: end it."
            note(.syntax, file.path, Int(line), message)
        }
    }

    private mutating func note(
        _ code: LocalizationFinding.Code,
        _ file: String,
        _ line: Int?,
        _ message: String
    ) {
        list.add(code, at: FindingLocation(file: file, line: line), message)
    }

    private static let maximumSize = 16 << 20
}
