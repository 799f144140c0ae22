// Searches songs as a user types, and marks the words that were found.
//
// Run it with `swift run SearchSongs`.

import FootingCollections

struct Song {
    var name: String
    var artist: String
    var album: String
}

var songs = [
    Song(name: "Yesterday", artist: "The Beatles", album: "Help!"),
    Song(name: "Let It Be", artist: "The Beatles", album: "Let It Be"),
    Song(name: "Let It Be (live)", artist: "Paul McCartney", album: "Tripping the Live Fantastic"),
    Song(name: "Déjà Vu", artist: "Beyoncé", album: "B’Day"),
]

// One search.
let hits = songs.search("yesterday beatles") { [$0.name, $0.artist, $0.album] }
print(hits.map(\.name))

// Searches while a user types.
var index = SearchIndex(songs) { [$0.name, $0.artist, $0.album] }
var results = index.results(for: "beat yest")
results = index.results(for: "beat yest h", narrowing: results)
let found = results.positions.map { songs[$0] }
print(found.map(\.name))

/// The songs of a window, and those that its search field leaves.
struct SongList {
    private(set) var songs: [Song] = []
    private(set) var visible: [Song] = []
    private var index = SearchIndex()
    private var query = ""
    private var results: SearchResults?

    private static func texts(of song: Song) -> [String] {
        [song.name, song.artist, song.album]
    }

    /// Called for each letter: an empty query shows all songs.
    mutating func search(_ query: String) {
        let results = index.results(for: query, narrowing: results)
        visible = results.positions.map { songs[$0] }
        (self.query, self.results) = (query, results)
    }

    mutating func add(_ new: [Song]) {
        songs += new
        index.append(contentsOf: new, texts: Self.texts)
        search(query)
    }

    mutating func replace(at position: Int, with song: Song) {
        songs[position] = song
        index.replaceSubrange(position..<(position + 1), with: [song], texts: Self.texts)
        search(query)
    }

    mutating func remove(at position: Int) {
        songs.remove(at: position)
        index.removeSubrange(position..<(position + 1))
        search(query)
    }
}

var list = SongList()
list.add(songs)
for query in ["b", "be", "beyon", "deja beyon", "-beatles", "\"let it\" -live"] {
    list.search(query)
    print(query, list.visible.map(\.name), separator: ": ")
}
list.replace(at: 0, with: Song(name: "Halo", artist: "Beyoncé", album: "I Am… Sasha Fierce"))
print(list.visible.map(\.name))
list.search("beyonce")
list.remove(at: 3)
print(list.visible.map(\.name))

// Ranges in the original text.
func marked(_ song: Song) -> String {
    var marked = ""
    var end = song.name.startIndex
    func highlight(_ range: Range<String.Index>) {
        marked += "\(song.name[end..<range.lowerBound])[\(song.name[range])]"
        end = range.upperBound
    }
    for range in SearchQuery("\"let it\" -live").ranges(in: song.name) { highlight(range) }
    return marked + song.name[end...]
}
print(songs.map(marked))
for position in results.positions {
    print(songs[position].name, results.query.ranges(in: songs[position].name).count)
}

let query = SearchQuery((1...40).map { "word\($0)" }.joined(separator: " "))
if query.isTruncated { print("Only the first 32 words are searched.") }
