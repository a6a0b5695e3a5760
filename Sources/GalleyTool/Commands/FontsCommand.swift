import ArgumentParser
import Galley

/// `galley fonts`: which faces there are.
struct FontsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fonts", abstract: "List the font families, or the faces of those whose name contains a word.",
        discussion: """
            Examples:
              galley fonts
              galley fonts "noto sans"
              galley fonts --font Inter.ttf inter
            """)

    @Argument(help: .init("Part of a family's name.", valueName: "name"))
    var name: String?

    @Option(help: .init("A font file to list beside the system's. May be given several times.", valueName: "file"))
    var font: [String] = []

    @OptionGroup var report: ReportOptions

    func run() throws {
        let report = Report(report)
        do throws(InputError) {
            list(try Resources(Look(fontFiles: font), css: []).fonts, report)
        } catch {
            report.add(error)
        }
        try report.finish()
    }

    private func list(_ fonts: FontCollection, _ report: Report) {
        var families: [String: [FontDescriptor]] = [:]
        for face in fonts.faces where matches(face) { families[face.family, default: []].append(face) }
        if families.isEmpty, let name {
            report.add(Diagnostic(.warning, code: "no-such-family", "no family's name contains \"\(name)\""))
        }
        var output = ""
        for (family, faces) in families.sorted(by: { $0.key < $1.key }) {
            if name == nil {
                output += faces.count == 1 ? "\(family)\n" : "\(family) (\(faces.count) faces)\n"
            } else {
                output += "\(family)\n"
                for face in faces.sorted(by: FontsCommand.precedes) { output += "  \(describe(face))\n" }
            }
        }
        report.output(Array(output.utf8))
    }

    private func matches(_ face: FontDescriptor) -> Bool {
        guard let name else { return true }
        return face.families.contains { $0.lowercased().contains(name.lowercased()) }
    }

    private static func precedes(_ left: FontDescriptor, _ right: FontDescriptor) -> Bool {
        (left.style.weight, left.fullName, left.path) < (right.style.weight, right.fullName, right.path)
    }

    private func describe(_ face: FontDescriptor) -> String {
        var notes: [String] = []
        if face.weights.lowerBound < face.weights.upperBound {
            notes.append("weights \(plain(face.weights.lowerBound)) to \(plain(face.weights.upperBound))")
        } else {
            notes.append("weight \(plain(face.style.weight))")
        }
        if face.style.stretch != 100 { notes.append("width \(plain(face.style.stretch)) %") }
        if face.isFixedPitch { notes.append("fixed pitch") }
        if face.hasColor { notes.append("colour") }
        let place = face.index == 0 ? face.path : "\(face.path)#\(face.index)"
        return "\(face.fullName): \(notes.joined(separator: ", ")): \(place)"
    }
}
