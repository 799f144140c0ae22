import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// Sources and tables as three kinds of applications have them.
final class ApplicationKeysTests: XCTestCase {
    /// Writes an application, and checks all calls and all findings of its sources.
    private func check(
        _ sources: [String: String],
        _ tables: [String: String],
        functions: [SourceFunction] = [],
        calls: [String],
        findings: [String],
        line: UInt = #line
    ) throws {
        let folder = try TemporaryFolder(self)
        for (path, text) in sources { try folder.write(Data(text.utf8), to: path) }
        let keys = SourceKeys(in: [folder.url], functions: .standard + functions)
        let found = keys.calls.map { call in
            "\(name(call.file)):\(call.line) \(call.key)"
                + (call.table == "Localizable" ? "" : " in \(call.table ?? "?")")
                + (call.comment.map { " /\($0)" } ?? "")
        }
        XCTAssertEqual(found, calls, line: line)
        let all = keys.findings(comparedWith: try makeStore(tables)).map { finding in
            "\(finding.code) \(name(finding.file ?? "")):\(finding.line ?? 0) \(finding.key ?? "")"
        }
        XCTAssertEqual(all.sorted(), findings, line: line)
    }

    private func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }

    func testAnApplicationWithSwiftUIAndACatalog() throws {
        try check(
            [
                "App/MapApp.swift": """
                import SwiftUI

                @main
                struct MapApp: App {
                    static let title: LocalizedStringResource = "Maps"

                    var body: some Scene {
                        WindowGroup("Maps") { MapList(tiles: []) }
                            .commands { CommandMenu("Tools") { Button("Reload", action: reload) } }
                    }
                }
                """,
                "App/Views/MapList.swift": """
                import SwiftUI

                /// Shows "quoted" text.
                struct MapList: View {
                    let tiles: [Tile]
                    @State private var isShowing = false

                    var body: some View {
                        List {
                            Section(header: Text("Downloaded", comment: "Header of a list")) {
                                ForEach(tiles) { tile in
                                    Text("\\(tile.name), \\(tile.count) tiles")
                                    Text(verbatim: "\\(tile.size) KB")
                                    Label(tile.isOld ? "Outdated" : "Up to date", systemImage: "map")
                                }
                            }
                            Text(tiles.isEmpty ? "None" : tiles[0].name)
                        }
                        .navigationTitle("Maps")
                        .alert("Delete \\(tiles.count) maps?", isPresented: $isShowing) {
                            Button("Delete", role: .destructive) { delete(#"\\d+/"#) }
                            Button(role: .cancel) { } label: { Text("Cancel") }
                        }
                        .help(Text("Shows all maps"))
                        .accessibilityLabel("map \\(1)")
                    }

                    func share() -> String {
                        // Translators: The subject of a message.
                        String(localized: "Look at \\(tiles[0].name)!")
                    }
                }
                """,
            ],
            [
                "Localizable.xcstrings": catalog(
                    """
                    "%@, %lld tiles": {}, "Cancel": {}, "Delete": {}, "Delete %lld maps?": {},
                    "Downloaded": {}, "Look at %@!": {}, "Maps": {}, "None": {}, "Outdated": {},
                    "Reload": {}, "Shows all maps": {}, "Tools": {}, "Up to date": {},
                    "Gone": {"extractionState": "stale"}, "Never shown": {}
                    """
                )
            ],
            functions: .swiftUI,
            calls: [
                "MapApp.swift:5 Maps", "MapApp.swift:8 Maps", "MapApp.swift:9 Tools",
                "MapApp.swift:9 Reload", "MapList.swift:10 Downloaded /Header of a list",
                "MapList.swift:12 %@, %@ tiles", "MapList.swift:14 Outdated",
                "MapList.swift:14 Up to date", "MapList.swift:17 None",
                "MapList.swift:19 Maps", "MapList.swift:20 Delete %@ maps?",
                "MapList.swift:21 Delete", "MapList.swift:22 Cancel",
                "MapList.swift:24 Shows all maps", "MapList.swift:25 map %@",
                "MapList.swift:30 Look at %@! /The subject of a message.",
            ],
            findings: [
                "undefinedKey MapList.swift:25 map %@",
                "unusedKey Localizable.xcstrings:7 Never shown",
            ]
        )
    }

    func testAnApplicationWithNSLocalizedString() throws {
        try check(
            [
                "Reader/FeedController.swift": """
                import AppKit

                final class FeedController: NSViewController {
                    private enum Titles {
                        static let all = NSLocalizedString("All Unread", comment: "Smart feed title")
                        static let keys = ["menu.refresh", "@menu.quit"]
                    }

                    func title(count: Int) -> String {
                        let format = NSLocalizedString("%d of %@", comment: "Count, \\"feed\\"")
                        return String(format: format, count, name / 2)
                    }

                    func show(_ error: Error) {
                        alert.messageText = NSLocalizedString(
                            "Error",
                            tableName: "Alerts",
                            comment: "Alert title"
                        )
                        alert.informativeText = NSLocalizedString(error.code, comment: "")
                        let button = NSLocalizedString("error." + "retry", comment: "Button")
                        #if os(iOS)
                        sheet(NSLocalizedString("Share", comment: "Button"))
                        #else
                        menu(Bundle.main.localizedString(forKey: "Export", value: nil, table: nil))
                        #endif
                    }
                }
                """
            ],
            [
                "en.lproj/Localizable.strings": """
                "All Unread" = "All Unread";
                "%d of %@" = "%d of %@";
                "error.retry" = "Try Again";
                "menu.refresh" = "Refresh";
                "menu.quit" = "Quit";
                "menu.help" = "Help";
                "Share" = "Share";
                """,
                "de.lproj/Localizable.strings": "\"Export\" = \"Exportieren\";",
                "en.lproj/Alerts.strings": "\"Failure\" = \"Failure\";",
            ],
            calls: [
                "FeedController.swift:5 All Unread /Smart feed title",
                "FeedController.swift:10 %d of %@ /Count, \"feed\"",
                "FeedController.swift:15 Error in Alerts /Alert title",
                "FeedController.swift:21 error.retry /Button",
                "FeedController.swift:23 Share /Button", "FeedController.swift:25 Export",
            ],
            findings: [
                "dynamicKey FeedController.swift:20 ", "undefinedKey FeedController.swift:15 Error",
                "unusedKey Alerts.strings:1 Failure", "unusedKey Localizable.strings:6 menu.help",
            ]
        )
    }

    func testAServerWithLocalizers() throws {
        try check(
            [
                "Server/Context.swift": """
                struct Context {
                    let strings: Localizer
                    var other: [String: Localizer] = [:]
                }

                func tr(_ key: String, in context: Context) -> String { context.strings(key) }
                """,
                "Server/Orders.swift": """
                func page(_ request: Request, _ context: Context) throws -> String {
                    let mail = store.localizer(for: request.languages).isolatingArguments()
                    // Translators: The number of orders,
                    // and the name of the customer.
                    let title = context.strings("orders.title", count, customer.name)
                    let state = context.strings("order.state.\\(order.state)")
                    let late = mail(order.isLate ? "order.late" : "order.soon", 3, table: "Mail")
                    guard count > 0 else { throw Failure(.ordersNone, title: title) }
                    return title + state + late + tr("footer", in: context) + "\\(l10n("bye", 1))"
                }
                """,
            ],
            [
                "en.lproj/Localizable.strings": """
                "orders.title" = "%d orders of %@";
                "order.state.paid" = "paid";
                "order.state.sent" = "sent";
                "orders.none" = "No order";
                "footer" = "Imprint";
                "bye" = "Good bye";
                "orders.all" = "All";
                """,
                "en.lproj/Mail.strings": "\"order.late\" = \"%d days late\";",
            ],
            functions: ["tr(_:)"],
            calls: [
                "Orders.swift:5 orders.title /The number of orders, and the name of the customer.",
                "Orders.swift:6 order.state.%@", "Orders.swift:7 order.late in Mail",
                "Orders.swift:7 order.soon in Mail", "Orders.swift:9 footer", "Orders.swift:9 bye",
            ],
            findings: [
                "argumentCount Orders.swift:9 bye", "dynamicKey Context.swift:6 ",
                "undefinedKey Orders.swift:7 order.soon",
                "unusedKey Localizable.strings:7 orders.all",
            ]
        )
    }
}
