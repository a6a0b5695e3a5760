"""The letters of the test fonts as strokes on a grid of 5 by 9 points.

A glyph is a list of polylines; a point is written as two characters: x from 0 to 4, and y, where 0 to 6 are heights
from the baseline to the capitals (4 is the x-height) and `b`, `a` are one and two steps below it. One step is 100
units. Whatever has no letter here gets a *coded box*: a frame with a pattern of bars made from its code point, so that
two characters never look alike.
"""

LETTERS = {
    "A": "00 26 40;12 32", "B": "00 06 36 45 44 33 03;33 42 41 30 00", "C": "45 36 16 05 01 10 30 41",
    "D": "00 06 26 44 42 20 00", "E": "46 06 00 40;03 33", "F": "46 06 00;03 33",
    "G": "45 36 16 05 01 10 30 41 43 23", "H": "00 06;40 46;03 43", "I": "16 36;26 20;10 30",
    "J": "36 31 20 10 01", "K": "00 06;46 03 40", "L": "06 00 40", "M": "00 06 23 46 40", "N": "00 06 40 46",
    "O": "10 01 05 16 36 45 41 30 10", "P": "00 06 36 45 44 33 03", "Q": "10 01 05 16 36 45 41 30 10;22 40",
    "R": "00 06 36 45 44 33 03;23 40", "S": "45 36 16 05 04 13 33 42 41 30 10 01", "T": "06 46;26 20",
    "U": "06 01 10 30 41 46", "V": "06 20 46", "W": "06 10 24 30 46", "X": "00 46;06 40", "Y": "06 23 46;23 20",
    "Z": "06 46 00 40",
    "a": "14 34 43 40;42 12 01 10 30 41", "b": "06 00 30 41 43 34 04", "c": "43 34 14 03 01 10 30 41",
    "d": "46 40 10 01 03 14 44", "e": "02 42 43 34 14 03 01 10 30 41", "f": "36 26 15 10;04 34",
    "g": "44 4b 3a 1a 0b;40 10 01 03 14 44", "h": "06 00;04 34 43 40", "i": "14 24 20;10 30;25 26",
    "j": "24 2b 1a 0a;25 26", "k": "06 00;44 02 40", "l": "16 26 20;10 30", "m": "00 04 14 23 20;23 34 43 40",
    "n": "00 04 34 43 40", "o": "10 01 03 14 34 43 41 30 10", "p": "0a 04 34 43 41 30 00", "q": "4a 44 14 03 01 10 40",
    "r": "00 04;03 14 34", "s": "43 34 14 03 12 32 41 30 10 01", "t": "16 11 20 30 41;04 34", "u": "04 01 10 40;44 40",
    "v": "04 20 44", "w": "04 10 23 30 44", "x": "00 44;04 40", "y": "04 01 10 40;44 4b 3a 1a", "z": "04 44 00 40",
    "0": "10 01 05 16 36 45 41 30 10;11 35", "1": "15 26 20;10 30", "2": "05 16 36 45 44 00 40",
    "3": "05 16 36 45 44 33 42 41 30 10 01;23 33", "4": "30 36 02 42", "5": "46 06 03 33 42 41 30 10 01",
    "6": "45 36 16 05 01 10 30 41 42 33 03", "7": "06 46 20",
    "8": "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33", "9": "01 10 30 41 45 36 16 05 04 13 43",
    "!": "26 22;20 21", '"': "16 14;36 34", "#": "10 16;30 36;04 44;02 42",
    "$": "45 36 16 05 04 13 33 42 41 30 10 01;26 20", "%": "00 46;05 16;31 40", "&": "40 04 05 16 25 24 01 10 20 42",
    "'": "26 24", "(": "36 25 21 30", ")": "16 25 21 10", "*": "21 25;03 43;12 34", "+": "21 25;03 43", ",": "21 20 1b",
    "-": "13 33", ".": "20 21", "/": "00 46", ":": "20 21;23 24", ";": "21 20 1b;23 24", "<": "45 03 41",
    "=": "02 42;04 44", ">": "05 43 01", "?": "05 16 36 45 44 23 22;20 21", "@": "30 10 01 05 16 36 45 42 22 24 44",
    "[": "36 16 10 30", "\\": "06 40", "]": "16 36 30 10", "^": "04 26 44", "_": "0b 4b", "`": "16 25",
    "{": "36 25 24 13 22 21 30", "|": "26 2a", "}": "16 25 24 33 22 21 10", "~": "03 14 32 43",
    "\u00ab": "24 12 20;44 32 40", "\u00bb": "04 12 00;24 32 20", "\u2018": "26 15", "\u2019": "26 25 14",
    "\u201c": "16 05;36 25", "\u201d": "16 15 04;36 35 24", "\u201e": "11 10 0b;31 30 2b", "\u2013": "03 43",
    "\u2014": "03 43", "\u2026": "00 01;20 21;40 41", "\u2022": "13 23 33", "\u00b7": "22 23", "\u2010": "13 33",
    "\u2011": "13 33", "\u20ac": "45 36 16 05 01 10 30 41;03 33;02 32", "\u00df": "00 05 16 36 45 34 43 41 30 20",
    "\u00a7": "36 16 05 14 34 43 32 12 01 10 30", "\u00a9": "10 01 05 16 36 45 41 30 10;33 24 13 22 31",
    "\u0131": "14 24 20;10 30",
}

