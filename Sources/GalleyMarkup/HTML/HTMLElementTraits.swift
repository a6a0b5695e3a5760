/// What the parsing rules need to know of an element by its name (HTML standard, §13.1 and §13.2).
struct HTMLElementTraits: OptionSet {
    let rawValue: UInt32

    /// Never has content.
    static let void = Self(rawValue: 1 << 0)
    /// "Special" (§13.2.4.2): stops the search for an open element.
    static let special = Self(rawValue: 1 << 1)
    /// "Formatting": `b`, `a`, `font` and the like, carried on into the next block.
    static let formatting = Self(rawValue: 1 << 2)
    /// A block whose start tag closes an open `p`.
    static let closesParagraph = Self(rawValue: 1 << 3)
    /// `h1` to `h6`.
    static let heading = Self(rawValue: 1 << 4)
    /// Belongs to the head.
    static let metadata = Self(rawValue: 1 << 5)
    /// Ends a search for elements "in scope".
    static let scope = Self(rawValue: 1 << 6)
    /// Its end tag may be left out: "generate implied end tags".
    static let impliedEnd = Self(rawValue: 1 << 7)
    /// Its content is characters, not markup.
    static let rawText = Self(rawValue: 1 << 8)
    /// A start tag that leaves SVG and MathML.
    static let breaksForeign = Self(rawValue: 1 << 9)
    /// libxml2 gives the name no meaning that could be in the way, and knows it.
    static let neutral = Self(rawValue: 1 << 10)
    /// `table`, `tbody`, `tfoot`, `thead`, `tr`: text and elements inside are foster-parented.
    static let tablePart = Self(rawValue: 1 << 11)
    /// `applet`, `marquee`, `object`: carry no formatting in or out.
    static let marker = Self(rawValue: 1 << 12)

    /// The traits of a name; none for a name that is not known.
    static func of(_ name: HTMLName) -> HTMLElementTraits {
        let index = Int(name.rawValue)
        return index >= 0 && index < table.count ? table[index] : []
    }

    private static let groups: [(HTMLElementTraits, String)] = [
        (
            .void,
            """
            area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
            """
        ),
        (
            .special,
            """
            address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup
            dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head
            header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes
            noscript object ol p param plaintext pre script search section select source style summary table tbody td
            template textarea tfoot th thead title tr track ul wbr xmp
            """
        ),
        (.formatting, "a b big code em font i nobr s small strike strong tt u"),
        (
            .closesParagraph,
            """
            address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header
            hgroup main menu nav ol p search section summary ul pre listing form li dd dt plaintext hr xmp h1 h2 h3 h4
            h5 h6
            """
        ),
        (.heading, "h1 h2 h3 h4 h5 h6"),
        (.metadata, "base basefont bgsound link meta title style script noframes template"),
        (.scope, "applet caption html table td th marquee object template select"),
        (.impliedEnd, "dd dt li optgroup option p rb rp rt rtc"),
        (.rawText, "title textarea style script xmp iframe noembed noframes plaintext"),
        (
            .breaksForeign,
            """
            b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu
            meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
            """
        ),
        (
            .neutral,
            """
            a abbr acronym address applet area b base basefont bdo big blockquote br button caption center cite code
            col colgroup dd del dfn dir div dl dt em embed fieldset font form h1 h2 h3 h4 h5 h6 hr i img input ins kbd
            label legend li link map menu object ol optgroup option p param pre s samp select small span strike
            strong sub sup table tbody td tfoot th thead tr tt u ul var
            """
        ),
        (.tablePart, "table tbody tfoot thead tr"),
        (.marker, "applet marquee object"),
    ]

    private static let table: [HTMLElementTraits] = {
        var table = [HTMLElementTraits](repeating: [], count: HTMLName.knownCount)
        for (trait, names) in groups {
            for name in names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                guard let known = HTMLNameTable.known.find(String(name)) else {
                    assertionFailure("\(name) is not among the known names")
                    continue
                }
                table[Int(known.rawValue)].insert(trait)
            }
        }
        return table
    }()
}
