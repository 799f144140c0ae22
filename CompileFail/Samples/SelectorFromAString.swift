// expect: cannot convert value of type 'String' to expected argument type 'HTMLSelector'
import FootingHTML

func cells(of page: HTMLDocument, in row: String) -> [HTMLElement] {
    #if REFUSED
    page.select("#\(row) > td")
    #else
    page.select("tr > td").filter { $0.parent?.id == row }
    #endif
}
