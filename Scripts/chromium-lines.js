// The paragraphs and lines of the page that is shown, for compare-lines.py: an array of paragraphs, each
// {lines: [{text, left, right, rects, slack}], boxed, source, cell}: lines as the client rectangles of their characters tell, without
// white space at their ends that hangs; `rects` counts the pieces of a line; `boxed` says that inline boxes with edges,
// objects or generated content are in it, so that its lines are wider than their text. What lies between block-level
// boxes is one paragraph, as in Galley; text of floats and inline blocks is paragraphs of its own. A showing soft hyphen
// is U+2010. `source` is the text as it is in the document; `cell` says that it is in a table.
// Blink sets text in sizes of whole 1/100 px, and FreeType in whole 1/64 px below: `slack` is what a line lost by that.
(() => {
  const paragraphs = [];
  const range = document.createRange();
  let paragraph = null;     // the one that text is added to
  let line = null;          // its last line, while more can come
  let pending = '';         // the source of the text that is being added
  let cells = 0;            // tables that are open

  const add = (text, rects, size = 0) => {
    if (!paragraph) {
      paragraph = {lines: [], boxed: false, source: pending, cell: cells > 0};
      paragraphs.push(paragraph);
      line = null;
    }
    const top = Math.min(...rects.map(r => r.top)), bottom = Math.max(...rects.map(r => r.bottom));
    const overlap = line && Math.min(line.bottom, bottom) - Math.max(line.top, top);
    if (!line || overlap <= 0.5 * Math.min(line.bottom - line.top, bottom - top)) {
      line = {text: '', left: Infinity, right: -Infinity, top, bottom, rects: 0, slack: 0};
      paragraph.lines.push(line);
    }
    line.text += text;
    line.top = Math.min(line.top, top); line.bottom = Math.max(line.bottom, bottom);
    for (const r of rects) {
      line.left = Math.min(line.left, r.left); line.right = Math.max(line.right, r.right);
      line.rects++;
      const set = Math.floor(Math.floor(Math.fround(Math.fround(size) * 100)) / 100 * 64) / 64;
      if (set > 0) line.slack += (r.right - r.left) * (size / set - 1);
    }
  };
  const rectsOf = (node, start, end) => {
    range.setStart(node, start); range.setEnd(node, end);
    return [...range.getClientRects()];
  };
  // The text of node[start, end), which has no forced break: halved until each part is on one line.
  const addText = (node, start, end, style) => {
    const text = node.data, size = parseFloat(style.fontSize);
    const isSpace = i => /[ \t\n\r\f]/.test(text[i]);
    if (!/^(pre|break-spaces)/.test(style.whiteSpace)) while (start < end && isSpace(start)) start++;
    if (style.whiteSpace !== 'pre') while (start < end && isSpace(end - 1)) end--;
    if (start === end) return;
    const all = rectsOf(node, start, end), wide = all.filter(r => r.width > 0);
    if (!all.length) return;
    // Those without a width are of later characters of clusters, or of the neighbouring lines.
    const rects = wide.length ? wide : all.slice(0, 1);
    const isOne = Math.max(...all.map(r => r.top)) - Math.min(...all.map(r => r.top)) < 0.01;
    let middle = start + end >> 1;
    if (text.charCodeAt(middle) >= 0xdc00 && text.charCodeAt(middle) < 0xe000) middle++;
    if (text[start] === '\u00ad' && end === start + 1) return add('\u2010', rects.slice(-1), size);
    if (isOne && !text.slice(start, end).includes('\u00ad')) return add(text.slice(start, end), rects, size);
    // One character: a hyphen that shows before it is reported with it.
    if (middle >= end || middle <= start) return add(text.slice(start, end), rects.slice(-1), size);
    addText(node, start, middle, style);
    addText(node, middle, end, style);
  };
  const edges = (node, style) =>
    ['marginLeft', 'marginRight', 'paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'].some(
      key => parseFloat(style[key])) ||
    ['::before', '::after'].some(part => !/^(none|normal)$/.test(getComputedStyle(node, part).content));

  const walk = parent => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === Node.TEXT_NODE) {
        const style = getComputedStyle(parent);
        if (style.visibility !== 'visible' || !node.data) continue;
        if (paragraph) paragraph.source += node.data; else pending = node.data;
        if (!/^(pre|break-spaces)/.test(style.whiteSpace)) { addText(node, 0, node.data.length, style); continue; }
        let start = 0;
        for (let end; (end = node.data.indexOf('\n', start)) >= 0; start = end + 1) {
          addText(node, start, end, style);
          line = null;
        }
        addText(node, start, node.data.length, style);
        continue;
      }
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const style = getComputedStyle(node), display = style.display;
      if (display === 'none' || /^(script|style|title|rp)$/i.test(node.tagName)) continue;
      if (node.tagName === 'BR') { line = null; continue; }
      const isReplaced = /^(img|svg|canvas|video|audio|object|iframe|input|select|textarea|button|meter|progress|math)$/i.test(node.tagName);
      const isOut = style.float !== 'none' || /absolute|fixed/.test(style.position);
      if (isReplaced && !isOut && display.startsWith('inline')) {
        const rects = [...node.getClientRects()];
        if (paragraph) paragraph.boxed = true;
        if (!rects.length) continue;
        // An object is taller than its line's text as a rule: it joins the line that its bottom is on.
        const r = rects[0], height = Math.min(4, r.height);
        add('\ufffc', [{left: r.left, right: r.right, top: r.bottom - height, bottom: r.bottom}]);
        paragraph.boxed = true;
        // So that text after it compares with text.
        if (line.text === '\ufffc') { line.top = r.top; line.bottom = r.bottom; }
        continue;
      }
      if (isReplaced) continue;
      if (isOut || /^inline-|^ruby/.test(display)) {
        const saved = [paragraph, line];
        if (display !== 'ruby') { if (!isOut && paragraph) paragraph.boxed = true; paragraph = line = null; }
        walk(node);
        if (display !== 'ruby') [paragraph, line] = saved;
        continue;
      }
      const isBlock = !/^(inline|contents|ruby)/.test(display);
      if (isBlock) paragraph = line = null;
      const boxes = isBlock ? style.listStylePosition === 'inside' && display === 'list-item' : edges(node, style);
      if (boxes && paragraph) paragraph.boxed = true;
      const count = paragraphs.length;
      const isTable = display === 'table';
      cells += isTable;
      walk(node);
      cells -= isTable;
      if (boxes && paragraph) paragraph.boxed = true;
      if (boxes && count < paragraphs.length) paragraphs[count].boxed = true;
      if (isBlock) paragraph = line = null;
    }
  };
  walk(document.body);
  const r4 = v => Math.round(v * 1e4) / 1e4;
  return paragraphs.map(p => ({boxed: p.boxed, source: p.source, cell: p.cell, lines: p.lines.map(
    l => ({text: l.text, left: r4(l.left), right: r4(l.right), rects: l.rects, slack: r4(l.slack)}))}));
})()