# Letters of other alphabets that look like a Latin one.
LOOKALIKES = dict(zip(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορυχАВЕКМНОРСТХаеорсухЅІЈѕіј",
    "ABEZHIKMNOPTYXaBeiknopuxABEKMHOPCTXaeopcyxSIJsij"))

# Accents, drawn above (5 to 6) or below (a to b) the middle column.
MARKS = {
    0x0300: "16 25", 0x0301: "36 25", 0x0302: "15 26 35", 0x0303: "15 16 35 36", 0x0304: "15 35", 0x0306: "16 25 36",
    0x0307: "25 26", 0x0308: "15 16;35 36", 0x030A: "16 26 25 15 16", 0x030B: "26 15;46 35", 0x030C: "16 25 36",
    0x0323: "2b 2a", 0x0327: "20 2b 1a", 0x0328: "20 2b 3a",
}
BELOW = {0x0323, 0x0327, 0x0328}
HEIGHTS = {"a": -2, "b": -1, **{str(n): n for n in range(7)}}
STEP = 100


def polylines(drawing):
    """The polylines of a drawing in grid steps."""
    return [[(int(point[0]), HEIGHTS[point[1]]) for point in line.split()] for line in drawing.split(";") if line]


def coded_box(code):
    """A frame with twelve bars switched by the low bits of a code point."""
    lines = [[(0, 0), (0, 6), (4, 6), (4, 0), (0, 0)]]
    for bit in range(12):
        if code >> bit & 1:
            x, y = 1 + bit % 3, 1 + bit // 3 * 1.25
            lines.append([(x - 0.3, y), (x + 0.3, y)])
    return lines


def contours(lines, advance, thickness, shift=0):
    """Each segment as a parallelogram. The number of points depends on the lines only, so that weights interpolate."""
    margin = min(100, advance / 4)
    scale = (advance - 2 * margin) / 4
    half = thickness / 2
    result = []
    for line in lines:
        for (x0, y0), (x1, y1) in zip(line, line[1:]):
            ax, ay = margin + x0 * scale, y0 * STEP + shift
            bx, by = margin + x1 * scale, y1 * STEP + shift
            length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-9)
            ux, uy = (bx - ax) / length * half, (by - ay) / length * half
            # Lengthened by half the thickness at both ends, so that corners are closed.
            corners = [(ax - ux - uy, ay - uy + ux), (bx + ux - uy, by + uy + ux),
                       (bx + ux + uy, by + uy - ux), (ax - ux + uy, ay - uy - ux)]
            result.append([(round(x), round(y)) for x, y in corners])
    return result
