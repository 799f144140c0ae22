import FootingCollections
import Foundation
import Harness

extension Comparison {
    static func searches() -> [Comparison] {
        [
            build(), buildGrowth(), indexedQuery(2_000), indexedQuery(20_000), search(),
            narrow("narrowing to a tenth", from: "sonk", goal: 0.65),
            narrow("narrowing from all songs", from: "", goal: 1.05), hostileSearch(),
        ]
    }

    private static func build() -> Comparison {
        Comparison(
            "index of 20000 songs",
            to: "one query with localizedStandardContains",
            goal: 0.15
        ) { effort in
            let songs = Song.samples(effort.isSmoke ? 200 : 20_000)
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(SearchIndex(songs) { $0.texts }) }
                },
                slowPeer: { blackHole(Song.matches(["sonka", "ber"], songs)) }
            )
        }
    }

    private static func buildGrowth() -> Comparison {
        Comparison("index of 200000 songs", to: "20000, ten times", goal: 1.15) { effort in
            let songs = Song.samples(effort.isSmoke ? 2_000 : 200_000)
            let few = Array(songs.prefix(songs.count / 10))
            let (large, small) = (Samples(15), Samples(15))
            func time(_ songs: [Song], _ count: Int) -> Double {
                nanoseconds(
                    of: { for _ in 0..<$0 { blackHole(SearchIndex(songs) { $0.texts }) } },
                    count
                )
            }
            return Sides(
                timingOurs: { large.time($0) { time(songs, 1) } },
                timingPeer: { small.time($0) { time(few, 10) } }
            )
        }
    }

    private static func indexedQuery(_ size: Int) -> Comparison {
        Comparison(
            "indexed query in \(size) songs",
            to: "loop with localizedStandardContains",
            goal: 0.015
        ) { effort in
            let songs = Song.samples(effort.isSmoke ? 200 : size)
            let index = SearchIndex(songs) { $0.texts }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(index.results(for: "sonka ber").positions) }
                },
                slowPeer: { blackHole(Song.matches(["sonka", "ber"], songs)) }
            )
        }
    }

    private static func search() -> Comparison {
        Comparison(
            "search in 20000 songs without an index",
            to: "loop with localizedStandardContains",
            goal: 0.20
        ) { effort in
            let songs = Song.samples(effort.isSmoke ? 200 : 20_000)
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(songs.search("sonka ber") { $0.texts }) }
                },
                slowPeer: { blackHole(Song.matches(["sonka", "ber"], songs)) }
            )
        }
    }

    private static func narrow(
        _ name: String,
        from query: String,
        goal: Double
    ) -> Comparison {
        Comparison(name, to: "full query of ours", goal: goal) { effort in
            let songs = Song.samples(effort.isSmoke ? 200 : 20_000)
            let index = SearchIndex(songs) { $0.texts }
            let earlier = index.results(for: query)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        blackHole(index.results(for: "sonka", narrowing: earlier).positions)
                    }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(index.results(for: "sonka").positions) }
                }
            )
        }
    }

    /// Searches for a term that nearly occurs at each position.
    private static func hostileSearch() -> Comparison {
        Comparison("a…aba…a in 2 MB of a", to: "1 MB, twice", goal: 1.15) { effort in
            let size = effort.isSmoke ? 10_000 : 1_000_000
            func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
            let term = "\(letters(1_000))b\(letters(1_000))"
            let (large, small) = (
                SearchIndex([letters(2 * size)]) { [$0] }, SearchIndex([letters(size)]) { [$0] }
            )
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(large.results(for: term).positions) }
                },
                peer: { count in
                    for _ in 0..<(2 * count) { blackHole(small.results(for: term).positions) }
                }
            )
        }
    }
}

private struct Song {
    let name: String
    let artist: String
    let album: String

    var texts: [String] { [name, artist, album] }

    static func samples(_ count: Int) -> [Song] {
        let names = NameSample.mixed(3 * count)
        return (0..<count).map { index in
            Song(
                name: names[3 * index],
                artist: names[3 * index + 1],
                album: names[3 * index + 2]
            )
        }
    }

    /// The songs with all words, by a loop over words and fields.
    static func matches(_ words: [String], _ songs: [Song]) -> [Song] {
        songs.filter { song in
            words.allSatisfy { word in
                song.name.localizedStandardContains(word)
                    || song.artist.localizedStandardContains(word)
                    || song.album.localizedStandardContains(word)
            }
        }
    }
}
