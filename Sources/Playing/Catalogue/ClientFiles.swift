// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import ScenarioFiles
import Scenarios

/// A client's file that was found and read.
package struct ClientFile: Sendable {
  /// Its content.
  package var definition: ClientDefinition
  /// The absolute path of its folder.
  package var folder: String
  /// Where `make clients` installs this client.
  package var installed: String
  /// The file's path, as it was found.
  package var path: String
  /// The requested version, if it is not the file's.
  package var version: String?
}

/// The reason why a client's file cannot be loaded.
package enum ClientFileError: Error, Sendable {
  /// There is no client of that name; these names are similar.
  case unknown(String, nearest: [String])
  /// Its file cannot be read.
  case unreadable(FileError)
  /// Its file is wrong.
  case invalid([Diagnostic])
}

/// The clients in the folder `Clients`.
package enum ClientFiles {
  /// The names of those with a client.yaml, sorted.
  package static func names() -> [String] {
    guard let folder = FoundScenarios.usualClientsFolder(),
      let names = try? FileReading.names(in: folder)
    else { return [] }
    return names.filter { FileReading.kind(of: path(of: $0, in: folder)) == .file }
  }

  /// `true` if a text can be the name of a client's folder.
  package static func isName(_ name: String) -> Bool { !name.contains("/") && isNoPath(name) }

  /// `true` if a client may have this name, as in "Go net/http": it has no control characters and
  /// is not a path that leads elsewhere.
  package static func isNoPath(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && !$0.hasPrefix(".")
      }
  }

  /// The client of that name; `NAME@VERSION` is another version of it, installed beside it. `others`
  /// are the names of clients that need no file.
  package static func load(
    _ whole: String, besides others: [String]
  ) throws(ClientFileError) -> ClientFile {
    let parts = whole.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let version = parts.count > 1 ? String(parts[1]) : nil
    guard version?.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }) ?? true,
      version != ""
    else { throw .unknown(whole, nearest: names().filter { $0 == name }) }
    let folder = FoundScenarios.usualClientsFolder()
    guard let folder, isName(name), FileReading.kind(of: path(of: name, in: folder)) == .file
    else { throw .unknown(name, nearest: NearestName.to(name, among: names() + others)) }
    let path = path(of: name, in: folder)
    let text: [UInt8]
    let root: String
    do throws(FileError) {
      text = try FileReading.read(path, limit: 1 << 20)
      root = try FileReading.absolute(folder)
    } catch {
      throw .unreadable(error)
    }
    let (definition, diagnostics) = ClientDefinition.load(
      text: text, file: path, syntaxError: POSIXRegex.syntaxError)
    guard let definition else { throw .invalid(diagnostics) }
    if definition.name != name {
      throw .invalid([
        Diagnostic(
          file: path, location: definition.location,
          message: "the client is called \"\(definition.name)\", and its folder \"\(name)\"",
          hint: "give both the same name")
      ])
    }
    let installations =
      ThisProcess.environment("AUTHSPEC_INSTALLED_CLIENTS")
      ?? FileReading.parent(of: root) + "/.clients"
    return ClientFile(
      definition: definition, folder: "\(root)/\(name)", installed: "\(installations)/\(whole)",
      path: path, version: version)
  }

  private static func path(of name: String, in folder: String) -> String {
    "\(folder)/\(name)/\(CompanionFile.client.rawValue)"
  }
}
