// UAX #9 BD9, P2, P3, X1 to X8: isolates and their partners, and the level that the controls give each character.

extension BidiAlgorithm {
    /// An entry of the directional status stack.
    private struct Status {
        var level: UInt8
        /// L or R; nil when neutral.
        var override: BidiClass?
        var isIsolate: Bool
    }

    /// BD9: finds each isolate initiator's PDI.
    mutating func matchIsolates(_ paragraph: Range<Int>) {
        var open: [Int32] = []
        for index in paragraph {
            switch original[index] {
            case .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate: open.append(Int32(index))
            case .popDirectionalIsolate:
                guard let initiator = open.popLast() else { continue }
                matches[index] = initiator
                matches[Int(initiator)] = Int32(index)
            default: break
            }
        }
    }

    /// P2 and P3 within a range whose isolates are matched: the level that its first strong character asks for.
    func firstStrong(_ range: Range<Int>) -> UInt8? {
        var index = range.lowerBound
        while index < range.upperBound {
            switch original[index] {
            case .leftToRight: return 0
            case .rightToLeft, .arabicLetter: return 1
            case .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate:
                guard matches[index] >= 0 else { return nil }
                index = Int(matches[index])
            default: break
            }
            index += 1
        }
        return nil
    }

    /// X1 to X8.
    mutating func explicitLevels(_ paragraph: Range<Int>) {
        var stack = [Status(level: baseLevel, override: nil, isIsolate: false)]
        var overflowingIsolates = 0
        var overflowingEmbeddings = 0
        var openIsolates = 0
        for index in paragraph {
            let current = stack[stack.count - 1]
            let found = original[index]
            levels[index] = current.level
            switch found {
            case .rightToLeftEmbedding, .leftToRightEmbedding, .rightToLeftOverride, .leftToRightOverride:  // X2 to X5
                let isRight = found == .rightToLeftEmbedding || found == .rightToLeftOverride
                let level = BidiAlgorithm.next(current.level, isRight: isRight)
                if Int(level) <= UnicodeLimits.maximumBidiDepth, overflowingIsolates == 0, overflowingEmbeddings == 0 {
                    let override: BidiClass? =
                        switch found {
                        case .rightToLeftOverride: .rightToLeft
                        case .leftToRightOverride: .leftToRight
                        default: nil
                        }
                    stack.append(Status(level: level, override: override, isIsolate: false))
                } else if overflowingIsolates == 0 {
                    overflowingEmbeddings += 1
                }
            case .rightToLeftIsolate, .leftToRightIsolate, .firstStrongIsolate:  // X5a to X5c
                classes[index] = current.override ?? found
                let level = BidiAlgorithm.next(current.level, isRight: isRightIsolate(index, in: paragraph))
                if Int(level) <= UnicodeLimits.maximumBidiDepth, overflowingIsolates == 0, overflowingEmbeddings == 0 {
                    openIsolates += 1
                    stack.append(Status(level: level, override: nil, isIsolate: true))
                } else {
                    overflowingIsolates += 1
                }
            case .popDirectionalIsolate:  // X6a
                if overflowingIsolates > 0 {
                    overflowingIsolates -= 1
                } else if openIsolates > 0 {
                    overflowingEmbeddings = 0
                    while stack.count > 1, !stack[stack.count - 1].isIsolate { stack.removeLast() }
                    if stack.count > 1 { stack.removeLast() }
                    openIsolates -= 1
                }
                levels[index] = stack[stack.count - 1].level
                classes[index] = stack[stack.count - 1].override ?? found
            case .popDirectionalFormat:  // X7
                if overflowingIsolates > 0 { continue }
                if overflowingEmbeddings > 0 {
                    overflowingEmbeddings -= 1
                } else if !current.isIsolate, stack.count > 1 {
                    stack.removeLast()
                }
            case .paragraphSeparator: levels[index] = baseLevel  // X8
            case .boundaryNeutral: break
            default: classes[index] = current.override ?? found  // X6
            }
        }
    }

    private func isRightIsolate(_ index: Int, in paragraph: Range<Int>) -> Bool {
        switch original[index] {
        case .rightToLeftIsolate: return true
        case .leftToRightIsolate: return false
        default:
            let end = matches[index] >= 0 ? Int(matches[index]) : paragraph.upperBound
            return firstStrong(index + 1..<end) == 1
        }
    }

    /// The least odd or even level above `level`.
    private static func next(_ level: UInt8, isRight: Bool) -> UInt8 {
        isRight ? (level + 1) | 1 : (level + 2) & ~1
    }
}
