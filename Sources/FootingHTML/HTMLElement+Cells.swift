extension HTMLElement {
    private static let maxCells = 1_000_000

    /// The cells of a `table`, row by row, without those of nested tables.
    ///
    /// The rows of each `tfoot` are last, as in browsers, wherever the `tfoot` is. A cell that
    /// spans rows or columns is at each place that it covers. A place without a cell is `nil`, and
    /// all rows have the same length. A row that makes the places exceed 1,000,000 is left out
    /// without an issue, and so are all later rows. Elements other than `table` have no cells.
    /// - Complexity: O(*n*) in the number of child nodes and places.
    public var cells: [[HTMLElement?]] {
        guard record.isHTML(.table) else { return [] }
        var rows: [[NodeID]] = []
        var width = 0
        for section in sections {
            // For each column, the cell that spans the next row, and for how many rows.
            var spans: [(cell: NodeID, rows: Int)] = []
            for tr in section {
                guard
                    let row = row(
                        of: tr,
                        below: &spans,
                        maxWidth: Self.maxCells / (rows.count + 1)
                    ),
                    max(width, row.count) * (rows.count + 1) <= Self.maxCells
                else { return elements(rows, width) }
                width = max(width, row.count)
                rows.append(row)
            }
        }
        return elements(rows, width)
    }

    /// The rows of each `thead` and `tbody`, those between these, and then of each `tfoot`.
    private var sections: [[NodeID]] {
        var sections: [[NodeID]] = [[]]
        var feet: [[NodeID]] = []
        for child in tree.children(of: node) {
            switch tree[child].htmlName {
            case .tr: sections[sections.count - 1].append(child)
            case .thead, .tbody, .tfoot:
                let rows = tree.children(of: child).filter { tree[$0].isHTML(.tr) }
                if tree[child].isHTML(.tfoot) { feet.append(rows) } else { sections.append(rows) }
                sections.append([])
            default: break
            }
        }
        return sections + feet
    }

    /// The cells of a row; `nil` if there are more than `maxWidth`.
    private func row(
        of tr: NodeID,
        below spans: inout [(cell: NodeID, rows: Int)],
        maxWidth: Int
    ) -> [NodeID]? {
        var row = spans.map { span in span.rows > 0 ? span.cell : noNode }
        for index in spans.indices where spans[index].rows > 0 { spans[index].rows -= 1 }
        var column = 0
        for cell in tree.children(of: tr) where tree[cell].isHTML(.td) || tree[cell].isHTML(.th) {
            while column < row.count, row[column] != noNode { column += 1 }
            let end = column + max(1, min(number(.colspan, of: cell) ?? 1, 1_000))
            let height = min(number(.rowspan, of: cell) ?? 1, 65_534)
            guard end <= maxWidth else { return nil }
            while row.count < end {
                row.append(noNode)
                spans.append((noNode, 0))
            }
            // Of cells that overlap, the first is kept.
            for column in column..<end where row[column] == noNode {
                row[column] = cell
                spans[column] = (cell, height == 0 ? .max : height - 1)
            }
            column = end
        }
        while row.last == noNode { row.removeLast() }
        return row.count <= maxWidth ? row : nil
    }

    /// The number that an attribute begins with, by the standard's rules; otherwise `nil`.
    private func number(_ name: Name, of cell: NodeID) -> Int? {
        guard let run = tree.value(of: name, in: tree[cell]) else { return nil }
        var bytes = Array(tree.string(run).utf8)[...].drop(while: isHTMLSpace)
        if bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let digits = bytes.prefix { $0 &- 0x30 < 10 }
        guard !digits.isEmpty else { return nil }
        return digits.reduce(0) { min($0 * 10 + Int($1 &- 0x30), 1_000_000) }
    }

    private func elements(_ rows: [[NodeID]], _ width: Int) -> [[HTMLElement?]] {
        rows.map { row in
            row.map { HTMLElement(unless: $0, in: document) }
                + Array(repeating: nil, count: width - row.count)
        }
    }
}
