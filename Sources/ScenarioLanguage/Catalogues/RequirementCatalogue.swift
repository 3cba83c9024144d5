/// A sentence that a client must, should or may keep to.
public struct Requirement: Hashable, Sendable {
  /// `R` and a number: `R083`.
  public var id: String
  /// How binding it is.
  public var level: Level
  /// Where it comes from, as `RFC 7616 3.3`.
  public var source: String
  /// The sentence.
  public var text: String
  /// Where it stands.
  public var location: SourceLocation
}

/// All requirements, from requirements.yaml: a list of mappings with `id`, `level`, `source` and `text`.
public struct RequirementCatalogue: Sendable {
  /// In the file's order.
  public private(set) var requirements: [Requirement] = []
  private var indices: [String: Int] = [:]

  /// No requirements.
  public init() {}

  /// The requirement of an id.
  public subscript(id: String) -> Requirement? { indices[id].map { requirements[$0] } }

  /// The ids that are nearest to one that is not there.
  public func suggestion(for id: String) -> String? {
    NearestName.suggestion(for: id, among: requirements.map(\.id))
  }

  /// Reads a file's text, UTF-8; what is wrong is left out of the catalogue and said in the diagnostics.
  public static func load(text: [UInt8], file: String) -> (RequirementCatalogue, [Diagnostic]) {
    let (decoder, nodes) = Decoder.listFile(
      text: text, file: file, of: "requirements",
      example: "- { id: R083, level: should, source: RFC 7616 3.3, text: … }")
    var catalogue = RequirementCatalogue()
    for node in nodes {
      guard let requirement = decoder.catalogued(node) else { continue }
      if let index = catalogue.indices[requirement.id] {
        decoder.report(
          node, "the requirement \(requirement.id) stands twice",
          hint: "the first one is in line \(catalogue.requirements[index].location.line)")
        continue
      }
      catalogue.indices[requirement.id] = catalogue.requirements.count
      catalogue.requirements.append(requirement)
    }
    return (catalogue, decoder.collector.sorted())
  }
}

extension Decoder {
  fileprivate func catalogued(_ node: YAMLNode) -> Requirement? {
    guard let fields = fields(node, as: RequirementKey.self) else { return nil }
    let id = required(.id, fields, "as in R083", requirement)
    let level = required(.level, fields, "must, should, may, robust or note") {
      choice($0, "a level", of: Level.self)
    }
    let source = required(.source, fields, "as in RFC 7616 3.3", specification)
    let text = required(.text, fields, "the sentence")
    guard let id, let level, let source, let text else { return nil }
    return Requirement(
      id: id, level: level, source: source, text: text, location: node.span.start)
  }
}
