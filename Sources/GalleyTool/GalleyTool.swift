@main
struct GalleyTool {
    static func main() {}
}
