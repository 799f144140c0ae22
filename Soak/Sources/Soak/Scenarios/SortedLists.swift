import FootingCollections
import Foundation

/// Lists that stay sorted and can be searched, each compared with a plain array.
final class SortedLists: Scenario {
    private struct Song {
        let name: String
        let artist: String
        let number: Int
        let key: NameKey

        init(_ number: Int, _ random: inout RandomSource) {
            (name, artist) = (SortedLists.words(&random), SortedLists.words(&random))
            self.number = number
            key = NameKey(name)
        }

        var texts: [String] { [name, artist] }
    }

    /// Words, with their folds.
    private static let words = [
        "Déjà": "deja", "vu": "vu", "Straße": "strasse", "ØRE": "ore", "Ｆｕｌｌ": "full", "it": "it",
        "be": "be", "Æther": "aether", "B’Day": "b'day", "Ωμέγα": "ωμεγα", "ﬁre": "fire",
        "naïve–ly": "naive-ly", "x²": "x2", "Łódź": "lodz",
    ]
    private static let names = words.keys.sorted()

    private let positions: Counter
    private let orders: Counter
    private let ranges: Counter
    private let found: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        positions = ledger.counter("lists: elements in their place")
        orders = ledger.counter("lists: orders as of an array")
        ranges = ledger.counter("lists: ranges of equal names")
        found = ledger.counter("lists: results of a plain search")
    }

    private static func words(_ random: inout RandomSource) -> String {
        (0..<random.number(1...3)).map { _ in names[random.number(0...names.count - 1)] }
            .joined(separator: random.choice(" ", "  "))
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        var songs: [Song] = []
        var index = SearchIndex()
        var results: SearchResults?
        for number in 0..<random.number(1...60) {
            change(&songs, &index, number, &random)
            results = search(songs, index, narrowing: results, &random)
        }
        let names = songs.map(\.name).shuffled(using: &random)
        orders.check(names.sorted(byName: \.self), is: songs.map(\.name))
        orders.check(songs.isSorted(by: \.key))
    }

    /// The position behind all songs whose key is not greater.
    private func place(_ song: Song, in songs: [Song]) -> Int {
        (songs.lastIndex { !(song.key < $0.key) } ?? -1) + 1
    }

    private func change(
        _ songs: inout [Song],
        _ index: inout SearchIndex,
        _ number: Int,
        _ random: inout RandomSource
    ) {
        let song = Song(number, &random)
        let position = songs.isEmpty ? 0 : random.number(0...songs.count - 1)
        switch songs.isEmpty ? 5 : random.number(1...6) {
        case 1:
            songs.remove(at: position)
            index.removeSubrange(position..<(position + 1))
        case 2:
            var others = songs
            others.remove(at: position)
            songs[position] = song
            let new = songs.moveIntoOrder(at: position, sortedBy: \.key)
            // An element does not move if it is in order with its neighbors.
            let isInOrder =
                (position == 0 || !(song.key < others[position - 1].key))
                && (position == others.count || !(others[position].key < song.key))
            positions.check(new, is: isInOrder ? position : place(song, in: others))
            index.removeSubrange(position..<(position + 1))
            index.replaceSubrange(new..<new, with: [song], texts: \.texts)
        case 3:
            var expected = songs
            let batch = (0..<random.number(0...9)).map { Song(1_000 * number + $0, &random) }
            for song in batch { expected.insert(song, at: place(song, in: expected)) }
            songs.insert(contentsOf: batch, sortedBy: \.key)
            orders.check(songs.map(\.number), is: expected.map(\.number))
            index = SearchIndex(songs, texts: \.texts)
        default:
            let expected = place(song, in: songs)
            let new = songs.insert(song, sortedBy: \.key)
            positions.check(new, is: expected)
            index.replaceSubrange(new..<new, with: [song], texts: \.texts)
        }
        let equal = songs.indices.filter { songs[$0].key == song.key }
        ranges.check(Array(songs.sortedRange(of: song.key, by: \.key)), is: equal)
    }

    private func search(
        _ songs: [Song],
        _ index: SearchIndex,
        narrowing earlier: SearchResults?,
        _ random: inout RandomSource
    ) -> SearchResults {
        var terms: [(text: String, isExcluded: Bool)] = []
        for _ in 0..<random.number(0...3) {
            let fold = Self.words[Self.words(&random)] ?? "vu"
            let text = fold.dropFirst(random.number(0...fold.count - 1))
            // A dash at the beginning excludes.
            if text.first != "-" { terms.append((String(text.prefix(3)), random.oneIn(4))) }
        }
        let query = terms.map { ($0.isExcluded ? "-" : "") + $0.text }.joined(separator: " ")
        let results = index.results(for: query, narrowing: earlier)
        let expected = songs.indices.filter { index in
            let texts = songs[index].texts.map { text in
                text.split(separator: " ").compactMap { Self.words[String($0)] }
                    .joined(separator: " ")
            }
            return terms.allSatisfy { term in
                texts.contains { $0.contains(term.text) } != term.isExcluded
            }
        }
        found.check(results.positions == expected, query)
        let numbers = songs.search(query, texts: \.texts).map(\.number)
        found.check(numbers == expected.map { songs[$0].number }, query)
        return results
    }
}
