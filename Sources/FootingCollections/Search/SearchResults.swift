/// The records of a ``SearchIndex`` that match a query.
public struct SearchResults: Sendable {
    /// The positions of the records in the list that was indexed, in ascending order.
    public let positions: [Int]
    /// The query that the records match.
    public let query: SearchQuery
    let revision: SearchIndex.Revision
}
