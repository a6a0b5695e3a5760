/// The limits of this module.
package enum XLIFFLimits {
    /// How many bytes an existing `.strings` file may have to be read for comparison.
    package static let existingFileSize = 256 << 20
    /// How deep dictionaries and arrays may nest in a property list.
    package static let propertyListDepth = 256
    /// How many findings with one code a document may give; the rest are counted.
    package static let findingsOfOneCode = 1_000
    /// How deep objects and arrays may nest in JSON.
    package static let jsonDepth = 128
    /// How many variables a text of a catalog may have: far more than a format has arguments, and few enough to look
    /// through for each of their forms.
    package static let substitutionsOfAKey = 256
    /// How many breaches of XLIFF 2's rules are reported for one document.
    package static let validationFaults = 1_000
    /// How much a binary property list may stand for, in bytes of strings and data and in objects: so much in any case,
    static let binaryListSize = 1 << 20
    /// so much for each byte of the file,
    static let binaryListGrowth = 16
    /// where an object counts as so many bytes.
    static let binaryListObjectCost = 16
    /// How large a font may be that texts are measured in.
    package static let fontSize = 10_000.0
    /// How many keys a message names before it says "and more".
    package static let keysInAMessage = 3
    /// How many files a reader on a thread of its own may be ahead.
    package static let filesAhead = 8
    /// How deep folders are looked into for tables.
    package static let folderDepth = 64
}
