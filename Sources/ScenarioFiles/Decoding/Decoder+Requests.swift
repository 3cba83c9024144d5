// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Forms {
  static let request: YAMLForm<RequestDefinition> = .init(
    "a request", hint: "as in { path: /report }",
    .may("method", \.method, .method),
    .may("server", \.server, YAMLKind(.text) { $0.requestServer($1) }),
    .may("path", \.path, .path),
    .option("url", \.url, YAMLKind(.text) { $0.url($1) }),
    .may("headers", \.headers, .headers()),
    .option("body", \.body, .text("a body")),
    .may("stream", \.isStream, .flag, needs: .stream),
    .may("chunked", \.isChunked, .flag),
    .may("count", \.count, .number("count", 1...Decoder.maximumRequests), needs: .concurrent),
    .option("until", \.until, YAMLKind(until.schema) { $0.until($1) }),
    .may("websocket", \.isWebSocket, .flag, needs: .webSocket))

  static let until: YAMLForm<Void> = .init(
    "until", hint: "as in { status: 200, times: 5 }", required: ["status", "times"],
    keys: [
      "status": statuses.schema, "times": .number(2...100),
    ])

  static let statuses = YAMLKind<[Int]>.oneOrMore(.status)
}

extension Decoder {
  /// The maximum number of requests of a step, which run at the same time.
  static let maximumRequests = 1024

  /// The requests of a step.
  func requests(_ fields: Fields<Step>, span: SourceSpan) -> [RequestDefinition] {
    if let one = fields["request"] {
      rejectBoth(
        "request", "requests", in: fields, at: "requests", hint: "put all of them into requests:")
      return [request(one)].compactMap(\.self)
    }
    guard let several = fields["requests"] else {
      collector.report(
        span, "this step needs request: or requests:", hint: "as in  request: { path: /report }")
      return []
    }
    guard let nodes = list(several, of: "requests") else { return [] }
    if nodes.isEmpty {
      report(several, "requests: is empty", hint: "a step asks for something")
    }
    let result = nodes.compactMap(request)
    if result.count > 1, result.contains(where: { $0.until != nil }) {
      report(
        several, "a request with until: is the only one of its step",
        hint: "it is made again once it has ended")
    }
    if result.reduce(0, { $0 + $1.count }) > Decoder.maximumRequests {
      report(
        several, "more than \(Decoder.maximumRequests) requests in one step",
        hint: "that is the limit")
    }
    return result
  }

  private func request(_ node: YAMLNode) -> RequestDefinition? {
    guard let fields = fields(node, as: Forms.request) else { return nil }
    var request = RequestDefinition()
    fields.read(into: &request, by: self)
    rejectBoth(
      "count", "until", in: fields, at: "count",
      hint: "until: repeats a request, one after the other")
    if fields["url"] != nil {
      reject(
        fields.entries(of: "server", "path"), "cannot be combined with url:",
        hint: "url: is the whole URL, as in \"${origin.url}/report\"")
    }
    if fields["body"] == nil {
      reject(
        fields.entries(of: "stream", "chunked"), "needs body:",
        hint: "it says how the body is given")
    }
    if request.isWebSocket {
      reject(
        fields.entries(of: "method", "stream", "chunked"),
        "cannot be combined with websocket: true",
        hint: "a websocket is opened by GET, and body: is the message to send on it")
    }
    return request
  }

  fileprivate func until(_ node: YAMLNode) -> RequestDefinition.Until? {
    guard let fields = fields(node, as: Forms.until) else { return nil }
    guard let status = fields["status"], let times = fields["times"] else {
      report(
        node, "until: needs status: and times:", hint: "as in until: { status: 200, times: 5 }")
      return nil
    }
    let statuses = Forms.statuses.read(self, status) ?? []
    return number(times, "times", in: 2...100).map {
      .init(status: statuses, times: $0)
    }
  }

  fileprivate func requestServer(_ node: YAMLNode) -> String? {
    guard let name = server(node) else { return nil }
    if kind(of: name) == .proxy {
      report(
        node, "a request is for an origin, and \"\(name)\" is a proxy",
        hint: "the client comes by the proxy on its way: client: { proxy: \(name) }")
      return nil
    }
    return name
  }
}
