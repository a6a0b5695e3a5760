// Tables (§13.2.6.4.9 to .15).
extension HTMLTreeBuilder {
    private mutating func popToTable() { popTo { $0 == .table || $0 == .template || $0 == .html } }

    private mutating func popToTableBody() {
        popTo { $0 == .tbody || $0 == .tfoot || $0 == .thead || $0 == .template || $0 == .html }
    }

    private mutating func popToRow() { popTo { $0 == .tr || $0 == .template || $0 == .html } }

    /// Closes a table that has content open; false if none is in table scope.
    @discardableResult
    private mutating func closeTable() -> Bool {
        guard hasInScope(.table, .table) else { return false }
        popThrough(.table)
        resetMode()
        return true
    }

    // MARK: In table

    mutating func startInTable(_ name: HTMLName, _ tag: HTMLStartTag) {
        switch name {
        case .caption:
            popToTable()
            insertMarker()
            insertElement(name, tag)
            mode = .inCaption
        case .colgroup:
            popToTable()
            insertElement(name, tag)
            mode = .inColumnGroup
        case .col:
            popToTable()
            insertElement(.colgroup, nil)
            mode = .inColumnGroup
            start(name, tag)
        case .tbody, .tfoot, .thead:
            popToTable()
            insertElement(name, tag)
            mode = .inTableBody
        case .td, .th, .tr:
            popToTable()
            insertElement(.tbody, nil)
            mode = .inTableBody
            start(name, tag)
        case .table:
            if closeTable() { start(name, tag) }
        case .style, .script, .template:
            startMetadata(name, tag)
        case .input where isHiddenInput(tag):
            insertVoid(name, tag)
        case .form:
            guard form == nil, !hasOpen(.template) else { return }
            form = insertElement(name, tag)
            pop()
        default:
            beginFostering()
            startInBody(name, tag)
            endFostering()
        }
    }

    mutating func endInTable(_ name: HTMLName, _ offset: Int) {
        switch name {
        case .table: closeTable()
        case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
        case .template: endTemplate()
        default:
            beginFostering()
            endInBody(name, offset)
            endFostering()
        }
    }

    // MARK: In caption, column group

    private mutating func closeCaption() -> Bool {
        guard hasInScope(.caption, .table) else { return false }
        generateImpliedEndTags()
        popThrough(.caption)
        clearToMarker()
        mode = .inTable
        return true
    }

    mutating func startInCaption(_ name: HTMLName, _ tag: HTMLStartTag) {
        switch name {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
            if closeCaption() { start(name, tag) }
        default: startInBody(name, tag)
        }
    }

    mutating func endInCaption(_ name: HTMLName, _ offset: Int) {
        switch name {
        case .caption: _ = closeCaption()
        case .table:
            if closeCaption() { end(name, offset) }
        case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
        default: endInBody(name, offset)
        }
    }

    mutating func startInColumnGroup(_ name: HTMLName, _ tag: HTMLStartTag) {
        if name == .col {
            insertVoid(name, tag)
        } else if name == .template {
            startMetadata(name, tag)
        } else if currentName == .colgroup {
            pop()
            mode = .inTable
            start(name, tag)
        }
    }

    mutating func endInColumnGroup(_ name: HTMLName, _ offset: Int) {
        if name == .template {
            endTemplate()
        } else if name != .col, currentName == .colgroup {
            pop()
            mode = .inTable
            if name != .colgroup { end(name, offset) }
        }
    }

    // MARK: In table body, row, cell

    private mutating func closeTableBody() -> Bool {
        guard hasInScope(.tbody, .table) || hasInScope(.thead, .table) || hasInScope(.tfoot, .table) else {
            return false
        }
        popToTableBody()
        pop()
        mode = .inTable
        return true
    }

    mutating func startInTableBody(_ name: HTMLName, _ tag: HTMLStartTag) {
        switch name {
        case .tr:
            popToTableBody()
            insertElement(name, tag)
            mode = .inRow
        case .td, .th:
            popToTableBody()
            insertElement(.tr, nil)
            mode = .inRow
            start(name, tag)
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
            if closeTableBody() { start(name, tag) }
        default: startInTable(name, tag)
        }
    }

    mutating func endInTableBody(_ name: HTMLName, _ offset: Int) {
        switch name {
        case .tbody, .tfoot, .thead:
            if hasInScope(name, .table) { _ = closeTableBody() }
        case .table:
            if closeTableBody() { end(name, offset) }
        case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: break
        default: endInTable(name, offset)
        }
    }

    private mutating func closeRow() -> Bool {
        guard hasInScope(.tr, .table) else { return false }
        popToRow()
        pop()
        mode = .inTableBody
        return true
    }

    mutating func startInRow(_ name: HTMLName, _ tag: HTMLStartTag) {
        switch name {
        case .td, .th:
            popToRow()
            insertElement(name, tag)
            mode = .inCell
            insertMarker()
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
            if closeRow() { start(name, tag) }
        default: startInTable(name, tag)
        }
    }

    mutating func endInRow(_ name: HTMLName, _ offset: Int) {
        switch name {
        case .tr: _ = closeRow()
        case .table:
            if closeRow() { end(name, offset) }
        case .tbody, .tfoot, .thead:
            if hasInScope(name, .table), closeRow() { end(name, offset) }
        case .body, .caption, .col, .colgroup, .html, .td, .th: break
        default: endInTable(name, offset)
        }
    }

    private mutating func closeCell() {
        generateImpliedEndTags()
        popTo { $0 == .td || $0 == .th || $0 == .html }
        pop()
        clearToMarker()
        mode = .inRow
    }

    private var hasCell: Bool { hasInScope(.td, .table) || hasInScope(.th, .table) }

    mutating func startInCell(_ name: HTMLName, _ tag: HTMLStartTag) {
        switch name {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
            guard hasCell else { return }
            closeCell()
            start(name, tag)
        default: startInBody(name, tag)
        }
    }

    mutating func endInCell(_ name: HTMLName, _ offset: Int) {
        switch name {
        case .td, .th:
            guard hasInScope(name, .table) else { return }
            generateImpliedEndTags()
            popThrough(name)
            clearToMarker()
            mode = .inRow
        case .body, .caption, .col, .colgroup, .html: break
        case .table, .tbody, .tfoot, .thead, .tr:
            guard hasInScope(name, .table) else { return }
            if hasCell { closeCell() } else { mode = .inRow }
            end(name, offset)
        default: endInBody(name, offset)
        }
    }
}
