// expect: 'parser' used after consume
import FootingHTML

func title(of chunks: [[UInt8]]) -> String? {
    var parser = HTMLDocument.Parser()
    for chunk in chunks { parser.append(chunk) }
    let page = parser.finish()
    #if REFUSED
    parser.append([0x3C])
    #endif
    return page.title
}
