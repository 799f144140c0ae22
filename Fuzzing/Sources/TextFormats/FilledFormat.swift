@testable import FootingLocalization

/// A format with arguments filled in.
struct FilledFormat: Equatable {
    let output: [UInt8]
    /// The deviations from the intention of the format's author.
    let deviations: [FormatRenderer.Deviation]

    init(
        _ format: LocalizedFormat,
        _ arguments: [any FormatArgument],
        in language: LanguageContext,
        isolatesTexts: Bool = false,
        memory count: Int = 256
    ) {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
        defer { unsafe memory.deallocate() }
        (output, deviations) = unsafe arguments.withUnsafeBufferPointer { arguments in
            var renderer = unsafe FormatRenderer(
                arguments: arguments,
                isolatesTexts: isolatesTexts,
                memory: memory
            )
            renderer.render(format, in: language)
            // The memory holds the beginning of the output as it was written, while a string has
            // only bytes of Unicode.
            let length = renderer.output.count
            let bytes =
                length > count
                ? Array(renderer.output.text().utf8)
                : unsafe Array(UnsafeBufferPointer(rebasing: memory[..<length]))
            expect(bytes.count == length, "bytes that are no text")
            return (bytes, renderer.deviations)
        }
    }

    /// Checks what holds for every format and all arguments.
    func check() {
        expect(output.count <= FormatRenderer.maximumOutput, "a text beyond its limit")
        expect(String(validating: output, as: UTF8.self) != nil, "filled, and no text")
        expect(deviations.count <= 100, "more deviations than are kept")
        expect(Set(deviations).count == deviations.count, "a deviation twice")
    }
}
