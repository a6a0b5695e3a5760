import Foundation
import GalleyMarkup
import GalleyText

/// Converts a document while it arrives.
///
///     let converter = HTMLConverter(baseURL: url)
///     for try await chunk in response.body { try converter.append(chunk) }
///     let text = try converter.finish()
///
/// However the bytes are cut, the text and its diagnostics are those of the whole. The bytes are parsed as they come and are
/// not kept (see `HTMLTreeParser`); styles and text are made at the end, as a rule in a `style` element may concern all of
/// the document. Not for two threads at once. After `finish()` the converter is ready for another document.
public final class HTMLConverter {
    private let baseURL: URL?
    private let options: HTMLOptions
    private var conversion: HTMLConversion
    private var parser: HTMLTreeParser

    /// A converter at the start of a document; the arguments are those of `AttributedText(html:baseURL:options:)`.
    ///
    /// - Parameter expectedBytes: the length of the document where somebody knows it who can be trusted, as of a file: room
    ///   is made for it at once.
    public init(baseURL: URL? = nil, options: HTMLOptions = HTMLOptions(), expectedBytes: Int = 0) {
        self.baseURL = baseURL
        self.options = options
        (conversion, parser) = Self.start(baseURL, options)
        parser.reserve(bytes: expectedBytes)
    }

    private static func start(_ baseURL: URL?, _ options: HTMLOptions) -> (HTMLConversion, HTMLTreeParser) {
        let conversion = HTMLConversion(options: options, baseURL: baseURL?.absoluteString)
        let parser = HTMLTreeParser(
            encoding: options.encoding, inside: options.fragmentContext, limits: options.limits.markup,
            isCancelled: conversion.monitor.shouldStop)
        return (conversion, parser)
    }

    /// Takes the next bytes.
    ///
    /// - Throws: ``HTMLError`` when the task or the options cancel, and where strict limits are exceeded.
    public func append(_ chunk: some Sequence<UInt8>) throws(HTMLError) {
        do { try parser.append(chunk) } catch { throw HTMLError(error) }
    }

    /// Ends the document and returns its text.
    public func finish() throws(HTMLError) -> AttributedText {
        let (conversion, parser) = (conversion, parser)
        (self.conversion, self.parser) = Self.start(baseURL, options)
        let tree: HTMLTree
        do { tree = try parser.finish() } catch { throw HTMLError(error) }
        return try conversion.convert(consume tree)
    }
}
