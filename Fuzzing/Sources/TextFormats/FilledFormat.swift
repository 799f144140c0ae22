@testable import FootingLocalization

/// A format with arguments filled in.
struct FilledFormat: Equatable {
    let output: [UInt8]
    /// What didn't go as the format's author meant it.
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
            // What the memory has room for is there as it was written; a text has no bytes but
            // those of Unicode.
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
