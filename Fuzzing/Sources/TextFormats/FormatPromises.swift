@testable import FootingLocalization

/// The promises of formatting for any format, arguments and variables.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct FormatPromises {
    private let input: FormatInput

    init(_ bytes: [UInt8]) {
        input = FormatInput(bytes)
    }

    func check() {
        let builder = StringTableBuilder(name: "Localizable", language: input.language)
        let variables = input.variables.sorted { $0.key < $1.key }.map { name, texts in
            FormatCompiler.Variable(
                name: name,
                display: FormatInput.display(of: name),
                texts: texts
            )
        }
        let compiler = FormatCompiler(variables, key: "key", builder)
        let format = compiler.format(FormatString(input.format, compiler: compiler))
        check(format, isolatesTexts: false)
        if input.language.isRightToLeft { check(format, isolatesTexts: true) }
    }

    private func check(_ format: LocalizedFormat, isolatesTexts: Bool) {
        func fill(memory: Int) -> FilledFormat {
            FilledFormat(
                format,
                input.arguments,
                in: input.language,
                isolatesTexts: isolatesTexts,
                memory: memory
            )
        }
        let filled = fill(memory: 8)
        // Before it is cut, a text can be as long as the limit and one argument more.
        let limit = FormatRenderer.maximumOutput
        let isCut = filled.output.count > limit - 6
        let again = fill(memory: isCut ? 3 * limit : filled.output.count)
        again.check()
        expect(again == filled, "another text in other memory")

        var reference = ReferenceFiller(input, isolatesTexts: isolatesTexts)
        guard let expected = reference.fill() else { return }
        let output = filled.output
        let isLimited = filled.deviations.contains(.limitExceeded)
        if expected.count <= limit {
            expect(output == expected, "another text: \(String(decoding: output, as: UTF8.self))")
        } else {
            let cut = ReferenceIsolation.cut(expected, to: limit, isClosed: isolatesTexts)
            expect(output == cut, "another text that was cut")
        }
        expect(isLimited || expected.count <= limit && !reference.isLimited, "a limit unsaid")
        expect(!isLimited || expected.count >= limit || reference.isLimited, "no limit")
        guard filled.deviations.count < 100, !isLimited else { return }
        let isMissing = filled.deviations.contains {
            if case .missingArgument = $0 { true } else { false }
        }
        expect(isMissing == reference.isMissing, "a missing argument unsaid, or none")
        let isStray = filled.deviations.contains(.strayPercent)
        expect(isStray == reference.isStray, "a stray percent sign unsaid, or none")
    }
}
