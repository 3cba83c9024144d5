// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios

/// Scenario files that were found, not yet read.
package struct FoundScenarios: Sendable {
  /// A scenario's file.
  package struct File: Hashable, Sendable {
    /// The scenario's id: the path below the scenarios' folder, without the ending.
    package var id: String
    /// The path to read it from.
    package var path: String
  }

  /// The files, sorted by id.
  package var files: [File]
  /// The files of requirements beside or above them, the innermost first for each file, each once.
  package var requirements: [String]

  /// The files that scenarios refer to: requirements, and what stands beside them.
  package var references: [String] {
    requirements.flatMap { file in
      let folder = FileReading.parent(of: file)
      return ReferenceFiles.names.map {
        folder == "." && !file.hasPrefix("./") ? $0 : "\(folder)/\($0)"
      }
    }
  }

  /// `true` for the path of a file that scenarios refer to.
  package static func isReference(_ path: String) -> Bool {
    ReferenceFiles.names.contains { path == $0 || path.hasSuffix("/\($0)") }
  }

  /// The default folder of scenarios: `./Scenarios`, or else `$AUTHSPEC_SCENARIOS`, or else
  /// `share/authspec/Scenarios` beside the program's `bin`.
  package static func usualFolder() -> String? {
    usual("Scenarios", variable: "AUTHSPEC_SCENARIOS")
  }

  /// The folders for files that belong to scenarios, in order: the default one, and the installed
  /// one.
  static func folders() -> [String] {
    [usualFolder(), installedFolder("Scenarios")].compactMap(\.self)
  }

  /// The default folder of clients' files: `./Clients`, or else `$AUTHSPEC_CLIENTS`, or else
  /// `Clients` beside `$AUTHSPEC_SCENARIOS`, or else `share/authspec/Clients`.
  package static func usualClientsFolder() -> String? {
    let variable = "AUTHSPEC_CLIENTS"
    let isNamed =
      FileReading.kind(of: "Clients") == .folder || ThisProcess.environment(variable) != nil
    if !isNamed, let scenarios = ThisProcess.environment("AUTHSPEC_SCENARIOS") {
      let beside = FileReading.parent(of: scenarios) + "/Clients"
      if FileReading.kind(of: beside) == .folder { return beside }
    }
    return usual("Clients", variable: variable)
  }

  /// `true` if a folder was installed with the program.
  package static func isInstalled(clients folder: String) -> Bool {
    folder == installedFolder("Clients")
  }

  private static func usual(_ name: String, variable: String) -> String? {
    if FileReading.kind(of: name) == .folder { return name }
    if let folder = ThisProcess.environment(variable) { return folder }
    return installedFolder(name)
  }

  /// A folder that was installed with the program: of `share/authspec` beside its `bin`.
  private static func installedFolder(_ name: String) -> String? {
    guard let program = ThisProcess.programFolder else { return nil }
    let installed = "\(FileReading.parent(of: program))/share/authspec/\(name)"
    return FileReading.kind(of: installed) == .folder ? installed : nil
  }

  /// Finds the files that words of the command line name; without words, all of `folder`.
  ///
  /// A word that leads to a file or folder outside of `folder` is taken as a path: its scenarios
  /// have the ids they would have below the nearest folder with a `requirements.yaml`, or below its
  /// own.
  package static func find(_ words: [String], in folder: String?) throws(SelectionError) -> (
    files: FoundScenarios, selections: [Selection]
  ) {
    var search = Search()
    let usual =
      try folder.map { folder throws(SelectionError) in
        try search.all(below: folder, root: folder)
      } ?? []
    if words.isEmpty {
      guard folder != nil else { throw .noScenarios }
      search.add(usual)
    }
    var selections: [Selection] = []
    for word in words {
      let selection = try search.select(word, folder: folder, usual: usual)
      selections.append(selection)
    }
    return (try search.result(), selections)
  }
}

/// An error in the words of the command line that name scenarios.
package enum SelectionError: Error, Hashable, Sendable {
  /// There is no folder of scenarios.
  case noScenarios
  /// No scenario matches the word; these are similar.
  case unknown(String, nearest: [String])
  /// Two files have one id.
  case duplicate(id: String, files: [String])
  /// A folder could not be read.
  case unreadable(FileError)
}

extension SelectionError: CustomStringConvertible {
  /// As a sentence without a full stop.
  package var description: String {
    switch self {
    case .noScenarios:
      "no scenarios found: there is no folder Scenarios here, and AUTHSPEC_SCENARIOS is not set; "
        + "set it to the folder Scenarios of your clone of authspec"
    case .unknown(let word, _) where word.contains("[") && !word.hasSuffix("]"):
      "no scenario is named '\(word)'; the values of a case end with ']' and stand in quotes: "
        + "'\(word)]'"
    case .unknown(let word, let nearest):
      "no scenario is named '\(word)'"
        + (nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: ", "))?")
    case .duplicate(let id, let files):
      "the id '\(id)' belongs to more than one file: \(files.joined(separator: ", "))"
    case .unreadable(let error): "\(error.file): \(error.reason)"
    }
  }
}

