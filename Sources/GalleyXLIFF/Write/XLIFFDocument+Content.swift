extension XLIFFDocument {
    /// The files with all that they say and nothing of where they say it: equal for a document and what is read of it
    /// after it was written. Inline codes are flattened when a document is read, and so is what hangs on them.
    package var content: [XLIFFFile] {
        files.map { file in
            var file = file
            file.document = ""
            file.position = .start
            for index in file.units.indices {
                file.units[index].position = .start
                file.units[index].sourcePosition = nil
                file.units[index].targetPosition = nil
                file.units[index].droppedPlaceholders = 0
                file.units[index].lengthLimits.removeAll { $0.scope != .unit }
                for limit in file.units[index].lengthLimits.indices {
                    file.units[index].lengthLimits[limit].targetSize = nil
                }
            }
            return file
        }
    }
}
