import Galley

extension DisplayList {
    /// Text, `#` for fills, and what is around them, in paint order.
    ///
    /// - Parameter notation: what stands for another command, and for the end of what it begins; nothing where left out.
    func summary(_ notation: (DisplayCommand) -> (start: String, end: String)?) -> String {
        var result = ""
        var ends: [String] = []
        for command in commands {
            switch command {
            case .text(let run): result += String(decoding: text[run.text], as: UTF8.self)
            case .fill: result += "#"
            case .end: result += ends.removeLast()
            case .beginTag, .beginClip, .beginGroup, .beginTransform:
                let shown = notation(command)
                result += shown?.start ?? ""
                ends.append(shown?.end ?? "")
            default: result += notation(command)?.start ?? ""
            }
        }
        return result
    }
}