/// The state of one search.
private struct Search {
  private var found: [String: String] = [:]
  private var duplicates: [String: [String]] = [:]

  /// All scenarios below a folder; names that begin with `_` or `.` are left out.
  func all(below folder: String, root: String) throws(SelectionError) -> [FoundScenarios.File] {
    var files: [FoundScenarios.File] = []
    // A link may lead to a folder above it, which is read already.
    var folders = [(path: folder, above: Set<FileIdentity>())]
    while let (path, above) = folders.popLast() {
      guard let identity = FileIdentity(of: path), !above.contains(identity) else { continue }
      let names: [String]
      do throws(FileError) { names = try FileReading.names(in: path) } catch {
        throw .unreadable(error)
      }
      for name in names where !name.hasPrefix("_") && !name.hasPrefix(".") {
        let inner = "\(path)/\(name)"
        switch FileReading.kind(of: inner) {
        case .folder: if above.count < 32 { folders.append((inner, above.union([identity]))) }
        case .file:
          if name.hasSuffix(".yaml"), !ReferenceFiles.names.contains(name) {
            files.append(FoundScenarios.File(id: id(of: inner, root: root), path: inner))
          }
        case nil:
          if name.hasSuffix(".yaml") { throw .unreadable(FileReading.absence(of: inner)) }
        }
      }
    }
    return files.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  private func id(of path: String, root: String) -> String {
    var path = path[...]
    if path.hasPrefix(root + "/") { path = path.dropFirst(root.count + 1) }
    return String(path.hasSuffix(".yaml") ? path.dropLast(5) : path)
  }

  mutating func add(_ files: [FoundScenarios.File]) {
    for file in files {
      if let other = found[file.id], other != file.path {
        duplicates[file.id, default: [other]].append(file.path)
      }
      found[file.id] = file.path
    }
  }

  mutating func select(
    _ word: String, folder: String?, usual: [FoundScenarios.File]
  ) throws(SelectionError) -> Selection {
    // `Scenarios/digest/x.yaml` and `digest/x` are the same.
    var short = word
    while short.hasPrefix("./") { short.removeFirst(2) }
    if let folder, short == folder || short.hasPrefix(folder + "/") {
      let selection = Selection(short == folder ? "" : String(short.dropFirst(folder.count + 1)))
      return try take(selection, from: usual, word: word)
    }
    let selection = Selection(word)
    let fitting = usual.filter { selection.matches(scenario: $0.id) }
    if !fitting.isEmpty {
      add(fitting)
      return selection
    }
    let path = word.hasSuffix("]") ? String(word.prefix { $0 != "[" }) : word
    guard let kind = FileReading.kind(of: path), kind == .folder || path.hasSuffix(".yaml") else {
      throw .unknown(word, nearest: nearest(word, usual))
    }
    return try take(path: path, kind: kind, word: word)
  }

  private mutating func take(
    _ selection: Selection, from usual: [FoundScenarios.File], word: String
  ) throws(SelectionError) -> Selection {
    let fitting = usual.filter { selection.matches(scenario: $0.id) }
    guard !fitting.isEmpty else { throw .unknown(word, nearest: nearest(selection.text, usual)) }
    add(fitting)
    return selection
  }

  private mutating func take(
    path: String, kind: FileReading.Kind, word: String
  ) throws(SelectionError) -> Selection {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    let inside = kind == .folder ? trimmed : FileReading.parent(of: trimmed)
    let root = ReferenceFiles.nearest(from: inside).map { FileReading.parent(of: $0) } ?? inside
    let files =
      kind == .folder
      ? try all(below: trimmed, root: root)
      : [FoundScenarios.File(id: id(of: trimmed, root: root), path: trimmed)]
    guard !files.isEmpty else { throw .unknown(word, nearest: []) }
    add(files)
    let brackets = word.dropFirst(path.count)
    let below = id(of: trimmed, root: root)
    return Selection((trimmed == root ? "" : below) + brackets)
  }

  private func nearest(_ word: String, _ usual: [FoundScenarios.File]) -> [String] {
    var names = Set(usual.map(\.id))
    for file in usual {
      if let slash = file.id.lastIndex(of: "/") { names.insert(String(file.id[...slash])) }
      // The folder may have been forgotten.
      if file.id.hasSuffix("/" + Selection(word).path) { return [file.id] }
    }
    return NearestName.to(String(word.prefix { $0 != "[" }), among: names)
  }

  func result() throws(SelectionError) -> FoundScenarios {
    if let (id, files) = duplicates.min(by: { $0.key < $1.key }) {
      throw .duplicate(id: id, files: files)
    }
    let files = found.map { FoundScenarios.File(id: $0.key, path: $0.value) }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    return FoundScenarios(files: files, requirements: ReferenceFiles.all(for: files))
  }
}
