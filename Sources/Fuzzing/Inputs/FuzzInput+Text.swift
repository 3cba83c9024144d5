// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

// The text of an input, as in a file of the corpus. Replies are separated by an empty line. Their
// lines are as they are sent, but end with a line feed alone:
//
//     :proxy
//     :close
//     HTTP/1.1 407 Who are you?
//     Proxy-Authenticate: Basic realm="gate"
//
// Lines that begin with a colon are directives, which are not sent. A line that begins with a space
// continues the line before it (obs-fold, RFC 9112 5.2). Any octets are the text of some input:
// lines that cannot be read are ignored.

extension FuzzInput {
  /// Reads the text of an input.
  package init(text: Octets) {
    var reader = InputReader()
    var rest = text.bytes
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      reader.take(rest[..<end])
      rest = rest[end...].dropFirst()
    }
    reader.endReply()
    replies = reader.replies
  }

  package var text: Octets {
    var octets: [UInt8] = []
    octets.reserveCapacity(replies.indices.reduce(0) { $0 + replies[$1].approximateTextLength })
    for index in replies.indices {
      if index > 0 { octets.append(0x0A) }
      replies[index].write(to: &octets)
    }
    return Octets(octets)
  }
}

private struct InputReader {
  private(set) var replies: [FuzzReply] = []
  private var reply: FuzzReply?

  mutating func take(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return endReply() }
    var reply = self.reply.take() ?? FuzzReply()
    switch first {
    case 0x20, 0x09:
      if let last = reply.lines.popLast() {
        reply.lines.append(
          FuzzLine(name: last.name, value: Octets(last.value.array + [0x0D, 0x0A] + line)))
      }
    case UInt8(ascii: ":"): reply.take(directive: line.dropFirst())
    default:
      if line.starts(with: "HTTP/".utf8) {
        reply.statusLine = Octets(line)
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        reply.lines.append(FuzzLine(line, colon: colon))
      }
    }
    self.reply = reply
  }

  mutating func endReply() {
    if let reply { replies.append(reply) }
    reply = nil
  }
}

extension FuzzLine {
  fileprivate init(_ line: ArraySlice<UInt8>, colon: Int) {
    let value = line[(colon + 1)...]
    self.init(
      name: Octets(line[..<colon]), value: Octets(value.first == 0x20 ? value.dropFirst() : value))
  }

  fileprivate func write(to octets: inout [UInt8]) {
    octets += name.bytes
    octets += [UInt8(ascii: ":"), 0x20]
    // The line break of a fold is written as that of any line.
    var rest = value
    while let place = rest.firstIndex(of: 0x0D) {
      let isFold = place + 1 < rest.endIndex && rest[place + 1] == 0x0A
      octets += rest.bytes[..<(isFold ? place : place + 1)]
      rest = rest[(place + 1)..<rest.endIndex]
    }
    octets += rest.bytes
    octets.append(0x0A)
  }
}

extension FuzzReply {
  /// Takes a directive, without its colon.
  fileprivate mutating func take(directive: ArraySlice<UInt8>) {
    let word = directive.prefix { $0 != 0x20 }
    let rest = directive[word.endIndex...].dropFirst()
    switch String(decoding: word, as: UTF8.self) {
    case "": statusLine = Octets(rest)
    case "again": startsNewRequest = true
    case "ever": isEndless = true
    case "pieces": isInPieces = true
    case "length": framing = .length
    case "chunked": framing = .chunked
    case "until-close": framing = .close
    case "interim": interim += Interim(text: rest).map { [$0] } ?? []
    case let word:
      if let server = FuzzServer(rawValue: word) { self.server = server }
      connection = FuzzReply.connections.first { $0.rawValue == word } ?? connection
    }
  }

  fileprivate var approximateTextLength: Int {
    lines.indices.reduce(64) { $0 + lines[$1].name.count + lines[$1].value.count + 3 }
  }

  fileprivate func write(to octets: inout [UInt8]) {
    func direct(_ word: String) { octets += ":\(word)\n".utf8 }
    if startsNewRequest { direct("again") }
    // A reply has at least one line: its server, if there is no other.
    if server != .origin || self == FuzzReply() { direct(server.rawValue) }
    if isEndless { direct("ever") }
    switch framing {
    case .length: break
    case .chunked: direct("chunked")
    case .close: direct("until-close")
    }
    if connection != .keep { direct(connection.rawValue) }
    if isInPieces { direct("pieces") }
    for interim in interim { interim.write(to: &octets) }
    if let statusLine {
      if !statusLine.bytes.starts(with: "HTTP/".utf8) { octets += ": ".utf8 }
      octets += statusLine.bytes
      octets.append(0x0A)
    }
    for index in lines.indices { lines[index].write(to: &octets) }
  }
}

extension FuzzReply.Interim {
  /// Reads `103 Name: value`, or a status alone.
  fileprivate init?(text: ArraySlice<UInt8>) {
    let digits = text.prefix { $0 != 0x20 }
    guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)),
      (100...199).contains(status), status != 101
    else { return nil }
    let rest = text[digits.endIndex...].dropFirst()
    let colon = rest.firstIndex(of: UInt8(ascii: ":"))
    self.init(status: status, line: colon.map { FuzzLine(rest, colon: $0) })
  }

  fileprivate func write(to octets: inout [UInt8]) {
    octets += ":interim \(status)".utf8
    if let line {
      octets.append(0x20)
      line.write(to: &octets)
    } else {
      octets.append(0x0A)
    }
  }
}
