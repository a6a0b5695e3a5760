/// Small documents, each with something that a writer gets wrong.
let roundTripSnippets: [(name: String, html: String)] = [
    ("start", "<ol start=5><li>a<li>b<li value=10>c<li>d</ol>"),
    ("reversed", "<ol reversed><li>a<li>b<li>c</ol><ol reversed start=9><li>a<li value=3>b<li>c</ol>"),
    ("list types", "<ol type=a><li>a<li>b<ol type=I><li>c</ol></ol><ul><li>x<ul><li>y<ul><li>z</ul></ul></ul>"),
    ("list styles", "<ul style='list-style: \"→ \" inside'><li>a<li style='list-style-type: none'>b</ul>"),
    ("list image", "<ul style='list-style-image: url(dot.png)'><li>a<li style='list-style: square'>b</ul>"),
    (
        "list images of all types",
        "<ol style='list-style: url(dot.png) lower-roman inside'><li>a<li style='list-style-type: \"→\"'>b<li style='list-style-type:"
            + "none'>c</ol>"
    ),
    (
        "relative inline boxes",
        "<p>a<span style='position: relative; top: 3px; left: 10%'>b<i style='position: relative'>c<div>d</div></i></span>e"
    ),
    (
        "direction that overrides",
        "<p style='unicode-bidi: bidi-override; direction: rtl'>a<b>b</b><div style='unicode-bidi: isolate-override'>c<p>d</p>e</div>"
    ),
    ("items without list", "<li>a<li>b<div style='display: list-item'>c</div>"),
    (
        "marker style",
        "<style>li::marker { color: red; font-weight: bold; content: '§ ' }</style><ul><li>a<li><p>b</ul>"
    ),
    (
        "counters",
        "<style>h2 { counter-increment: h } h2::before { content: counter(h) '. ' }</style><h2>A</h2><h2>B</h2>"
    ),
    (
        "first styles",
        "<style>p::first-line { color: red; font-size: 2em; text-decoration: underline } p::first-letter { float: left;"
            + "font: bold 3em serif; margin: 0 4px; border: 1px solid; background: #eee } div::first-line { color: blue }"
            + "h2::first-letter { color: green } section::first-line { background: yellow; opacity: 1 }</style>"
            + "<p>one <b>two</b><p lang=de>“eins” zwei<div>a<p>b<h2>c</h2>d</div><section><p>e</p>f</section>g<p><br>h"
    ),
    (
        "numbers of pages",
        "<style>a::after { content: ' (' target-counter(attr(href), page, lower-roman) ')' } p::before { content:"
            + "counter(page) ' of ' counter(pages) }</style><a href='#x%25y'>to</a><p id='x%y'>there"
    ),
    (
        "leaders",
        "<style>a::after { content: leader(dotted) target-counter(attr(href), page) } p::before { content: 'a' leader('-=') 'b'"
            + " leader(space) }</style><a href='#x'>to</a><p id='x'>there"
    ),
    ("first styles of the body", "<style>body::first-line, html::first-letter { color: red }</style>a<p>b</p>c"),
    (
        "alternative of generated text",
        "<style>p::before { content: '→' / 'next ' attr(title) } p::after { content: '*' / '' }</style><p title='a\"b<'>x"
            + "<p>y"
    ),
    (
        "own counter styles",
        "<style>@counter-style base { system: fixed; symbols: A B; suffix: ') ' } @counter-style mine { system: cyclic;"
            + "symbols: '<' '\\'' ; range: 2 3; fallback: base } ol { list-style-type: mine } li::marker { color: red }"
            + "</style><ol><li>a<ul><li>x</ul><li>b<li>c<li style='list-style-type: base'>d<li style='list-style-type:"
            + "symbols(\"*\" \"†\")'>e</ol>"
    ),
    ("definition list", "<dl><dt>a<dd>b<dd><p>c<p>d<dt>e<dl><dt>x<dd>y</dl></dl>"),
    (
        "table spans",
        "<table border=1><caption>Cap <b>tion</b></caption><colgroup><col width=40><col span=2 bgcolor=red></colgroup>"
            + "<thead><tr><th>a<th colspan=2>b<tbody><tr><td rowspan=2>c<td>d<td>e<tr><td colspan=2>f<tfoot><tr><td>g</table>"
    ),
    ("nested table", "<table><tr><td>a<table cellpadding=4><tr><td>b<td>c</table>d<td><p>e<p>f</table>"),
    ("anonymous table", "<div style='display: table-cell'>a</div><div style='display: table-cell'>b</div>c"),
    ("table in paragraph", "<p>a<span style='display: table'><span style='display: table-cell'>b</span></span>c"),
    ("inline table", "a <table style='display: inline-table'><tr><td>b<td>c</table> d"),
    ("empty cells", "<table><tr><td><td>a<tr><td>b<td></table>"),
    (
        "collapsed",
        "<table style='border-collapse: collapse; empty-cells: hide; caption-side: bottom'><tr><td>a</table>"
    ),
    ("row groups in disorder", "<table><tfoot><tr><td>f</tfoot><tr><td>b<caption>late</caption></table>"),
    ("ruby", "<p><ruby><rb>漢</rb><rt>かん</rt><rb>字</rb><rt>じ</rt></ruby> <ruby>明日<rp>(</rp><rt>あした</ruby>"),
    ("quotes", "<p lang=de>Er sagte: <q>Ja, <q>ja</q></q>. <q lang=fr>Oui</q>"),
    ("before and after", "<style>p::before { content: '« '; color: red } p::after { content: ' »' }</style><p>a<p>b"),
    ("generated block", "<style>div::before { content: 'Top'; display: block; margin: 3px }</style><div>a<p>b</div>"),
    ("generated box", "<style>b::after { content: '!'; padding: 2px; border: 1px solid }</style><p>a <b>b</b> c"),
    ("generated only", "<style>p::before { content: 'only \\A two'; white-space: pre }</style><p></p>"),
    ("links", "<p><a href=x title='a \"t\" & c' target=_blank>one</a> <a href='y z'>t<b>w</b>o</a><a href=#q>q</a>"),
    ("link over blocks", "<a href=x>a<p>b<p>c<div>d</div></a>e"),
    ("link with edges", "<a href=x style='padding: 2px; border: 1px solid red'>a<b>b</b></a>"),
    ("link around a float", "<a href=x>a<span style='float: left'>b<p>c</p></span>d</a>"),
    ("link in inline block", "<p>a <span style='display: inline-block'><a href=x>b</a> c</span> d"),
    ("image in link", "<p><a href=x><img src=i.png alt=A></a> <a href=y><img src=j.png></a>"),
    (
        "anchors",
        "<h2 id=one>a</h2><p id=two>b <a name=three>c</a> <span id=four></span><i id=five>d</i><div id=six></div>"
    ),
    ("anchors in a row", "<p>a<a id=1></a><a id=2></a> <a id=3></a>b<a id=4></a></p><a id=5></a>"),
    ("floats", "<p>a <img src=x style='float: left; margin: 3px'> b <span style='float: right; width: 5em'>c</span> d"),
    ("float with blocks", "<div style='float: left; width: 50%'><p>a<p>b</div><p style='clear: both'>c"),
    (
        "inline blocks",
        "<p>a <span style='display: inline-block; width: 4ch'>b<br>c</span> d <span style='display:inline-block'></span>"
    ),
    (
        "nested flows",
        "<p>a<span style='display: inline-block'>b<span style='float: left'>c<span style='display: inline-block'>d</span></span>e</span>f"
    ),
    ("pre", "<pre>\n\n  a\tb\n c  \n</pre><pre>x</pre><p style='white-space: pre-wrap'> a  b \n c "),
    (
        "pre in line",
        "<p>a <span style='white-space: pre'> b  c\n</span> d <code style='white-space: pre-line'> e \n f </code> g"
    ),
    (
        "preserved spaces",
        "<p style='white-space-collapse: preserve-spaces'>a  b\n\tc</p><p style='white-space: break-spaces'>a  b"
    ),
    ("spaces at edges", "<p> a <b> b </b> <i>c </i>d <u> </u> e<br> f <br> g </p> h <div> i </div> j "),
    (
        "soft hyphens",
        "<p>Donau&shy;dampf&shy;schiff a&nbsp;b&nbsp;&nbsp;c &zwj;&zwnj;&lrm;&rlm; a&thinsp;b<wbr>c<wbr> d"
    ),
    ("isolates", "<p>a <bdi>שלום</bdi> <bdo dir=rtl>abc</bdo> <span dir=rtl>ab <b>c</b></span> <i dir=auto>עברית</i>"),
    (
        "right to left",
        "<div dir=rtl><p>שלום <span dir=ltr>a</span><ul><li>א<li>ב</ul><p dir=auto>abc<p style='unicode-bidi: plaintext'>x</div>"
    ),
    (
        "attachments",
        "<p><img src=a.png alt='' width=30 height=20 loading=lazy data-x=1 title=T><img src=b.png alt=B align=right hspace=4 "
            + "border=1><video src=v.mp4 poster=p.png controls width=50% title=V></video><audio src=s.mp3 controls></audio>"
            + "<iframe src=f.html width=300 height=100 title=F></iframe><embed src=e.swf><object data=o.bin>alt text</object>"
    ),
    (
        "image boxes",
        "<img src=a style='padding: 2px; border: 3px dotted red; background: #eee; margin: 1em; max-width: 50%; vertical-align: -3px'>x"
    ),
    (
        "image ratio",
        "<img src=a width=30 height=20 style='width: auto; height: 7px'><img src=b style='aspect-ratio: 16 / 9; min-width: 3ch'>"
    ),
    (
        "block images",
        "<p>a<img src=a style='display: block; margin: 0 auto'>b<img src=b style='display: block; margin-left: auto; clear: left'>"
    ),
    (
        "svg",
        "<p>a <svg width=20 height=10 viewBox='0 0 2 1'><title>A  title</title><path d='M0 0'/></svg> <svg aria-label=L></svg> b"
    ),
    ("lang", "<html lang=en><p>a <span lang=de>b</span> <i lang=''>c</i><p lang=fr-CA>d<img lang=it src=x>"),
    (
        "transform",
        "<p style='text-transform: uppercase'>a <span style='text-transform: capitalize full-width'>b</span><b>c</b>"
    ),
    (
        "symbolic lengths",
        "<p style='margin: 1ex 2ch calc(1px + 2% + 3vw) -1lh; text-indent: calc(1em + 1%) hanging each-line; width: min(50%, 3ch)'>a"
    ),
    (
        "open graph",
        "<!DOCTYPE html><meta property='og:title' content='A \"b\"'><meta property=og:image content=a.png><meta name=author"
            + " property=article:author content=X>a"
    ),
    (
        "box shadows and fits",
        "<div style='box-shadow: 1px 2px red, inset 0 0 3px 4px'>a<span style='box-shadow: 0 0 2px'>b</span><img src=x"
            + " style='object-fit: cover; object-position: 10% 2px; border-radius: 50% 2px / 3px; box-shadow: 1px 1px'></div>"
    ),
    (
        "decoration details",
        "<p style='text-decoration: underline; text-decoration-thickness: from-font; text-decoration-skip-ink: all'>a <u>b"
    ),
    ("shadows", "<p style='text-shadow: 1px 2px 3px red, -1px 0 #0008'>a <b style='text-shadow: none'>b</b>"),
    (
        "features",
        "<p style='font-feature-settings: \"smcp\", \"ss01\" 2; font-variant-ligatures: none'>a "
            + "<span style='font-variant: tabular-nums no-common-ligatures small-caps'>b</span>"
            + "<span style='font-variation-settings: \"wght\" 433.5, \"opsz\" 9; font-kerning: none'>c</span>"
    ),
    (
        "fonts",
        "<p style='font: italic 750 13px/1.5 \"A \\'B\\'\", Times New Roman, monospace'>a <tt>b</tt><code style='font-stretch: 87.5%; "
            + "font-style: oblique 10deg; font-size-adjust: 0.5; font-synthesis: none'>c</code><small>d<small>e</small></small>"
    ),
    (
        "monospace sizes",
        "<tt>a<tt style='font-family: serif'>b</tt></tt><pre>c<span style='font-family: monospace, x'>d</span></pre>"
    ),
    (
        "decorations",
        "<p style='text-decoration: underline wavy red 2px'>a <s>b <u style='text-underline-offset: 3px'>c</u></s>"
            + "<span style='text-decoration: overline line-through; color: blue'>d</span><span style='display: inline-block'>e</span>"
    ),
    (
        "backgrounds",
        "<p style='background: #ff000080'>a <span style='background: yellow'>b <i>c</i></span><mark>d</mark>"
    ),
    ("canvas", "<body bgcolor=#abcdef text=red><p>a"),
    (
        "canvas of root",
        "<html style='background: red; margin: 5px'><body style='background: blue; font: 12px Arial'>a<p>b"
    ),
    (
        "colours",
        "<p style='color: rgb(12.4% 50% 3% / 0.3333)'>a<b style='color: color(srgb 0.1 0.2 0.3)'>b</b><i style='color: oklch(60% 0.1 200)'>c</i>"
    ),
    ("opacity", "<div style='opacity: 0.7'><p style='opacity: 0.3'>a <span style='opacity: 0.9'>b</span></div>"),
    ("visibility", "<p style='visibility: hidden'>a <span style='visibility: visible'>b</span>"),
    ("empty blocks", "<p></p><p>a</p><p></p><div></div><div style='height: 5px'></div><hr><h2></h2><ul><li></ul>"),
    ("blocks in paragraphs", "<p>a<span style='display: block'>b</span>c<span style='display: list-item'>d</span></p>"),
    ("headings in headings", "<h1>a<div><h2>b</h2></div></h1><div role=heading aria-level=4>c</div>"),
    (
        "details",
        "<details><summary>a</summary><p>b</details><details open>x<summary>c</summary>d<summary>e</summary></details>"
    ),
    (
        "forms",
        "<form>a <input value=v> <input type=checkbox checked> <textarea rows=3>x\ny</textarea> <select><option>o</select> <button>b</button></form>"
    ),
    ("figure", "<figure><img src=a><figcaption>b</figcaption></figure><blockquote><p>c<footer>d</footer></blockquote>"),
    (
        "page breaks",
        "<p style='break-before: page; break-inside: avoid; orphans: 3; widows: 4'>a<p style='break-after: right'>b"
    ),
    ("columns", "<div style='columns: 3 10em; column-gap: 5%'>a<p>b</div>"),
    (
        "overflow",
        "<div style='overflow: hidden; text-overflow: ellipsis; white-space: nowrap'>a</div><div style='overflow: clip'>b</div>"
    ),
    ("relative", "<div style='position: relative; top: 3px; left: 10%'>a</div><div style='display: flow-root'>b</div>"),
    (
        "line heights",
        "<p style='line-height: 1.3'>a <span style='line-height: 0'>b</span><span style='line-height: 0px'>c</span><span style='line-height: 3ch'>d</span>"
    ),
    (
        "text layout",
        "<p style='text-justify: inter-character; hyphenate-character: \"=\"; text-align: justify; text-align-last: end; hanging-punctuation: first allow-end; text-wrap: balance; hyphens: auto; hyphenate-limit-chars: 8 3; tab-size: 3; word-break: break-word; line-break: strict'>a"
    ),
    (
        "vertical align",
        "<p>a<sup>b<sub>c</sub></sup><span style='vertical-align: 20%'>d</span><span style='vertical-align: top'>e</span>"
    ),
    (
        "spans with edges",
        "<p><span style='border: 1px solid'>a</span><span style='border: 1px solid'>b<i style='margin: 0 3px'></i></span> <b style='padding: 1px'> c </b>"
    ),
    ("span over blocks", "<span style='border: 1px solid'>a<p>b</p>c</span>"),
    (
        "metadata",
        "<title> A &amp; B </title><meta name=author content='X \"Y\"'><meta name=description content='<d>'><meta name=keywords content=k><base href=http://example.org/a/b><p><a href=../c>x</a>"
    ),
    (
        "markup in text",
        "<p>&lt;b&gt; &amp;amp; ]]&gt; &lt;!-- &#13; &#x2028; &#xFFFC; </p><style>x::before{content:'</sty'}</style>"
    ),
    ("style in strings", "<style>b::before { content: '\\3c/style>\\\\ \\27 \"' }</style><b>a</b>"),
    (
        "footnotes",
        "<style>i { float: footnote } i::footnote-call { color: red } i::footnote-marker { content: '* ' } @page { @footnote {"
            + "border-top: 1px solid; padding: 2px; background: url(x.png) } }</style><p>a<i>b<b>c</b><p>d</i> e<i></i>"
    ),
    ("quirks", "<table><tr><td><p>a</table><p>b"),
    ("display contents", "<ul style='display: contents'><li>a<li>b</ul><div style='display: contents'>c<p>d</div>"),
    ("wide", "<p>日本\n語 a\n語</p><p>한국\n어"),
    (
        "center",
        "<center>a<table><tr><td>b</table><div style='width: 50%'>c</div></center><div align=right><table><tr><td>d</table></div>"
    ),
]
