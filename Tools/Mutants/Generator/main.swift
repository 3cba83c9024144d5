// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

// generator SOURCES RUNTIME OUT [COPIED…]: writes the client's sources with a switch at each site,
// and the list of sites. COPIED are files and folders that are copied without sites.
let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
  FileHandle.standardError.write(Data("usage: generator SOURCES RUNTIME OUT [COPIED…]\n".utf8))
  exit(2)
}
let (sources, runtime, out) = (arguments[1], arguments[2], arguments[3])
let copied = arguments.dropFirst(4)

/// `true` for files that contain only code of faults.
func isPlanted(_ path: String) -> Bool {
  path.hasPrefix("Faults/") || path.hasSuffix("+NeedlessTries.swift")
    || path.hasSuffix("/FaultState.swift")
}

func isCopied(_ path: String) -> Bool {
  copied.contains { path == $0 || path.hasPrefix("\($0)/") }
}

do {
  let files = FileManager.default
  let paths = (files.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".swift") }.sorted()
  var trees: [(path: String, tree: SourceFileSyntax)] = []
  for path in paths {
    let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
    let folded = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
    guard let tree = folded.as(SourceFileSyntax.self) else { continue }
    trees.append((path, tree))
  }
  let planted = PlantedCode(trees.map(\.tree))
  // Writes everything repeatedly to find the names that only faults use, until it finds no more.
  while true {
    var live: Set<String> = []
    var all: Set<String> = []
    for (path, tree) in trees {
      for token in tree.tokens(viewMode: .sourceAccurate)
      where token.parent?.is(DeclReferenceExprSyntax.self) ?? false {
        all.insert(token.text)
      }
      let writer = Instrumenter(file: path, tree: tree, planted: planted, list: SiteList())
      if !isPlanted(path) { _ = writer.write(tree) }
      live.formUnion(writer.names)
    }
    // A name that no code refers to is used from outside.
    let found = all.subtracting(live)
    if found.isSubset(of: planted.unused) { break }
    planted.unused.formUnion(found)
  }
  let list = SiteList()
  try? files.removeItem(atPath: out)
  for (path, tree) in trees {
    let text =
      isCopied(path)
      ? tree.description
      : Instrumenter(file: path, tree: tree, planted: planted, list: list).write(tree)
    let target = "\(out)/\(path)"
    try files.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: target, atomically: true, encoding: .utf8)
  }
  let clean = { (text: String) in text.replacingOccurrences(of: "\t", with: " ") }
  let lines =
    list.sites.map {
      "\($0.number)\t\($0.file)\t\($0.line)\t\($0.kind.rawValue)\t\(clean($0.name))"
    }
    + list.leftOut.map { "0\t\($0.file)\t\($0.line)\t\($0.reason)\t\(clean($0.name))" }
  let listing = """
    extension Mutants {
      /// A line for each site: number, file, line, kind and name. For an excluded place the number
      /// is 0, and the reason replaces the kind.
      public static let list = ##\"\"\"
    \(lines.map { "    " + $0 }.joined(separator: "\n"))
        \"\"\"##
    }

    """
  try listing.write(toFile: "\(out)/Mutants+List.swift", atomically: true, encoding: .utf8)
  try files.copyItem(atPath: "\(runtime)/Mutants.swift", toPath: "\(out)/Mutants.swift")
  print("\(list.sites.count) mutants, \(list.leftOut.count) left out")
} catch {
  FileHandle.standardError.write(Data("generator: \(error)\n".utf8))
  exit(1)
}
