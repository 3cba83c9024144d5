import HTTPAuth

// The text of an input: what a file of the corpus holds. Replies stand one after the other with an empty line between
// them, as they go over the wire but for line feeds at the ends of lines:
//
//     :proxy
//     :close
//     HTTP/1.1 407 Who are you?
//     Proxy-Authenticate: Basic realm="gate"
//
// Lines that begin with a colon say what is not on the wire. A line that begins with a blank goes on with the line before
// it (obs-fold, RFC 9112 5.2). Any octets are the text of some input: what cannot be read is left out.

extension FuzzInput {
  /// The input that some octets are the text of; octets that are none of its parts are left out.
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

  /// The text of the input.
  package var text: Octets {
    var octets: [UInt8] = []
    octets.reserveCapacity(replies.indices.reduce(0) { $0 + replies[$1].lengthOfText })
    for index in replies.indices {
      if index > 0 { octets.append(0x0A) }
      replies[index].write(to: &octets)
    }
    return Octets(octets)
  }
}

private struct InputReader {
  var replies: [FuzzReply] = []
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
    case UInt8(ascii: ":"): reply.take(direction: line.dropFirst())
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
    // A fold's line break is written as that of any line.
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
  /// Takes a line that is not on the wire, without its colon.
  fileprivate mutating func take(direction: ArraySlice<UInt8>) {
    let word = direction.prefix { $0 != 0x20 }
    let rest = direction[word.endIndex...].dropFirst()
    switch String(decoding: word, as: UTF8.self) {
    case "": statusLine = Octets(rest)
    case "again": isOfNextRequest = true
    case "ever": isForEver = true
    case "pieces": isInPieces = true
    case "interim": interim += Interim(text: rest).map { [$0] } ?? []
    case let word:
      if let server = FuzzServer(rawValue: word) { self.server = server }
      if let framing = Framing(rawValue: word) { self.framing = framing }
      if let connection = Connection(rawValue: word) { self.connection = connection }
    }
  }

  /// Octets of its text, nearly.
  fileprivate var lengthOfText: Int {
    lines.indices.reduce(64) { $0 + lines[$1].name.count + lines[$1].value.count + 3 }
  }

  fileprivate func write(to octets: inout [UInt8]) {
    func direct(_ word: String) { octets += ":\(word)\n".utf8 }
    if isOfNextRequest { direct("again") }
    // A reply must have some line; one that says nothing of its own says whose it is.
    let isBare =
      statusLine == nil && lines.isEmpty && framing == .length && connection == .keep
      && !isForEver && !isInPieces && !isOfNextRequest && interim.isEmpty
    if server != .origin || isBare { direct(server.rawValue) }
    if isForEver { direct("ever") }
    if framing != .length { direct(framing.rawValue) }
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
  /// `103 Name: value`, or the status alone.
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
