import CGalleyHarfBuzz

/// A place on a variable face's axes that has a name of its own (`fvar` table): `Condensed Bold`.
///
///     let heavy = face.namedInstances.first { $0.name == "Black" }
///     let query = FontQuery(families: ["Inter"], axisValues: heavy?.coordinates ?? [])
public struct FontNamedInstance: Hashable, Sendable {
    /// The style's name within the family, in English where there is a choice.
    public var name: String
    /// For PDF and for `local()`; empty where the face has none.
    public var postScriptName: String
    /// The place on each axis, in the order of ``FontFace/axes``.
    public var coordinates: [AxisValue]

    /// A named place.
    public init(name: String, postScriptName: String, coordinates: [AxisValue]) {
        self.name = name
        self.postScriptName = postScriptName
        self.coordinates = coordinates
    }
}

extension FontFace {
    /// The named places on the axes of a variable face, in the file's order; empty for a static one. Read from the file
    /// each time.
    public var namedInstances: [FontNamedInstance] {
        let count = min(Int(hb_ot_var_get_named_instance_count(hbFace)), FontLimits.maximumNamedInstances)
        let english = hb_language_from_string("en", -1)
        return (0..<UInt32(count)).map { index in
            var values = [Float](repeating: 0, count: max(1, axes.count))
            var length = UInt32(values.count)
            hb_ot_var_named_instance_get_design_coords(hbFace, index, &length, &values)
            func name(_ id: hb_ot_name_id_t) -> String {
                id == 0xFFFF ? "" : FontNames.read(hbFace, id, english) ?? ""
            }
            return FontNamedInstance(
                name: name(hb_ot_var_named_instance_get_subfamily_name_id(hbFace, index)),
                postScriptName: name(hb_ot_var_named_instance_get_postscript_name_id(hbFace, index)),
                coordinates: zip(axes, values.prefix(Int(length))).map { AxisValue($0.tag, $0.clamp($1)) })
        }
    }
}
