// Turns the rows of a table into records, with cells that span rows and columns.
//
// Run it with `swift run ReadTables`.

import FootingHTML

struct Fare {
    var from: String
    var to: String
    var single: Double?
    var both: Double?
}

let page = HTMLDocument(
    #"""
    <table id="fares">
      <caption>Fares</caption>
      <tr><th rowspan="2">From <th rowspan="2">To <th colspan="2">Fare
      <tr><th>Single <th>Return
      <tr><td rowspan="2">Vienna <td>Linz <td>36.00 <td>68.00
      <tr><td>Graz <td>41.20 <td>
      <tr><th colspan="4">Night trains
      <tr><td>Vienna <td>Venice <td>59.00 <td>118.00
    </table>
    """#
)

let table = page.first("#fares")
let rows = (table?.cells ?? []).map { row in row.map { $0?.text ?? "" } }
for row in rows { print(row) }

/// An error that tells how a page differs from the expected one.
struct PageChanged: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The texts of the rows of a table, below its rows of titles.
func records(
    _ table: HTMLElement?,
    below titles: [[String]]
) throws(PageChanged) -> [[String]] {
    guard let table else { throw PageChanged("no table") }
    guard table.name == "table" else { throw PageChanged("no table, but \(table)") }
    let cells = table.cells
    let rows = cells.map { row in row.map { $0?.text ?? "" } }
    guard rows.starts(with: titles) else {
        throw PageChanged("unexpected titles: \(rows.prefix(titles.count))")
    }
    var records: [[String]] = []
    for (row, cells) in zip(rows, cells).dropFirst(titles.count) {
        // One cell in all columns is a heading, not a record.
        if row.count > 1, Set(cells).count == 1 { continue }
        guard !cells.contains(nil) else { throw PageChanged("a missing cell: \(row)") }
        records.append(row)
    }
    return records
}

// The first two rows are titles.
let titles = [["From", "To", "Fare", "Fare"], ["From", "To", "Single", "Return"]]
let fares = try records(page.first("#fares"), below: titles).map { row in
    Fare(from: row[0], to: row[1], single: Double(row[2]), both: Double(row[3]))
}
for fare in fares { print(fare.from, fare.to, fare.single ?? 0, fare.both ?? 0) }

// A page that is not as expected.
let changed = [
    "<p>Moved", "<div id=fares>36.00</div>", "<table id=fares><tr><th>From<th>To</table>",
    page.html.replacing("<td>41.20", with: ""),
]
for html in changed {
    do throws(PageChanged) {
        print(try records(HTMLDocument(html).first("#fares"), below: titles))
    } catch {
        print(error)
    }
}

/// The price of an offer as a plain number, or `nil` if the page has no price or several.
func price(on page: HTMLDocument) -> Double? {
    let elements = page.select("[itemprop=price], meta[property='product:price:amount']")
    let prices = elements.map { element -> Double? in
        if let content = element["content"] { return number(content) }
        return element.first("sup, del, s") == nil ? number(element.text) : nil
    }
    guard let price = prices.first, Set(prices).count == 1 else { return nil }
    return price
}

func number(_ string: String) -> Double? { Double(string.replacing(",", with: ".")) }
print(price(on: HTMLDocument("<p>Now <b itemprop=price> 7,50 </b> euros")) ?? "no price")
print(price(on: HTMLDocument("<b itemprop=price>7<sup>50</sup></b>")) ?? "no price")
print(price(on: HTMLDocument("<meta property=product:price:amount content=7.50>")) ?? "no price")

// A page without tables: a list with one element for each fact.
let offers = HTMLDocument(
    #"""
    <div itemscope><h3 itemprop=name>Zazie</h3><meta itemprop=price content="7.50"></div>
    <div itemscope><h3 itemprop=name>Émile</h3><meta itemprop=price content="12.00"></div>
    """#
)
for offer in offers.select("[itemscope]") {
    let name = offer.first("[itemprop=name]")?.text
    let price = offer.first("[itemprop=price]")?["content"]
    print(name ?? "", price ?? "")
}
