// GalleyLoading: where attachments' bytes come from, and what they are.
//
// Loaders answer `AttachmentLoader` for their kinds of URL: DataURLLoader, FileAttachmentLoader (files below one folder, and
// `data:`), HTTPAttachmentLoader (only where it is asked for), CompositeLoader (several, in order). None of them believes
// a name or a server: ImageFormat sniffs, ImageHeader reads the natural size without decoding, and ImageDecoder decodes
// within a limit of pixels. libpng, libjpeg and libwebp are called in CGalleyImage alone, where their longjmp ends too.
