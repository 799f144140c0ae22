import Foundation
import Harness
import Records

/// A library of another language that reads the same records, with the same types.
enum RecordPeer {
    /// Pydantic's reading of JSON bytes.
    case pydantic
    /// Pydantic's reading of dictionaries.
    case pydanticDictionaries
    /// The typed decoder of msgspec, which is written in C.
    case msgspec
    /// Rust's serde_json, to structs that derive `Deserialize`.
    case serde

    var name: String {
        switch self {
        case .pydantic: "pydantic's validate_json"
        case .pydanticDictionaries: "pydantic's validate_python"
        case .msgspec: "msgspec's json.decode"
        case .serde: "serde_json's from_slice"
        }
    }

    /// Starts it with the document in a file, and has it read that once to compare the last record.
    ///
    /// - Throws: `Comparison.Unavailable` if the library is missing or reads something else.
    func start(_ document: RecordDocument) throws -> ChildPeer {
        guard let program = script == nil ? peer(at: "serde/footing-serde") : peersPython else {
            throw Comparison.Unavailable("not there; Benchmarks/Peers/install gets it")
        }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "footing-\(UUID().uuidString).json")
        try document.data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let arguments = [
            file.path, "\(document.count)", document.lastUUID.uuidString.lowercased(),
        ]
        guard let script else { return try ChildPeer(program, arguments) }
        return try .python(
            program,
            importing: "datetime, enum, json, typing, uuid, \(script.library)",
            setup: script.setup,
            work: "if len(\(script.reading)) != expected: sys.exit()",
            with: arguments
        )
    }

    /// The script of a peer in Python, or `nil` for a program.
    private var script: Script? {
        switch self {
        case .pydantic:
            Script(
                library: "pydantic",
                base: "pydantic.BaseModel",
                reader: "pydantic.TypeAdapter(list[Record])",
                reading: "reader.validate_json(data)"
            )
        case .pydanticDictionaries:
            Script(
                library: "pydantic",
                base: "pydantic.BaseModel",
                reader: "pydantic.TypeAdapter(list[Record])",
                reading: "reader.validate_python(values)"
            )
        case .msgspec:
            Script(
                library: "msgspec",
                base: "msgspec.Struct",
                reader: "msgspec.json.Decoder(list[Record])",
                reading: "reader.decode(data)"
            )
        case .serde:
            nil
        }
    }
}

/// The part of a script in Python that differs between libraries, and the records.
private struct Script {
    let library: String
    let base: String
    let reader: String
    let reading: String

    var setup: String {
        """
        class Plan(enum.Enum):
            FREE = "free"
            BASIC = "basic"
            TEAM = "team"
        class Address(\(base)):
            street: str
            city: str
            zip: str
            latitude: float
            longitude: float
        class Record(\(base)):
            id: int
            uuid: uuid.UUID
            first: str
            last: str
            active: bool
            price: float
            score: float
            joined: datetime.datetime
            plan: Plan
            tags: list[str]
            address: Address
            visits: int
            note: typing.Optional[str]
        reader = \(reader)
        with open(arguments[0], "rb") as file:
            data = file.read()
        values = json.loads(data)
        expected = int(arguments[1])
        record = \(reading)[expected - 1]
        if record.uuid != uuid.UUID(arguments[2]) or not isinstance(record.joined, datetime.datetime):
            raise ValueError("it reads something else")
        """
    }
}
