extension Command {
    static let overview = """
        usage: swift package localization COMMAND [OPTION ...]
               localization-tool COMMAND [OPTION ...]

          keys      write a Swift file with a message for each key of tables
          report    check tables and the keys of sources: swift package localization-report

        COMMAND --help describes a command.

        """

    static let keysHelp = """
        Writes a Swift file with a member of LocalizedMessage for each key of tables, as the plugin
        LocalizationKeys does in each build: use one of the two.

        usage: swift package --allow-writing-to-package-directory localization keys --target NAME
                   --to FILE
               localization-tool keys --to FILE [FOLDER ...]

          --to FILE           the file; it is left alone if its content is the same
          --target NAME       search this target of the package; may be repeated
          --language TAG      the development language of tables other than catalogs (default: the
                              package's defaultLocalization, or en)
          --package-target NAME=FOLDER
                              a target of the package; the plugin passes all targets
          --help              print this

        “access” in .localization.json is the access level: internal (default), package or public.
        Faults in tables are printed; their keys have no message. The exit status is 1 if there is
        no table, 64 if the arguments are invalid, and 74 if the file can't be written.

        """

    static let help = """
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
          --language TAG      the development language (default: the package's
                              defaultLocalization, or en)
          --package-target NAME=FOLDER
                              a target of the package; the plugin passes all targets

        Exit:
          --fail-on LEAST     the lowest severity for which it fails: info, warning, error or never
                              (default: the shown severities); findings for which it fails are shown
          --help              print this

        The exit status is 0 without findings for which it fails, 1 with such findings, 64 if the
        arguments are invalid, and 74 if the output can't be written. `swift package` turns every
        status but 0 into 1.

        """
}
