import Foundation
import GalleyFonts
import GalleyText

/// The style sheet of an SVG: a class for each look of text, and the faces of all of them.
struct SVGFaces {
    private struct Look: Hashable {
        var instance: FontInstanceID
        var fontSize: Double
        var color: Color
        var shaping: Int
        var isRightToLeft: Bool
    }

    /// What the text of one face takes of it.
    private struct Use {
        var number: Int
        var scalars: Set<UInt32> = []
        var features: Set<FontTag> = []
    }

    private var classes: [Look: Int] = [:]
    private var rules = SVGBytes()
    private var uses: [FontInstanceID: Use] = [:]
    private var order: [FontInstanceID] = []

    /// The class of a run's text.
    mutating func className(of run: TextRun, in list: borrowing DisplayList, _ fonts: FontCollection) -> String {
        let look = Look(
            instance: run.instance, fontSize: run.fontSize, color: run.color, shaping: run.shaping,
            isRightToLeft: run.isRightToLeft)
        if let known = classes[look] { return "t\(known)" }
        let number = classes.count
        classes[look] = number
        addRule(number, look, list.shapings[run.shaping], fonts.instance(run.instance))
        return "t\(number)"
    }

    /// Notes that a face shows some text.
    mutating func note(_ text: some Sequence<UInt8>, in instance: FontInstanceID) {
        let index = use(of: instance)
        for scalar in String(decoding: Array(text), as: UTF8.self).unicodeScalars {
            uses[instance, default: Use(number: index)].scalars.insert(scalar.value)
        }
    }

    private mutating func use(of instance: FontInstanceID) -> Int {
        if let known = uses[instance] { return known.number }
        let number = order.count
        order.append(instance)
        uses[instance] = Use(number: number)
        return number
    }

    private mutating func addRule(_ number: Int, _ look: Look, _ shaping: TextShaping, _ instance: FontInstance) {
        let family = use(of: look.instance)
        let names = instance.face.names
        let generic = instance.face.isFixedPitch ? "monospace" : instance.face.isSerif ? "serif" : "sans-serif"
        let size = look.fontSize * instance.overrides.sizeAdjust
        rules.raw(".t\(number){font:")
        if instance.synthesis.contains(.oblique) || instance.face.style.slant != .normal { rules.raw("italic ") }
        rules.number(SVGFaces.weight(of: instance))
        rules.raw(" ")
        rules.number(size)
        rules.raw("px g\(family),\(SVGFaces.quoted(names.typographicFamily)),\(generic)")
        var opaque = look.color
        opaque.alpha = 1
        rules.raw(";fill:\(opaque.hexadecimal)")
        if look.color.alpha < 1 {
            rules.raw(";fill-opacity:")
            rules.number(Double(max(0, look.color.alpha)))
        }
        if look.isRightToLeft { rules.raw(";direction:rtl") }
        if !instance.variations.isEmpty {
            let places = instance.variations.map { "\(SVGFaces.quoted("\($0.tag)")) \($0.value)" }.joined(
                separator: ",")
            rules.raw(";font-variation-settings:\(places)")
        }
        if !shaping.features.isEmpty {
            let features = shaping.features.map { "\(SVGFaces.quoted("\($0.tag)")) \($0.value)" }
            rules.raw(";font-feature-settings:\(features.joined(separator: ","))")
            uses[look.instance]?.features.formUnion(shaping.features.map { FontTag(rawValue: $0.tag.rawValue) })
        }
        rules.raw("}\n")
    }

    /// A face that is to be emboldened is declared as regular, and the text asks for bold.
    private static func weight(of instance: FontInstance) -> Double {
        instance.synthesis.contains(.bold) ? 700 : min(1_000, max(1, instance.face.style.weight))
    }

    /// A string of CSS.
    private static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            // Also what ends an element of XML, or what no XML can hold.
            case "\"", "\\", "<", "&", ">", "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
                result += "\\" + String(scalar.value, radix: 16) + " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The `style` element.
    func sheet(_ fonts: FontCollection) -> SVGBytes {
        var sheet = SVGBytes()
        guard !order.isEmpty else { return sheet }
        // Advances as they were designed, the order of characters as it was found.
        sheet.raw(
            "<style>\ntext{white-space:pre;text-rendering:geometricPrecision;unicode-bidi:bidi-override;font-optical-sizing:none}\n"
        )
        for id in order {
            guard let use = uses[id] else { continue }
            let instance = fonts.instance(id)
            guard let file = instance.face.subset(of: use.scalars.sorted(), features: use.features) else { continue }
            let weight = instance.synthesis.contains(.bold) ? 400 : SVGFaces.weight(of: instance)
            sheet.raw("@font-face{font-family:g\(use.number);font-weight:")
            sheet.number(weight)
            let isItalic = !instance.synthesis.contains(.oblique) && instance.face.style.slant != .normal
            if isItalic { sheet.raw(";font-style:italic") }
            sheet.raw(";src:url(data:font/ttf;base64,\(Data(file).base64EncodedString()))}\n")
        }
        sheet.append(rules)
        sheet.raw("</style>\n")
        return sheet
    }
}
