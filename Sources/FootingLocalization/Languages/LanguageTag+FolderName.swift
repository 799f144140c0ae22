extension LanguageTag {
    /// Reads the name of a folder `.lproj` without its suffix: a tag, or one of the English names
    /// that folders had before there were tags.
    init?(folderName: String) {
        if let tag = LanguageTag(folderName) {
            self = tag
        } else if folderName.utf8.count <= 32, let tag = Self.tag(named: folderName.lowercased()) {
            self = tag
        } else {
            return nil
        }
    }

    private static func tag(named name: String) -> LanguageTag? {
        for pair in legacyNames.split(atByte: UInt8(ascii: ";")) {
            let parts = pair.split(atByte: UInt8(ascii: "="))
            if parts[0] == name { return LanguageTag(parts[1]) }
        }
        return nil
    }

    private static let legacyNames = """
        afrikaans=af;albanian=sq;amharic=am;arabic=ar;armenian=hy;azerbaijani=az;basque=eu;\
        belarusian=be;bengali=bn;brazilian portuguese=pt-BR;bulgarian=bg;burmese=my;catalan=ca;\
        chinese=zh;croatian=hr;czech=cs;danish=da;dutch=nl;english=en;estonian=et;faroese=fo;\
        farsi=fa;finnish=fi;flemish=nl-BE;french=fr;galician=gl;georgian=ka;german=de;greek=el;\
        gujarati=gu;hebrew=he;hindi=hi;hungarian=hu;icelandic=is;indonesian=id;irish=ga;\
        italian=it;japanese=ja;kannada=kn;kazakh=kk;khmer=km;korean=ko;kurdish=ku;latvian=lv;\
        lithuanian=lt;macedonian=mk;malay=ms;malayalam=ml;maltese=mt;marathi=mr;mongolian=mn;\
        nepali=ne;norwegian=nb;nynorsk=nn;persian=fa;polish=pl;portuguese=pt;punjabi=pa;\
        romanian=ro;russian=ru;serbian=sr;simplified chinese=zh-Hans;slovak=sk;slovenian=sl;\
        spanish=es;swahili=sw;swedish=sv;tamil=ta;telugu=te;thai=th;tibetan=bo;\
        traditional chinese=zh-Hant;turkish=tr;ukrainian=uk;urdu=ur;uzbek=uz;vietnamese=vi;\
        welsh=cy;yiddish=yi;zulu=zu
        """
}
