/// The categories of an element of HTML.
struct Categories: OptionSet, Sendable {
    let rawValue: UInt32

    /// Elements without content, which have no end tag when they are written.
    static let void = Categories(rawValue: 1)
    static let heading = Categories(rawValue: 1 << 1)
    static let special = Categories(rawValue: 1 << 2)
    static let formatting = Categories(rawValue: 1 << 3)
    /// The end tag is implied before another.
    static let impliedEnd = Categories(rawValue: 1 << 4)
    /// The end tag is implied at the end of a template.
    static let tablePartEnd = Categories(rawValue: 1 << 5)
    /// The part of a table, beside which goes what does not belong into it.
    static let tableLevel = Categories(rawValue: 1 << 6)

    // Borders of the search for an open element.
    static let scope = Categories(rawValue: 1 << 7)
    static let listItemScope = Categories(rawValue: 1 << 8)
    static let buttonScope = Categories(rawValue: 1 << 9)
    static let tableScope = Categories(rawValue: 1 << 10)

    /// Elements that are read by the rules of the head, also in the body.
    static let headContent = Categories(rawValue: 1 << 11)
    /// Start tags that end SVG and MathML.
    static let breaksOut = Categories(rawValue: 1 << 12)

    // The effects of a start tag in the body.
    static let closesParagraph = Categories(rawValue: 1 << 13)
    static let keepsFormatting = Categories(rawValue: 1 << 14)
    static let setsMarker = Categories(rawValue: 1 << 15)
    static let forbidsFrameset = Categories(rawValue: 1 << 16)
    static let skipsLineFeed = Categories(rawValue: 1 << 17)
    /// The end tag closes the element that is in scope, and all inside it.
    static let endsAsBlock = Categories(rawValue: 1 << 18)

    /// Elements that the visible text leaves out, with their content.
    static let invisible = Categories(rawValue: 1 << 19)
    /// Elements that begin and end with a line break.
    static let block = Categories(rawValue: 1 << 20)
    static let preformatted = Categories(rawValue: 1 << 21)
    /// Elements that change how what follows is read, or that load code.
    static let unsafe = Categories(rawValue: 1 << 22)

    private static let names: [(Categories, String)] = [
        (
            void,
            """
            area base basefont bgsound br col embed frame hr image img input keygen link meta \
            param source track wbr
            """
        ),
        (heading, "h1 h2 h3 h4 h5 h6"),
        (
            special,
            """
            address applet area article aside base basefont bgsound blockquote body br button \
            caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure \
            footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img \
            input keygen li link listing main marquee menu meta nav noembed noframes noscript \
            object ol p param plaintext pre script search section select source style summary \
            table tbody td template textarea tfoot th thead title tr track ul wbr xmp
            """
        ),
        (formatting, "a b big code em font i nobr s small strike strong tt u"),
        (impliedEnd, "dd dt li optgroup option p rb rp rt rtc"),
        (tablePartEnd, "caption colgroup tbody td tfoot th thead tr"),
        (tableLevel, "table tbody tfoot thead tr"),
        (scope, "applet caption html marquee object select table td template th"),
        (listItemScope, "ol ul"), (buttonScope, "button"), (tableScope, "html table template"),
        (headContent, "base basefont bgsound link meta noframes script style template title"),
        (
            breaksOut,
            """
            b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i \
            img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table \
            tt u ul var
            """
        ),
        (
            [closesParagraph, keepsFormatting, endsAsBlock],
            """
            address article aside blockquote center details dialog dir div dl fieldset figcaption \
            figure footer header hgroup listing main menu nav ol pre search section summary ul
            """
        ),
        ([closesParagraph, keepsFormatting], "dd dt form li p plaintext"),
        (closesParagraph, "xmp"), (endsAsBlock, "button select"),
        (
            keepsFormatting,
            """
            h1 h2 h3 h4 h5 h6 hr iframe noembed param rb rp rt rtc source table textarea track
            """
        ),
        (setsMarker, "applet marquee object"),
        (
            forbidsFrameset,
            """
            applet area br button embed hr iframe image img input keygen listing marquee object \
            pre select table textarea wbr xmp
            """
        ),
        (skipsLineFeed, "listing pre textarea"),
        (
            invisible,
            """
            applet audio canvas datalist embed head iframe noembed noframes noscript object rp \
            script select style template textarea title video
            """
        ),
        (
            block,
            """
            address article aside blockquote body caption center colgroup dd details dialog dir \
            div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr \
            html legend li listing main menu nav ol optgroup option p plaintext pre search section \
            summary table tbody tfoot thead tr ul xmp
            """
        ),
        (preformatted, "listing plaintext pre xmp"),
        (
            unsafe,
            """
            applet base body embed frame frameset head html iframe link listing math meta noembed \
            noframes noscript object option plaintext script select style svg template textarea \
            title xmp
            """
        ),
    ]

    /// The categories of each name.
    static let table: [Categories] = {
        var table = [Categories](repeating: [], count: Name.count)
        for (categories, names) in names {
            for name in names.split(separator: " ") {
                table[Int(Name(String(name)).id)].insert(categories)
            }
        }
        return table
    }()
}

extension Name {
    /// The name with a string, or `other`.
    init(_ string: String) { self.init(id: NameTable.known.id(of: string) ?? Name.other.id) }

    var categories: Categories { Categories.table[Int(id)] }

    @inline(__always)
    func isIn(_ categories: Categories) -> Bool { !self.categories.isDisjoint(with: categories) }

    /// The mode in which the tokenizer reads the content of an element of text.
    func textMode(scriptingEnabled: Bool) -> Tokenizer.Mode? {
        switch self {
        case .title, .textarea: .rcdata
        case .style, .xmp, .iframe, .noembed, .noframes: .rawText
        case .noscript: scriptingEnabled ? .rawText : nil
        case .script: .script
        case .plaintext: .plaintext
        default: nil
        }
    }
}
