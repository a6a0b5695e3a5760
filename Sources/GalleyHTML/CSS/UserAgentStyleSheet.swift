/// The built-in style sheet: HTML's Rendering section (§15.3), with the values that Chromium computes where the standard
/// leaves room.
///
/// Attributes with values (`align`, `bgcolor`, ...) are `PresentationalHints`; `display: none` stands here.
public enum UserAgentStyleSheet {
    /// The sheet of every document; parsed once.
    public static let standard = StyleSheet(parsing: text)

    /// What documents in quirks mode add (HTML §15.3.12): tables do not inherit fonts.
    public static let quirks = StyleSheet(parsing: quirksText)

    /// What documents add whose lines are as high as what is in them (Quirks Mode §3.3 and §3.4).
    public static let lineHeightQuirks = StyleSheet(parsing: ":root { -galley-strut: none }")

    /// What `::footnote-call` and `::footnote-marker` have, in this order: for them alone, so that no other element asks
    /// about these rules (CSS Generated Content for Paged Media 3 §2.4; a raised number makes no line higher).
    static let footnotes = StyleSheet(
        parsing: """
            *::footnote-call { content: counter(footnote); vertical-align: super; font-size: 65%; line-height: 0 }
            *::footnote-marker { content: counter(footnote) ". " }
            """)

