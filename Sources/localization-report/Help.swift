extension Command {
    static let help = """
        Checks the tables of all languages against each other, and the keys of sources.

        usage: swift package localization-report [OPTION ...] [FOLDER ...]
               localization-report-tool [OPTION ...] [FOLDER ...]

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
