// Written by Scripts/generate-html-names.py; change the list there.

extension HTMLName {
    /// How many names have the same id in every tree.
    package static let knownCount = 292

    /// The known names, in the order of their ids, separated by spaces.
    static let knownNames: StaticString = """
        a abbr acronym address annotation annotation-xml applet area article aside audio b base basefont bdi \
        bdo bgsound big blink blockquote body br button canvas caption center circle cite code col colgroup \
        command content data datalist dd defs del desc details dfn dialog dir div dl dt element ellipse em \
        embed fieldset figcaption figure font footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 \
        head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li line link \
        listing main malignmark map mark marquee math menu menuitem meta metadata meter mglyph mi mn mo ms \
        mtext multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param \
        path picture plaintext polygon polyline pre progress q rb rbc rect rp rt rtc ruby s samp script \
        search section select shadow slot small source spacer span strike strong style sub summary sup svg \
        symbol table tbody td template text textarea tfoot th thead time title tr track tspan tt u ul use var \
        video wbr xmp id class lang xml:lang align valign bgcolor background color face size width height \
        border cellpadding cellspacing start type value reversed hidden href name src alt srcset sizes target \
        rel media charset http-equiv rowspan colspan nowrap nohref noshade bordercolor frameborder vlink \
        alink clear compact hspace vspace marginwidth marginheight leftmargin topmargin rules scope headers \
        char cols rows wrap open checked disabled selected multiple readonly required placeholder action \
        method for usemap ismap poster controls autoplay loop muted preload codetype codebase classid archive \
        declare standby datetime download ping referrerpolicy loading decoding crossorigin fetchpriority \
        integrity async defer nonce property itemprop role aria-label aria-hidden aria-level tabindex \
        accesskey contenteditable draggable spellcheck translate xmlns xlink:href viewbox d encoding \
        definitionurl version profile min max alttext hreflang inert
        """
}
