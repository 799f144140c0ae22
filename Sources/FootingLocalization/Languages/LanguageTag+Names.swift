extension LanguageTag {
    /// The names to look up in CLDR's tables, the most specific first, with and without the script.
    var truncations: [String] {
        var names = [description]
        let region = region.map { "-" + $0 }
        if let script {
            let name = language + "-" + script
            if let region { names.append(name + region) }
            names.append(name)
        }
        if let region { names.append(language + region) }
        names.append(language)
        return names
    }

    /// The content of the first row that has one of the names, or `nil`.
    ///
    /// A row is two lines: its names, separated by single spaces, and its content. Such a string
    /// takes less than half of the binary size of an array of rows.
    static func row(named names: [String], in lines: [String]) -> String? {
        for name in names {
            let name = Array(name.utf8)
            for index in stride(from: 0, to: lines.count - 1, by: 2)
            where lines[index].hasWord(name) {
                return lines[index + 1]
            }
        }
        return nil
    }
}

extension LanguageTag {
    /// Reads the name of an `.lproj` folder without its suffix: a tag, or a legacy English name.
    package init?(folderName: String) {
        if let tag = LanguageTag(folderName) {
            self = tag
            return
        }
        let name = folderName.lowercased()
        for pair in Self.legacyNames.split(atByte: UInt8(ascii: ";")) {
            let names = pair.split(atByte: UInt8(ascii: "="))
            if names[0] == name {
                self.init(names[1])
                return
            }
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
