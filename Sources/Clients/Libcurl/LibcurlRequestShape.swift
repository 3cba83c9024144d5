// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The options of libcurl for methods and bodies that a request needs.
enum LibcurlRequestShape: Equatable {
  /// GET without a body: CURLOPT_HTTPGET.
  case plainGet
  /// HEAD: CURLOPT_NOBODY.
  case head
  /// Another method without a body: CURLOPT_CUSTOMREQUEST.
  case bare
  /// CURLOPT_COPYPOSTFIELDS: libcurl has the whole body, and can send it again.
  case fields
  /// CURLOPT_POST or CURLOPT_UPLOAD with a callback to read the body from.
  case callback(isUpload: Bool)

  /// The shape of a request. POST and PUT have their own options, as libcurl's documentation
  /// demands. libcurl gets the whole body if the caller has it and the method is not PUT.
  init(_ request: ClientRequest) throws(ClientTrouble) {
    let isByCallback = request.isStream || request.isChunked
    switch (request.method, request.body != nil) {
    case ("GET", false): self = .plainGet
    case ("HEAD", false): self = .head
    case ("HEAD", true): throw .unsupported("a body with HEAD")
    case ("PUT", _): self = .callback(isUpload: true)
    case ("POST", _): self = isByCallback ? .callback(isUpload: false) : .fields
    case (_, false): self = .bare
    case (_, true): self = isByCallback ? .callback(isUpload: true) : .fields
    }
  }
}
