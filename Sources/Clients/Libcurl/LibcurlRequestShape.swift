// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Which of libcurl's options for methods and bodies a request needs.
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

  /// The shape of a request: POST and PUT by their own options, as libcurl's documentation tells
  /// programs to; a body is given whole where the caller has it whole and the method is no PUT.
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
