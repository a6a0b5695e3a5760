import GalleyLayout
import Testing

@Suite struct FenwickTreeTests {
    @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 64, 100])
    func agreesWithPlainSums(count: Int) {
        var random = SystemRandomNumberGenerator()
        var elements = (0..<count).map { _ in Int.random(in: 0...5, using: &random) }
        var tree = FenwickTree(elements)
        for round in 0..<20 {
            for end in 0...count { #expect(tree.sum(before: end) == elements[..<end].reduce(0, +)) }
            guard count > 0 else { break }
            let position = Int.random(in: 0..<count, using: &random)
            tree.add(round, at: position)
            elements[position] += round
        }
        #expect(tree.total == elements.reduce(0, +))
    }

    @Test func findsThePositionOfASum() {
        let elements = [3, 0, 2, 0, 0, 4]
        let tree = FenwickTree(elements)
        let expected = [0, 0, 0, 2, 2, 5, 5, 5, 5]
        for target in 0..<9 {
            let found = tree.position(of: target)
            #expect(found.position == expected[target])
            #expect(found.before == elements[..<found.position].reduce(0, +))
        }
        #expect(tree.position(of: 9).position == 6)
    }
}
