import Foundation
import Synchronization

/// A web server of a few lines on a loopback port, for testing a client: answers each path with fixed bytes.
final class LoopbackServer: Sendable {
    struct Answer: Sendable {
        var head: String
        var body: [UInt8]
        /// Keeps the connection open after the body, as a server that hangs.
        var hangs = false

        static func ok(_ body: [UInt8]) -> Answer {
            Answer(head: "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n", body: body)
        }

        static func status(_ line: String, headers: String = "") -> Answer {
            Answer(head: "HTTP/1.1 \(line)\r\n\(headers)Content-Length: 0\r\nConnection: close\r\n\r\n", body: [])
        }
    }

    let port: UInt16
    private let listener: Int32
    #if canImport(Glibc)
        /// MSG_NOSIGNAL, whose Swift type depends on which C modules are loaded.
        private let noSignal: Int32 = 0x4000
    #else
        private let noSignal: Int32 = 0
    #endif
    private let held = Mutex<[Int32]>([])

    init(_ answers: [String: Answer]) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        listener = socket(AF_INET, stream, 0)
        guard listener >= 0 else { throw POSIXError(.EIO) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                answer(connection, answers)
            }
        }
    }

    func stop() {
        // Wakes the accepting thread, which ends.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        held.withLock { connections in
            for connection in connections { close(connection) }
            connections.removeAll()
        }
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private func answer(_ connection: Int32, _ answers: [String: Answer]) {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        let count = recv(connection, &buffer, buffer.count, 0)
        let request = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let answer = answers[path] ?? .status("404 Not Found")
        let bytes = Array(answer.head.utf8) + answer.body
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(connection, $0.baseAddress?.advanced(by: sent), bytes.count - sent, noSignal)
            }
            guard count > 0 else { break }
            sent += count
        }
        if answer.hangs { held.withLock { $0.append(connection) } } else { close(connection) }
    }
}
