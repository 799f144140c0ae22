extension Command {
    static let help = """
        Checks the tables of all languages against each other: .strings, .stringsdict and .xcstrings.

        usage: swift package localization-report [OPTION ...] [FOLDER ...]
               localization-report [OPTION ...] [FOLDER ...]

        Tables are searched for in the FOLDERs and everything below, hidden folders left out; without a
        FOLDER, in all targets of the package, or in the current folder.

        What is printed:
          --format FORMAT     text (path:line: severity: message [code]), json or csv
          --severity LEAST    the least severity that is shown: info, warning or error
                              (default: warning)
          --ignore CODE       leave out findings with a code; may be repeated
          --join              print all tables instead, a row for each key with a column for each
                              language, in csv (default) or json
          --diff FOLDER       print what has changed since FOLDER instead, an older copy of the package
                              or of the one FOLDER that is searched, and translations left behind

        What is looked at:
          --target NAME       search this target of the package; may be repeated
          --language TAG      the language that texts are written in first (default: the package's
                              defaultLocalization, or en)
          --package-target NAME=FOLDER
                              a target of the package; the plugin names them all

        How it ends:
          --fail-on LEAST     the least severity that it fails for: info, warning, error or never
                              (default: whatever is shown); what it fails for is shown
          --help              print this

        The exit status is 0 if there is nothing to fail for, 1 if there is something, 64 if the
        arguments make no sense, and 74 if the output can't be written. `swift package` makes 1 of each
        that is not 0.

        """
}
