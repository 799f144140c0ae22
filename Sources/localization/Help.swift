extension Command {
    var help: String {
        switch self {
        case .export: Self.exportHelp
        case .import: Self.importHelp
        case .keys: Self.keysHelp
        case .report: Self.reportHelp
        case .update: Self.updateHelp
        }
    }

    static let overview = """
        usage: swift package localization COMMAND [OPTION ...]
               localization-tool COMMAND [OPTION ...]

          export    write files for translators: XLIFF, PO or CSV
          import    write translations from such files into tables
          keys      write a Swift file with a message for each key of tables
          report    check tables and the keys of sources: swift package localization-report
          update    write the keys of sources into their tables

        COMMAND --help describes a command.

        """

    private static let keysHelp = """
        Writes a Swift file with a member of LocalizedMessage for each key of tables, as the plugin
        LocalizationKeys does in each build: use one of the two.

        usage: swift package --allow-writing-to-package-directory localization keys --target NAME
                   --to FILE
               localization-tool keys --to FILE [FOLDER ...]

          --to FILE           the file; it is left alone if its content is the same
          --target NAME       search this target of the package; may be repeated
          --source-language TAG
                              the development language of tables other than catalogs (default: the
                              package's defaultLocalization, or en)
        \(packageAndHelp)

        “access” in .localization.json is the access level: internal (default), package or public.
        Faults in tables are printed; their keys have no message. The exit status is 1 if there is
        no table, 64 if the arguments are invalid, and 74 if the file can't be written.

        """

    private static let exportHelp = """
        Writes the strings of all tables for translators, a file for each language: XLIFF 1.2 as
        Xcode writes it, CSV, or PO with a file for each table.

        usage: swift package --allow-writing-to-package-directory localization export
                   --language TAG --to FOLDER
               localization-tool export --language TAG --to FOLDER [FOLDER ...]

          --language TAG      a language of translations; may be repeated; without one, PO templates
          --to FOLDER         the folder for the files, which is created
          --format FORMAT     xliff (default), po or csv
        \(tablesAndHelp)

        The paths of the files are printed, and the strings that can't be exported. The exit status
        is 1 if there is such a string or no table, 64 if the arguments are invalid, and 74 if a
        file can't be written.

        """

    private static let importHelp = """
        Writes the translations of files into tables. A finished translation is never replaced by
        less; everything that is left out is printed.

        usage: swift package --allow-writing-to-package-directory localization import FILE ...
               localization-tool import FILE ...

        A FILE is XLIFF 1.2 or 2, an .xcloc folder, PO or CSV, by its content.

          --check             write nothing, and fail if something would change
          --language TAG      the language of translations in files that don't name it
        \(tablesAndHelp)

        The exit status is 1 if a translation is refused or a file can't be read, 64 if the
        arguments are invalid, and 74 if a table can't be written.

        """

    private static let updateHelp = """
        Writes the keys of sources into their tables: new keys are added to string catalogs and to
        .strings files in the development language, and keys of catalogs that nothing uses become
        stale, as in a build of Xcode. Everything else in the files stays as it is.

        usage: swift package --allow-writing-to-package-directory localization update [OPTION ...]
                   [FOLDER ...]
               localization-tool update [OPTION ...] [FOLDER ...]

        Reads the Swift files and tables of the FOLDERs and their subfolders, except hidden ones;
        without a FOLDER, those of all targets of the package, or of the current folder. Each
        FOLDER is a target: a key is added to the table of its target, or else to that of the only
        other target with a table of the name.

          --check             write nothing; fail if something would change
          --manual            give new entries of catalogs the state “manual”, so that Xcode, which
                              doesn't see keys in other targets, never marks them as stale; update
                              such entries, too, if a default has changed that nobody has edited
          --prune             remove stale entries that have no translation
          --force             let more than half of the keys without a state become stale
          --reformat          give catalogs whose layout can't be kept the layout of Xcode
          --function NAME     a function that looks up keys, such as “tr(_:)”, “L(key:)” or
                              “_.localized”; may be repeated, and stand in .localization.json
          --swiftui           also the literals of SwiftUI's initializers and modifiers
          --target NAME       only this target of the package; may be repeated
          --source-language TAG
                              the development language of .strings files (default: the package's
                              defaultLocalization, or en)
        \(packageAndHelp)

        Prints a line for each change: “+ key” for a new entry, “~ key” for a changed one, and
        “- key” for one that became stale or was removed. Keys with interpolations are not added.
        The exit status is 1 if --check finds a change, if a key has no table, or if a table can't
        be read; 64 if the arguments are invalid, and 74 if a file can't be written.

        """

    private static let reportHelp = """
        Checks the tables of all languages against each other, and the keys of sources.

        usage: swift package localization-report [OPTION ...] [FOLDER ...]
               localization-tool report [OPTION ...] [FOLDER ...]

        Searches the FOLDERs and their subfolders, except hidden ones, for tables; without a
        FOLDER, all targets of the package, or the current folder.

        Output:
          --format FORMAT     text (path:line: severity: message [code]), json or csv
          --severity LEAST    the lowest severity that is shown: info, warning or error
                              (default: warning)
          --ignore CODE       omit findings with a code; may be repeated
          --require TAG       a language that each table needs; may be repeated
          --join              print all tables instead, a row for each key with a column for each
                              language, in csv (default) or json
          --diff FOLDER       print the changes since FOLDER instead, an older copy of the package
                              or of the only FOLDER that is searched, and outdated translations

        Sources:
          --sources           also compare the keys in the Swift files of the FOLDERs and targets
                              with the tables
          --function NAME     a function that looks up keys, such as “tr(_:)”, “L(key:)” or
                              “_.localized”; may be repeated, and stand in .localization.json:
                              { "functions": ["tr(_:)"], "swiftUI": false }
          --swiftui           also the literals of SwiftUI's initializers and modifiers

        Input:
          --target NAME       search this target of the package; may be repeated
          --source-language TAG
                              the development language (default: the package's
                              defaultLocalization, or en)

        Exit:
          --fail-on LEAST     the lowest severity for which it fails: info, warning, error or never
                              (default: the shown severities); findings for which it fails are shown
        \(packageAndHelp)

        The exit status is 0 without findings for which it fails, 1 with such findings, 64 if the
        arguments are invalid, and 74 if the output can't be written. `swift package` turns every
        status but 0 into 1.

        """

    private static let tablesAndHelp = """
          --root FOLDER       the folder at which paths in the files begin (default: the package)
          --target NAME       search this target of the package; may be repeated
          --source-language TAG
                              the development language of tables other than catalogs (default: the
                              package's defaultLocalization, or en)
        \(packageAndHelp)
        """

    private static let packageAndHelp = """
          --package-target NAME=FOLDER
                              a target of the package; the plugin passes all targets
          --help              print this
        """
}
