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
      <tr><td>Graz <td>41.20
    </table>
    """#
)

let table = page.first("#fares")
let rows = (table?.cells ?? []).map { row in row.map { $0?.text ?? "" } }
for row in rows { print(row) }

// The first two rows are titles.
let fares = rows.dropFirst(2).map { row in
    Fare(from: row[0], to: row[1], single: Double(row[2]), both: Double(row[3]))
}
for fare in fares { print(fare.from, fare.to, fare.single ?? 0, fare.both ?? 0) }

/// The rows of a table as dictionaries, with the texts of its first row as keys.
func records(_ table: HTMLElement) -> [[String: String]] {
    let rows = table.cells.map { row in row.map { $0?.text ?? "" } }
    guard let titles = rows.first else { return [] }
    return rows.dropFirst().map { row in
        Dictionary(zip(titles, row)) { first, _ in first }
    }
}

let prices = HTMLDocument("<table><tr><th>Title<th>Price<tr><td>Zazie<td>7.50</table>")
if let table = prices.first("table") {
    for record in records(table) { print(record["Title"] ?? "", record["Price"] ?? "") }
}

/// The price of an offer, or `nil` if the page has changed.
func price(on page: HTMLDocument) -> Double? {
    let element = page.first("[itemprop=price], meta[property='product:price:amount']")
    let string = element?["content"] ?? element?.text
    return string.flatMap { Double($0.replacing(",", with: ".")) }
}
print(price(on: HTMLDocument("<p>Now <b itemprop=price> 7,50 </b> euros")) ?? "no price")
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
