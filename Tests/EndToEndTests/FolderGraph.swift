// SPDX-License-Identifier: Apache-2.0

/// Which folder of a module names what another one alone declares at the top level of a file.
struct FolderGraph {
  /// The names on the arrow from one folder to another.
  private var arrows: [String: [String: Set<String>]] = [:]

  /// The graph of the sources of a module, by their paths below it.
  init(_ sources: [String: String]) {
    let declaration =
      /^(?:@\w+ |public |package |private |fileprivate |indirect |final )*(?:struct|class|enum|protocol|actor|typealias|func) (\w+)/
      .anchorsMatchLineEndings()
    var folders: [String: Set<String>] = [:]
    for (file, source) in sources {
      for match in source.matches(of: declaration) {
        folders[String(match.1), default: []].insert(FolderGraph.folder(file))
      }
    }
    for (file, source) in sources {
      let folder = FolderGraph.folder(file)
      for word in SourceWords(source).words {
        guard let declaring = folders[word], declaring.count == 1, let other = declaring.first,
          other != folder
        else { continue }
        arrows[folder, default: [:]][other, default: []].insert(word)
      }
    }
  }

  private static func folder(_ file: String) -> String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The sets of folders of which each needs all others, by way of some of them.
  var circles: [[String]] {
    var reached: [String: Set<String>] = [:]
    for folder in arrows.keys { reached[folder] = folders(reachedFrom: folder) }
    var circles: Set<[String]> = []
    for (folder, others) in reached where others.contains(folder) {
      circles.insert(others.filter { reached[$0]?.contains(folder) == true }.sorted())
    }
    return circles.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func folders(reachedFrom start: String) -> Set<String> {
    var reached: Set<String> = []
    var open = Array((arrows[start] ?? [:]).keys)
    while let folder = open.popLast() {
      if reached.insert(folder).inserted { open += (arrows[folder] ?? [:]).keys }
    }
    return reached
  }

  /// The arrows between folders of a circle, a line for each: `  A -> B: One, Two`.
  func arrows(of circle: [String]) -> String {
    circle.flatMap { folder in
      (arrows[folder] ?? [:]).filter { circle.contains($0.key) }.sorted { $0.key < $1.key }.map {
        "  \(folder) -> \($0.key): \($0.value.sorted().joined(separator: ", "))"
      }
    }.joined(separator: "\n")
  }
}
