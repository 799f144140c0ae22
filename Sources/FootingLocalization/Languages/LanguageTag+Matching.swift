extension LanguageTag {
    /// Whether a string of another tag is in this language and script, of any region.
    ///
    /// The tags `no` and `nb` are names of one language.
    package func isAnswered(by other: LanguageTag) -> Bool {
        if self == other { return true }
        let (own, answer) = (LanguageProfile(self), LanguageProfile(other))
        return answer.isFor(own) && own.written.isWritten(as: answer.written)
    }

    /// Whether the tags differ at most in the script or the region that CLDR adds.
    package func isSame(as other: LanguageTag) -> Bool {
        codes.maximized == other.codes.maximized && variants == other.variants
    }
}