    /// The source of ``standard``.
    public static let text = """
        html, body { display: block }
        body { margin: 8px }
        area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title,
        source, track { display: none }
        [hidden] { display: none }
        embed[hidden] { display: inline; height: 0; width: 0 }
        dialog:not([open]) { display: none }
        input[type=hidden i] { display: none !important }
        address, article, aside, blockquote, center, dd, details, dialog, dir, div, dl, dt, fieldset, figcaption, figure,
        footer, form, frameset, h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend, listing, main, menu, nav, ol, optgroup,
        option, p, plaintext, pre, search, section, summary, ul, xmp { display: block }
        option, optgroup { display: block }
        blockquote, dir, dl, figure, listing, menu, ol, p, plaintext, pre, ul, xmp {
            margin-block-start: 1em; margin-block-end: 1em }
        blockquote, figure { margin-inline-start: 40px; margin-inline-end: 40px }
        address { font-style: italic }
        dd { margin-inline-start: 40px }
        center { text-align: -webkit-center }
        h1 { font-size: 2em; margin-block: 0.67em; font-weight: bold }
        h2 { font-size: 1.5em; margin-block: 0.83em; font-weight: bold }
        h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold }
        h4 { margin-block: 1.33em; font-weight: bold }
        h5 { font-size: 0.83em; margin-block: 1.67em; font-weight: bold }
        h6 { font-size: 0.67em; margin-block: 2.33em; font-weight: bold }
        listing, plaintext, pre, xmp { font-family: monospace; white-space: pre }
        pre[wrap] { white-space: pre-wrap }
        dir, menu, ol, ul { padding-inline-start: 40px }
        dir, menu, ul { list-style-type: disc }
        ol { list-style-type: decimal }
        :is(ul, ol, menu, dir) ul { list-style-type: circle }
        :is(ul, ol, menu, dir) menu { list-style-type: circle }
        :is(ul, ol, menu, dir) dir { list-style-type: circle }
        :is(ul, ol, menu, dir) :is(ul, ol, menu, dir) ul { list-style-type: square }
        :is(ul, ol, menu, dir) :is(ul, ol, menu, dir) menu { list-style-type: square }
        :is(ul, ol, menu, dir) :is(ul, ol, menu, dir) dir { list-style-type: square }
        :is(dir, dl, menu, ol, ul) ul, :is(dir, dl, menu, ol, ul) ol, :is(dir, dl, menu, ol, ul) menu,
        :is(dir, dl, menu, ol, ul) dir, :is(dir, dl, menu, ol, ul) dl { margin-block-start: 0; margin-block-end: 0 }
        li { display: list-item }
        table { display: table; border-collapse: separate; border-spacing: 2px; box-sizing: border-box; text-indent: initial;
            unicode-bidi: isolate }
        caption { display: table-caption; text-align: -webkit-center }
        colgroup { display: table-column-group }
        col { display: table-column }
        thead { display: table-header-group; vertical-align: middle; border-color: inherit }
        tbody { display: table-row-group; vertical-align: middle; border-color: inherit }
        tfoot { display: table-footer-group; vertical-align: middle; border-color: inherit }
        tr { display: table-row; vertical-align: inherit; border-color: inherit }
        td, th { display: table-cell; vertical-align: inherit; padding: 1px }
        th { font-weight: bold; text-align: -internal-center }
        table > tr { vertical-align: middle }
        input, select, button, textarea { display: inline-block; letter-spacing: initial; word-spacing: initial;
            line-height: initial; text-transform: initial; text-indent: initial; text-shadow: initial;
            font: 13.3333px Arial; color: fieldtext; text-align: start; white-space-collapse: collapse }
        input, textarea, select { background-color: field }
        input { padding: 1px 2px; border: 2px inset #767676 }
        textarea { padding: 2px; border: 1px solid #767676; font-family: monospace; white-space: pre-wrap;
            overflow-wrap: break-word }
        select { border: 1px solid #767676; white-space: pre }
        button, input[type=button i], input[type=submit i], input[type=reset i] { padding: 1px 6px;
            border: 2px outset buttonborder; background-color: buttonface; color: buttontext; text-align: center;
            box-sizing: border-box }
        input[type=checkbox i], input[type=radio i] { margin: 3px 3px 3px 4px; padding: 0; border: 0; box-sizing: border-box; background-color: transparent }
        input[type=image i] { padding: 0; border: 0; background-color: transparent }
        option { padding: 0 2px 1px; white-space: nowrap }
        optgroup { font-weight: bolder }
        meter, progress { display: inline-block }
        fieldset { margin-inline: 2px; border: 2px groove ThreeDFace; padding-block: 0.35em 0.625em; padding-inline: 0.75em;
            min-inline-size: min-content }
        legend { padding-inline: 2px }
        hr { color: gray; border-style: inset; border-width: 1px; margin-block: 0.5em; margin-inline: auto;
            overflow: hidden }
        img, video, canvas { overflow: clip }
        a:any-link { color: -webkit-link; text-decoration: underline }
        b, strong { font-weight: bolder }
        cite, dfn, em, i, var { font-style: italic }
        code, kbd, samp, tt { font-family: monospace }
        big { font-size: larger }
        small { font-size: smaller }
        sub { vertical-align: sub; font-size: smaller }
        sup { vertical-align: super; font-size: smaller }
        ins, u { text-decoration: underline }
        del, s, strike { text-decoration: line-through }
        abbr[title], acronym[title] { text-decoration: dotted underline }
        mark { background-color: mark; color: marktext }
        nobr { white-space: nowrap }
        nobr wbr { white-space: normal }
        q::before { content: open-quote }
        q::after { content: close-quote }
        ruby { display: ruby }
        rt { display: ruby-text }
        ruby > rt { font-size: 50%; text-align: start; white-space: nowrap; line-height: normal; text-emphasis: none }
        rb { display: ruby-base }
        rtc { display: ruby-text-container }
        bdi, output { unicode-bidi: isolate }
        bdo { unicode-bidi: isolate-override }
        [dir=rtl i] { direction: rtl }
        [dir=ltr i] { direction: ltr }
        [dir=rtl i], [dir=ltr i], [dir=auto i] { unicode-bidi: isolate }
        bdo[dir=rtl i], bdo[dir=ltr i] { unicode-bidi: isolate-override }
        pre[dir=auto i], textarea[dir=auto i] { unicode-bidi: plaintext }
        bdo[dir=auto i] { unicode-bidi: isolate-override }
        details > summary:first-of-type { display: list-item; list-style: disclosure-closed inside }
        details[open] > summary:first-of-type { list-style-type: disclosure-open }
        summary { display: block }
        dialog { margin: auto; border: 3px solid; padding: 1em; background-color: canvas; color: canvastext;
            width: fit-content }
        iframe { border: 2px inset }
        slot { display: contents }
        video, audio, object, embed, canvas, svg, img { display: inline }
        audio:not([controls]) { display: none !important }
        marquee { display: inline-block }
        noscript { display: inline }
        math { direction: ltr; text-indent: 0; letter-spacing: normal; line-height: normal; word-spacing: normal;
            font-family: math; font-size: inherit; font-style: normal; font-weight: normal }
        annotation, annotation-xml { display: none }
        mtable { display: inline-table; text-align: -webkit-center }
        mtr { display: table-row }
        mtd { display: table-cell; padding: 0.5ex 0.4em }
        """

    private static let quirksText = """
        table { font-weight: initial; font-style: initial; font-variant: initial; font-size: initial;
            line-height: initial; white-space: initial; text-align: initial }
        form { margin-block-end: 1em }
        """
}
