/// The error of code that refuses, as tests tell it to.
package struct Refusal: Error, Hashable {
    package var code: Int

    package init(code: Int = 1) { self.code = code }
}
