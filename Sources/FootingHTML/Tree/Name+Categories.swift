/// The categories of elements of HTML.
extension Name {
    /// Whether the element has no content and no end tag when it is written.
    var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input,
            .keygen, .link, .meta, .param, .source, .track, .wbr:
            true
        default: false
        }
    }

    var isHeading: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    var isSpecial: Bool {
        switch self {
        case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote,
            .body, .br, .button, .caption, .center, .col, .colgroup, .dd, .details, .dir, .div,
            .dl, .dt, .embed, .fieldset, .figcaption, .figure, .footer, .form, .frame, .frameset,
            .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img,
            .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed,
            .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search,
            .section, .select, .source, .style, .summary, .table, .tbody, .td, .template,
            .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul, .wbr, .xmp:
            true
        default: false
        }
    }

    var isFormatting: Bool {
        switch self {
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            true
        default: false
        }
    }

    /// Whether the end tag is implied before another.
    var hasImpliedEnd: Bool {
        switch self {
        case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
        default: false
        }
    }

    /// Whether the end tag is implied at the end of a template or document.
    var hasThoroughlyImpliedEnd: Bool {
        switch self {
        case .caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: hasImpliedEnd
        }
    }

    /// Whether the element ends the search for an open element in scope.
    var isScope: Bool {
        switch self {
        case .applet, .caption, .html, .marquee, .object, .select, .table, .td, .template, .th:
            true
        default: false
        }
    }
}
