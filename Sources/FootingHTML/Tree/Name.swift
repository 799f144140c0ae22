/// The names of elements and attributes that rules mention.
///
/// The position of a case is its identifier in each ``NameTable``, so that rules switch on integers
/// and never compare strings.
enum Name: String, CaseIterable, Sendable {
    // Elements.
    case a, abbr, acronym, address
    case annotationXML = "annotation-xml"
    case applet, area, article, aside, audio, b, base, basefont, bdi, bdo, bgsound, big, blink
    case blockquote, body, br, button, canvas, caption, center, cite, code, col, colgroup, data
    case datalist, dd, del, desc, details, dfn, dialog, dir, div, dl, dt, em, embed, fieldset
    case figcaption, figure, font, footer, foreignobject, foreignObject, form, frame, frameset
    case h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe, image, img, input, ins
    case kbd, keygen, label, legend, li, link, listing, main, malignmark, map, mark, marquee, math
    case menu, menuitem, meta, meter, mglyph, mi, mn, mo, ms, mtext, nav, nobr, noembed, noframes
    case noscript, object, ol, optgroup, option, output, p, param, picture, plaintext, pre
    case progress, q, rb, rp, rt, rtc, ruby, s, samp, script, search, section, select
    case selectedcontent, slot, small, source, span, strike, strong, style, sub, summary, sup, svg
    case table, tbody, td, template, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul
    case `var`, video, wbr, xmp
    // Attributes, except those with the name of an element.
    case accept, action, align, alt, background, charset, `class`, color, colspan, content
    case encoding, face, `for`, hidden, href, id, itemprop, lang, longdesc, media, name, poster
    case property, `public`, rel, rowspan, size, src, srcdoc, srcset, system, tabindex, target, type
    case value, xmlns
    case httpEquiv = "http-equiv"
    case xlinkHref = "xlink:href"
    /// Every other name; its identifier tells it from others.
    case other
}

/// The position of a name in a ``NameTable``; below the number of cases of ``Name``, that case.
typealias NameID = UInt32

extension Name {
    static let count = allCases.count

    var id: NameID {
        // Safe: an enum of at most 256 cases without payload is a byte that counts them in order.
        // `NameTests` compares each case with its position.
        NameID(unsafe unsafeBitCast(self, to: UInt8.self))
    }

    @inline(__always)
    init(id: NameID) {
        let known = id <= Name.other.id ? UInt8(truncatingIfNeeded: id) : UInt8(Name.other.id)
        // Safe: the byte is not above that of the last case.
        self = unsafe unsafeBitCast(known, to: Name.self)
    }
}
