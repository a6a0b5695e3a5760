@main
struct XliffixTool {
    static func main() {}
}
