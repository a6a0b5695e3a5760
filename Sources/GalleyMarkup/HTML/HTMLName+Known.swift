// Written by Scripts/generate-html-names.py; change the list there.

extension HTMLName {
    /// The name `a`.
    @inlinable public static var a: HTMLName { HTMLName(rawValue: 0) }
    /// The name `abbr`.
    @inlinable public static var abbr: HTMLName { HTMLName(rawValue: 1) }
    /// The name `acronym`.
    @inlinable public static var acronym: HTMLName { HTMLName(rawValue: 2) }
    /// The name `address`.
    @inlinable public static var address: HTMLName { HTMLName(rawValue: 3) }
    /// The name `annotation`.
    @inlinable public static var annotation: HTMLName { HTMLName(rawValue: 4) }
    /// The name `annotation-xml`.
    @inlinable public static var annotationXml: HTMLName { HTMLName(rawValue: 5) }
    /// The name `applet`.
    @inlinable public static var applet: HTMLName { HTMLName(rawValue: 6) }
    /// The name `area`.
    @inlinable public static var area: HTMLName { HTMLName(rawValue: 7) }
    /// The name `article`.
    @inlinable public static var article: HTMLName { HTMLName(rawValue: 8) }
    /// The name `aside`.
    @inlinable public static var aside: HTMLName { HTMLName(rawValue: 9) }
    /// The name `audio`.
    @inlinable public static var audio: HTMLName { HTMLName(rawValue: 10) }
    /// The name `b`.
    @inlinable public static var b: HTMLName { HTMLName(rawValue: 11) }
    /// The name `base`.
    @inlinable public static var base: HTMLName { HTMLName(rawValue: 12) }
    /// The name `basefont`.
    @inlinable public static var basefont: HTMLName { HTMLName(rawValue: 13) }
    /// The name `bdi`.
    @inlinable public static var bdi: HTMLName { HTMLName(rawValue: 14) }
    /// The name `bdo`.
    @inlinable public static var bdo: HTMLName { HTMLName(rawValue: 15) }
    /// The name `bgsound`.
    @inlinable public static var bgsound: HTMLName { HTMLName(rawValue: 16) }
    /// The name `big`.
    @inlinable public static var big: HTMLName { HTMLName(rawValue: 17) }
    /// The name `blink`.
    @inlinable public static var blink: HTMLName { HTMLName(rawValue: 18) }
    /// The name `blockquote`.
    @inlinable public static var blockquote: HTMLName { HTMLName(rawValue: 19) }
    /// The name `body`.
    @inlinable public static var body: HTMLName { HTMLName(rawValue: 20) }
    /// The name `br`.
    @inlinable public static var br: HTMLName { HTMLName(rawValue: 21) }
    /// The name `button`.
    @inlinable public static var button: HTMLName { HTMLName(rawValue: 22) }
    /// The name `canvas`.
    @inlinable public static var canvas: HTMLName { HTMLName(rawValue: 23) }
    /// The name `caption`.
    @inlinable public static var caption: HTMLName { HTMLName(rawValue: 24) }
    /// The name `center`.
    @inlinable public static var center: HTMLName { HTMLName(rawValue: 25) }
    /// The name `circle`.
    @inlinable public static var circle: HTMLName { HTMLName(rawValue: 26) }
    /// The name `cite`.
    @inlinable public static var cite: HTMLName { HTMLName(rawValue: 27) }
    /// The name `code`.
    @inlinable public static var code: HTMLName { HTMLName(rawValue: 28) }
    /// The name `col`.
    @inlinable public static var col: HTMLName { HTMLName(rawValue: 29) }
    /// The name `colgroup`.
    @inlinable public static var colgroup: HTMLName { HTMLName(rawValue: 30) }
    /// The name `command`.
    @inlinable public static var command: HTMLName { HTMLName(rawValue: 31) }
    /// The name `content`.
    @inlinable public static var content: HTMLName { HTMLName(rawValue: 32) }
    /// The name `data`.
    @inlinable public static var data: HTMLName { HTMLName(rawValue: 33) }
    /// The name `datalist`.
    @inlinable public static var datalist: HTMLName { HTMLName(rawValue: 34) }
    /// The name `dd`.
    @inlinable public static var dd: HTMLName { HTMLName(rawValue: 35) }
    /// The name `defs`.
    @inlinable public static var defs: HTMLName { HTMLName(rawValue: 36) }
    /// The name `del`.
    @inlinable public static var del: HTMLName { HTMLName(rawValue: 37) }
    /// The name `desc`.
    @inlinable public static var desc: HTMLName { HTMLName(rawValue: 38) }
    /// The name `details`.
    @inlinable public static var details: HTMLName { HTMLName(rawValue: 39) }
    /// The name `dfn`.
    @inlinable public static var dfn: HTMLName { HTMLName(rawValue: 40) }
    /// The name `dialog`.
    @inlinable public static var dialog: HTMLName { HTMLName(rawValue: 41) }
    /// The name `dir`.
    @inlinable public static var dir: HTMLName { HTMLName(rawValue: 42) }
    /// The name `div`.
    @inlinable public static var div: HTMLName { HTMLName(rawValue: 43) }
    /// The name `dl`.
    @inlinable public static var dl: HTMLName { HTMLName(rawValue: 44) }
    /// The name `dt`.
    @inlinable public static var dt: HTMLName { HTMLName(rawValue: 45) }
    /// The name `element`.
    @inlinable public static var element: HTMLName { HTMLName(rawValue: 46) }
    /// The name `ellipse`.
    @inlinable public static var ellipse: HTMLName { HTMLName(rawValue: 47) }
    /// The name `em`.
    @inlinable public static var em: HTMLName { HTMLName(rawValue: 48) }
    /// The name `embed`.
    @inlinable public static var embed: HTMLName { HTMLName(rawValue: 49) }
    /// The name `fieldset`.
    @inlinable public static var fieldset: HTMLName { HTMLName(rawValue: 50) }
    /// The name `figcaption`.
    @inlinable public static var figcaption: HTMLName { HTMLName(rawValue: 51) }
    /// The name `figure`.
    @inlinable public static var figure: HTMLName { HTMLName(rawValue: 52) }
    /// The name `font`.
    @inlinable public static var font: HTMLName { HTMLName(rawValue: 53) }
    /// The name `footer`.
    @inlinable public static var footer: HTMLName { HTMLName(rawValue: 54) }
    /// The name `foreignobject`.
    @inlinable public static var foreignobject: HTMLName { HTMLName(rawValue: 55) }
    /// The name `form`.
    @inlinable public static var form: HTMLName { HTMLName(rawValue: 56) }
    /// The name `frame`.
    @inlinable public static var frame: HTMLName { HTMLName(rawValue: 57) }
    /// The name `frameset`.
    @inlinable public static var frameset: HTMLName { HTMLName(rawValue: 58) }
    /// The name `g`.
    @inlinable public static var g: HTMLName { HTMLName(rawValue: 59) }
    /// The name `h1`.
    @inlinable public static var h1: HTMLName { HTMLName(rawValue: 60) }
    /// The name `h2`.
    @inlinable public static var h2: HTMLName { HTMLName(rawValue: 61) }
    /// The name `h3`.
    @inlinable public static var h3: HTMLName { HTMLName(rawValue: 62) }
    /// The name `h4`.
    @inlinable public static var h4: HTMLName { HTMLName(rawValue: 63) }
    /// The name `h5`.
    @inlinable public static var h5: HTMLName { HTMLName(rawValue: 64) }
    /// The name `h6`.
    @inlinable public static var h6: HTMLName { HTMLName(rawValue: 65) }
    /// The name `head`.
    @inlinable public static var head: HTMLName { HTMLName(rawValue: 66) }
    /// The name `header`.
    @inlinable public static var header: HTMLName { HTMLName(rawValue: 67) }
    /// The name `hgroup`.
    @inlinable public static var hgroup: HTMLName { HTMLName(rawValue: 68) }
    /// The name `hr`.
    @inlinable public static var hr: HTMLName { HTMLName(rawValue: 69) }
    /// The name `html`.
    @inlinable public static var html: HTMLName { HTMLName(rawValue: 70) }
    /// The name `i`.
    @inlinable public static var i: HTMLName { HTMLName(rawValue: 71) }
    /// The name `iframe`.
    @inlinable public static var iframe: HTMLName { HTMLName(rawValue: 72) }
    /// The name `image`.
    @inlinable public static var image: HTMLName { HTMLName(rawValue: 73) }
    /// The name `img`.
    @inlinable public static var img: HTMLName { HTMLName(rawValue: 74) }
    /// The name `input`.
    @inlinable public static var input: HTMLName { HTMLName(rawValue: 75) }
    /// The name `ins`.
    @inlinable public static var ins: HTMLName { HTMLName(rawValue: 76) }
    /// The name `isindex`.
    @inlinable public static var isindex: HTMLName { HTMLName(rawValue: 77) }
    /// The name `kbd`.
    @inlinable public static var kbd: HTMLName { HTMLName(rawValue: 78) }
    /// The name `keygen`.
    @inlinable public static var keygen: HTMLName { HTMLName(rawValue: 79) }
    /// The name `label`.
    @inlinable public static var label: HTMLName { HTMLName(rawValue: 80) }
    /// The name `legend`.
    @inlinable public static var legend: HTMLName { HTMLName(rawValue: 81) }
    /// The name `li`.
    @inlinable public static var li: HTMLName { HTMLName(rawValue: 82) }
    /// The name `line`.
    @inlinable public static var line: HTMLName { HTMLName(rawValue: 83) }
    /// The name `link`.
    @inlinable public static var link: HTMLName { HTMLName(rawValue: 84) }
    /// The name `listing`.
    @inlinable public static var listing: HTMLName { HTMLName(rawValue: 85) }
    /// The name `main`.
    @inlinable public static var main: HTMLName { HTMLName(rawValue: 86) }
    /// The name `malignmark`.
    @inlinable public static var malignmark: HTMLName { HTMLName(rawValue: 87) }
    /// The name `map`.
    @inlinable public static var map: HTMLName { HTMLName(rawValue: 88) }
    /// The name `mark`.
    @inlinable public static var mark: HTMLName { HTMLName(rawValue: 89) }
    /// The name `marquee`.
    @inlinable public static var marquee: HTMLName { HTMLName(rawValue: 90) }
    /// The name `math`.
    @inlinable public static var math: HTMLName { HTMLName(rawValue: 91) }
    /// The name `menu`.
    @inlinable public static var menu: HTMLName { HTMLName(rawValue: 92) }
    /// The name `menuitem`.
    @inlinable public static var menuitem: HTMLName { HTMLName(rawValue: 93) }
    /// The name `meta`.
    @inlinable public static var meta: HTMLName { HTMLName(rawValue: 94) }
    /// The name `metadata`.
    @inlinable public static var metadata: HTMLName { HTMLName(rawValue: 95) }
    /// The name `meter`.
    @inlinable public static var meter: HTMLName { HTMLName(rawValue: 96) }
    /// The name `mglyph`.
    @inlinable public static var mglyph: HTMLName { HTMLName(rawValue: 97) }
    /// The name `mi`.
    @inlinable public static var mi: HTMLName { HTMLName(rawValue: 98) }
    /// The name `mn`.
    @inlinable public static var mn: HTMLName { HTMLName(rawValue: 99) }
    /// The name `mo`.
    @inlinable public static var mo: HTMLName { HTMLName(rawValue: 100) }
    /// The name `ms`.
    @inlinable public static var ms: HTMLName { HTMLName(rawValue: 101) }
    /// The name `mtext`.
    @inlinable public static var mtext: HTMLName { HTMLName(rawValue: 102) }
    /// The name `multicol`.
    @inlinable public static var multicol: HTMLName { HTMLName(rawValue: 103) }
    /// The name `nav`.
    @inlinable public static var nav: HTMLName { HTMLName(rawValue: 104) }
    /// The name `nextid`.
    @inlinable public static var nextid: HTMLName { HTMLName(rawValue: 105) }
    /// The name `nobr`.
    @inlinable public static var nobr: HTMLName { HTMLName(rawValue: 106) }
    /// The name `noembed`.
    @inlinable public static var noembed: HTMLName { HTMLName(rawValue: 107) }
    /// The name `noframes`.
    @inlinable public static var noframes: HTMLName { HTMLName(rawValue: 108) }
    /// The name `noscript`.
    @inlinable public static var noscript: HTMLName { HTMLName(rawValue: 109) }
    /// The name `object`.
    @inlinable public static var object: HTMLName { HTMLName(rawValue: 110) }
    /// The name `ol`.
    @inlinable public static var ol: HTMLName { HTMLName(rawValue: 111) }
    /// The name `optgroup`.
    @inlinable public static var optgroup: HTMLName { HTMLName(rawValue: 112) }
    /// The name `option`.
    @inlinable public static var option: HTMLName { HTMLName(rawValue: 113) }
    /// The name `output`.
    @inlinable public static var output: HTMLName { HTMLName(rawValue: 114) }
    /// The name `p`.
    @inlinable public static var p: HTMLName { HTMLName(rawValue: 115) }
    /// The name `param`.
    @inlinable public static var param: HTMLName { HTMLName(rawValue: 116) }
    /// The name `path`.
    @inlinable public static var path: HTMLName { HTMLName(rawValue: 117) }
    /// The name `picture`.
    @inlinable public static var picture: HTMLName { HTMLName(rawValue: 118) }
    /// The name `plaintext`.
    @inlinable public static var plaintext: HTMLName { HTMLName(rawValue: 119) }
    /// The name `polygon`.
    @inlinable public static var polygon: HTMLName { HTMLName(rawValue: 120) }
    /// The name `polyline`.
    @inlinable public static var polyline: HTMLName { HTMLName(rawValue: 121) }
    /// The name `pre`.
    @inlinable public static var pre: HTMLName { HTMLName(rawValue: 122) }
    /// The name `progress`.
    @inlinable public static var progress: HTMLName { HTMLName(rawValue: 123) }
    /// The name `q`.
    @inlinable public static var q: HTMLName { HTMLName(rawValue: 124) }
    /// The name `rb`.
    @inlinable public static var rb: HTMLName { HTMLName(rawValue: 125) }
    /// The name `rbc`.
    @inlinable public static var rbc: HTMLName { HTMLName(rawValue: 126) }
    /// The name `rect`.
    @inlinable public static var rect: HTMLName { HTMLName(rawValue: 127) }
    /// The name `rp`.
    @inlinable public static var rp: HTMLName { HTMLName(rawValue: 128) }
    /// The name `rt`.
    @inlinable public static var rt: HTMLName { HTMLName(rawValue: 129) }
    /// The name `rtc`.
    @inlinable public static var rtc: HTMLName { HTMLName(rawValue: 130) }
    /// The name `ruby`.
    @inlinable public static var ruby: HTMLName { HTMLName(rawValue: 131) }
    /// The name `s`.
    @inlinable public static var s: HTMLName { HTMLName(rawValue: 132) }
    /// The name `samp`.
    @inlinable public static var samp: HTMLName { HTMLName(rawValue: 133) }
    /// The name `script`.
    @inlinable public static var script: HTMLName { HTMLName(rawValue: 134) }
    /// The name `search`.
    @inlinable public static var search: HTMLName { HTMLName(rawValue: 135) }
    /// The name `section`.
    @inlinable public static var section: HTMLName { HTMLName(rawValue: 136) }
    /// The name `select`.
    @inlinable public static var select: HTMLName { HTMLName(rawValue: 137) }
    /// The name `shadow`.
    @inlinable public static var shadow: HTMLName { HTMLName(rawValue: 138) }
    /// The name `slot`.
    @inlinable public static var slot: HTMLName { HTMLName(rawValue: 139) }
    /// The name `small`.
    @inlinable public static var small: HTMLName { HTMLName(rawValue: 140) }
    /// The name `source`.
    @inlinable public static var source: HTMLName { HTMLName(rawValue: 141) }
    /// The name `spacer`.
    @inlinable public static var spacer: HTMLName { HTMLName(rawValue: 142) }
    /// The name `span`.
    @inlinable public static var span: HTMLName { HTMLName(rawValue: 143) }
    /// The name `strike`.
    @inlinable public static var strike: HTMLName { HTMLName(rawValue: 144) }
    /// The name `strong`.
    @inlinable public static var strong: HTMLName { HTMLName(rawValue: 145) }
    /// The name `style`.
    @inlinable public static var style: HTMLName { HTMLName(rawValue: 146) }
    /// The name `sub`.
    @inlinable public static var sub: HTMLName { HTMLName(rawValue: 147) }
    /// The name `summary`.
    @inlinable public static var summary: HTMLName { HTMLName(rawValue: 148) }
    /// The name `sup`.
    @inlinable public static var sup: HTMLName { HTMLName(rawValue: 149) }
    /// The name `svg`.
    @inlinable public static var svg: HTMLName { HTMLName(rawValue: 150) }
    /// The name `symbol`.
    @inlinable public static var symbol: HTMLName { HTMLName(rawValue: 151) }
    /// The name `table`.
    @inlinable public static var table: HTMLName { HTMLName(rawValue: 152) }
    /// The name `tbody`.
    @inlinable public static var tbody: HTMLName { HTMLName(rawValue: 153) }
    /// The name `td`.
    @inlinable public static var td: HTMLName { HTMLName(rawValue: 154) }
    /// The name `template`.
    @inlinable public static var template: HTMLName { HTMLName(rawValue: 155) }
    /// The name `text`.
    @inlinable public static var text: HTMLName { HTMLName(rawValue: 156) }
    /// The name `textarea`.
    @inlinable public static var textarea: HTMLName { HTMLName(rawValue: 157) }
    /// The name `tfoot`.
    @inlinable public static var tfoot: HTMLName { HTMLName(rawValue: 158) }
    /// The name `th`.
    @inlinable public static var th: HTMLName { HTMLName(rawValue: 159) }
    /// The name `thead`.
    @inlinable public static var thead: HTMLName { HTMLName(rawValue: 160) }
    /// The name `time`.
    @inlinable public static var time: HTMLName { HTMLName(rawValue: 161) }
    /// The name `title`.
    @inlinable public static var title: HTMLName { HTMLName(rawValue: 162) }
    /// The name `tr`.
    @inlinable public static var tr: HTMLName { HTMLName(rawValue: 163) }
    /// The name `track`.
    @inlinable public static var track: HTMLName { HTMLName(rawValue: 164) }
    /// The name `tspan`.
    @inlinable public static var tspan: HTMLName { HTMLName(rawValue: 165) }
    /// The name `tt`.
    @inlinable public static var tt: HTMLName { HTMLName(rawValue: 166) }
    /// The name `u`.
    @inlinable public static var u: HTMLName { HTMLName(rawValue: 167) }
    /// The name `ul`.
    @inlinable public static var ul: HTMLName { HTMLName(rawValue: 168) }
    /// The name `use`.
    @inlinable public static var use: HTMLName { HTMLName(rawValue: 169) }
    /// The name `var`.
    @inlinable public static var `var`: HTMLName { HTMLName(rawValue: 170) }
    /// The name `video`.
    @inlinable public static var video: HTMLName { HTMLName(rawValue: 171) }
    /// The name `wbr`.
    @inlinable public static var wbr: HTMLName { HTMLName(rawValue: 172) }
    /// The name `xmp`.
    @inlinable public static var xmp: HTMLName { HTMLName(rawValue: 173) }
    /// The name `id`.
    @inlinable public static var id: HTMLName { HTMLName(rawValue: 174) }
    /// The name `class`.
    @inlinable public static var `class`: HTMLName { HTMLName(rawValue: 175) }
    /// The name `lang`.
    @inlinable public static var lang: HTMLName { HTMLName(rawValue: 176) }
    /// The name `xml:lang`.
    @inlinable public static var xmlLang: HTMLName { HTMLName(rawValue: 177) }
    /// The name `align`.
    @inlinable public static var align: HTMLName { HTMLName(rawValue: 178) }
    /// The name `valign`.
    @inlinable public static var valign: HTMLName { HTMLName(rawValue: 179) }
    /// The name `bgcolor`.
    @inlinable public static var bgcolor: HTMLName { HTMLName(rawValue: 180) }
    /// The name `background`.
    @inlinable public static var background: HTMLName { HTMLName(rawValue: 181) }
    /// The name `color`.
    @inlinable public static var color: HTMLName { HTMLName(rawValue: 182) }
    /// The name `face`.
    @inlinable public static var face: HTMLName { HTMLName(rawValue: 183) }
    /// The name `size`.
    @inlinable public static var size: HTMLName { HTMLName(rawValue: 184) }
    /// The name `width`.
    @inlinable public static var width: HTMLName { HTMLName(rawValue: 185) }
    /// The name `height`.
    @inlinable public static var height: HTMLName { HTMLName(rawValue: 186) }
    /// The name `border`.
    @inlinable public static var border: HTMLName { HTMLName(rawValue: 187) }
    /// The name `cellpadding`.
    @inlinable public static var cellpadding: HTMLName { HTMLName(rawValue: 188) }
    /// The name `cellspacing`.
    @inlinable public static var cellspacing: HTMLName { HTMLName(rawValue: 189) }
    /// The name `start`.
    @inlinable public static var start: HTMLName { HTMLName(rawValue: 190) }
    /// The name `type`.
    @inlinable public static var type: HTMLName { HTMLName(rawValue: 191) }
    /// The name `value`.
    @inlinable public static var value: HTMLName { HTMLName(rawValue: 192) }
    /// The name `reversed`.
    @inlinable public static var reversed: HTMLName { HTMLName(rawValue: 193) }
    /// The name `hidden`.
    @inlinable public static var hidden: HTMLName { HTMLName(rawValue: 194) }
    /// The name `href`.
    @inlinable public static var href: HTMLName { HTMLName(rawValue: 195) }
    /// The name `name`.
    @inlinable public static var name: HTMLName { HTMLName(rawValue: 196) }
    /// The name `src`.
    @inlinable public static var src: HTMLName { HTMLName(rawValue: 197) }
    /// The name `alt`.
    @inlinable public static var alt: HTMLName { HTMLName(rawValue: 198) }
    /// The name `srcset`.
    @inlinable public static var srcset: HTMLName { HTMLName(rawValue: 199) }
    /// The name `sizes`.
    @inlinable public static var sizes: HTMLName { HTMLName(rawValue: 200) }
    /// The name `target`.
    @inlinable public static var target: HTMLName { HTMLName(rawValue: 201) }
    /// The name `rel`.
    @inlinable public static var rel: HTMLName { HTMLName(rawValue: 202) }
    /// The name `media`.
    @inlinable public static var media: HTMLName { HTMLName(rawValue: 203) }
    /// The name `charset`.
    @inlinable public static var charset: HTMLName { HTMLName(rawValue: 204) }
    /// The name `http-equiv`.
    @inlinable public static var httpEquiv: HTMLName { HTMLName(rawValue: 205) }
    /// The name `rowspan`.
    @inlinable public static var rowspan: HTMLName { HTMLName(rawValue: 206) }
    /// The name `colspan`.
    @inlinable public static var colspan: HTMLName { HTMLName(rawValue: 207) }
    /// The name `nowrap`.
    @inlinable public static var nowrap: HTMLName { HTMLName(rawValue: 208) }
    /// The name `nohref`.
    @inlinable public static var nohref: HTMLName { HTMLName(rawValue: 209) }
    /// The name `noshade`.
    @inlinable public static var noshade: HTMLName { HTMLName(rawValue: 210) }
    /// The name `bordercolor`.
    @inlinable public static var bordercolor: HTMLName { HTMLName(rawValue: 211) }
    /// The name `frameborder`.
    @inlinable public static var frameborder: HTMLName { HTMLName(rawValue: 212) }
    /// The name `vlink`.
    @inlinable public static var vlink: HTMLName { HTMLName(rawValue: 213) }
    /// The name `alink`.
    @inlinable public static var alink: HTMLName { HTMLName(rawValue: 214) }
    /// The name `clear`.
    @inlinable public static var clear: HTMLName { HTMLName(rawValue: 215) }
    /// The name `compact`.
    @inlinable public static var compact: HTMLName { HTMLName(rawValue: 216) }
    /// The name `hspace`.
    @inlinable public static var hspace: HTMLName { HTMLName(rawValue: 217) }
    /// The name `vspace`.
    @inlinable public static var vspace: HTMLName { HTMLName(rawValue: 218) }
    /// The name `marginwidth`.
    @inlinable public static var marginwidth: HTMLName { HTMLName(rawValue: 219) }
    /// The name `marginheight`.
    @inlinable public static var marginheight: HTMLName { HTMLName(rawValue: 220) }
    /// The name `leftmargin`.
    @inlinable public static var leftmargin: HTMLName { HTMLName(rawValue: 221) }
    /// The name `topmargin`.
    @inlinable public static var topmargin: HTMLName { HTMLName(rawValue: 222) }
    /// The name `rules`.
    @inlinable public static var rules: HTMLName { HTMLName(rawValue: 223) }
    /// The name `scope`.
    @inlinable public static var scope: HTMLName { HTMLName(rawValue: 224) }
    /// The name `headers`.
    @inlinable public static var headers: HTMLName { HTMLName(rawValue: 225) }
    /// The name `char`.
    @inlinable public static var char: HTMLName { HTMLName(rawValue: 226) }
    /// The name `cols`.
    @inlinable public static var cols: HTMLName { HTMLName(rawValue: 227) }
    /// The name `rows`.
    @inlinable public static var rows: HTMLName { HTMLName(rawValue: 228) }
    /// The name `wrap`.
    @inlinable public static var wrap: HTMLName { HTMLName(rawValue: 229) }
    /// The name `open`.
    @inlinable public static var `open`: HTMLName { HTMLName(rawValue: 230) }
    /// The name `checked`.
    @inlinable public static var checked: HTMLName { HTMLName(rawValue: 231) }
    /// The name `disabled`.
    @inlinable public static var disabled: HTMLName { HTMLName(rawValue: 232) }
    /// The name `selected`.
    @inlinable public static var selected: HTMLName { HTMLName(rawValue: 233) }
    /// The name `multiple`.
    @inlinable public static var multiple: HTMLName { HTMLName(rawValue: 234) }
    /// The name `readonly`.
    @inlinable public static var readonly: HTMLName { HTMLName(rawValue: 235) }
    /// The name `required`.
    @inlinable public static var required: HTMLName { HTMLName(rawValue: 236) }
    /// The name `placeholder`.
    @inlinable public static var placeholder: HTMLName { HTMLName(rawValue: 237) }
    /// The name `action`.
    @inlinable public static var action: HTMLName { HTMLName(rawValue: 238) }
    /// The name `method`.
    @inlinable public static var method: HTMLName { HTMLName(rawValue: 239) }
    /// The name `for`.
    @inlinable public static var `for`: HTMLName { HTMLName(rawValue: 240) }
    /// The name `usemap`.
    @inlinable public static var usemap: HTMLName { HTMLName(rawValue: 241) }
    /// The name `ismap`.
    @inlinable public static var ismap: HTMLName { HTMLName(rawValue: 242) }
    /// The name `poster`.
    @inlinable public static var poster: HTMLName { HTMLName(rawValue: 243) }
    /// The name `controls`.
    @inlinable public static var controls: HTMLName { HTMLName(rawValue: 244) }
    /// The name `autoplay`.
    @inlinable public static var autoplay: HTMLName { HTMLName(rawValue: 245) }
    /// The name `loop`.
    @inlinable public static var loop: HTMLName { HTMLName(rawValue: 246) }
    /// The name `muted`.
    @inlinable public static var muted: HTMLName { HTMLName(rawValue: 247) }
    /// The name `preload`.
    @inlinable public static var preload: HTMLName { HTMLName(rawValue: 248) }
    /// The name `codetype`.
    @inlinable public static var codetype: HTMLName { HTMLName(rawValue: 249) }
    /// The name `codebase`.
    @inlinable public static var codebase: HTMLName { HTMLName(rawValue: 250) }
    /// The name `classid`.
    @inlinable public static var classid: HTMLName { HTMLName(rawValue: 251) }
    /// The name `archive`.
    @inlinable public static var archive: HTMLName { HTMLName(rawValue: 252) }
    /// The name `declare`.
    @inlinable public static var declare: HTMLName { HTMLName(rawValue: 253) }
    /// The name `standby`.
    @inlinable public static var standby: HTMLName { HTMLName(rawValue: 254) }
    /// The name `datetime`.
    @inlinable public static var datetime: HTMLName { HTMLName(rawValue: 255) }
    /// The name `download`.
    @inlinable public static var download: HTMLName { HTMLName(rawValue: 256) }
    /// The name `ping`.
    @inlinable public static var ping: HTMLName { HTMLName(rawValue: 257) }
    /// The name `referrerpolicy`.
    @inlinable public static var referrerpolicy: HTMLName { HTMLName(rawValue: 258) }
    /// The name `loading`.
    @inlinable public static var loading: HTMLName { HTMLName(rawValue: 259) }
    /// The name `decoding`.
    @inlinable public static var decoding: HTMLName { HTMLName(rawValue: 260) }
    /// The name `crossorigin`.
    @inlinable public static var crossorigin: HTMLName { HTMLName(rawValue: 261) }
    /// The name `fetchpriority`.
    @inlinable public static var fetchpriority: HTMLName { HTMLName(rawValue: 262) }
    /// The name `integrity`.
    @inlinable public static var integrity: HTMLName { HTMLName(rawValue: 263) }
    /// The name `async`.
    @inlinable public static var `async`: HTMLName { HTMLName(rawValue: 264) }
    /// The name `defer`.
    @inlinable public static var `defer`: HTMLName { HTMLName(rawValue: 265) }
    /// The name `nonce`.
    @inlinable public static var nonce: HTMLName { HTMLName(rawValue: 266) }
    /// The name `property`.
    @inlinable public static var property: HTMLName { HTMLName(rawValue: 267) }
    /// The name `itemprop`.
    @inlinable public static var itemprop: HTMLName { HTMLName(rawValue: 268) }
    /// The name `role`.
    @inlinable public static var role: HTMLName { HTMLName(rawValue: 269) }
    /// The name `aria-label`.
    @inlinable public static var ariaLabel: HTMLName { HTMLName(rawValue: 270) }
    /// The name `aria-hidden`.
    @inlinable public static var ariaHidden: HTMLName { HTMLName(rawValue: 271) }
    /// The name `aria-level`.
    @inlinable public static var ariaLevel: HTMLName { HTMLName(rawValue: 272) }
    /// The name `tabindex`.
    @inlinable public static var tabindex: HTMLName { HTMLName(rawValue: 273) }
    /// The name `accesskey`.
    @inlinable public static var accesskey: HTMLName { HTMLName(rawValue: 274) }
    /// The name `contenteditable`.
    @inlinable public static var contenteditable: HTMLName { HTMLName(rawValue: 275) }
    /// The name `draggable`.
    @inlinable public static var draggable: HTMLName { HTMLName(rawValue: 276) }
    /// The name `spellcheck`.
    @inlinable public static var spellcheck: HTMLName { HTMLName(rawValue: 277) }
    /// The name `translate`.
    @inlinable public static var translate: HTMLName { HTMLName(rawValue: 278) }
    /// The name `xmlns`.
    @inlinable public static var xmlns: HTMLName { HTMLName(rawValue: 279) }
    /// The name `xlink:href`.
    @inlinable public static var xlinkHref: HTMLName { HTMLName(rawValue: 280) }
    /// The name `viewbox`.
    @inlinable public static var viewbox: HTMLName { HTMLName(rawValue: 281) }
    /// The name `d`.
    @inlinable public static var d: HTMLName { HTMLName(rawValue: 282) }
    /// The name `encoding`.
    @inlinable public static var encoding: HTMLName { HTMLName(rawValue: 283) }
    /// The name `definitionurl`.
    @inlinable public static var definitionurl: HTMLName { HTMLName(rawValue: 284) }
    /// The name `version`.
    @inlinable public static var version: HTMLName { HTMLName(rawValue: 285) }
    /// The name `profile`.
    @inlinable public static var profile: HTMLName { HTMLName(rawValue: 286) }
    /// The name `min`.
    @inlinable public static var min: HTMLName { HTMLName(rawValue: 287) }
    /// The name `max`.
    @inlinable public static var max: HTMLName { HTMLName(rawValue: 288) }
    /// The name `alttext`.
    @inlinable public static var alttext: HTMLName { HTMLName(rawValue: 289) }
    /// The name `hreflang`.
    @inlinable public static var hreflang: HTMLName { HTMLName(rawValue: 290) }
    /// The name `inert`.
    @inlinable public static var inert: HTMLName { HTMLName(rawValue: 291) }
}
