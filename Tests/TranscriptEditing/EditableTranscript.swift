// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A transcript whose parts can be changed, as tests do to see what the judge says of another.
package struct EditableTranscript {
  package var recording: Recording
  package var steps: [StepOutcome]
  package var client: ClientIdentity
  package var duration: Int64
  package var fault: String?
  package var unsupported: String?
  package var lack: String?

  /// The parts of a transcript.
  package init(_ transcript: Transcript) {
    recording = transcript.recording
    steps = transcript.steps
    client = transcript.client
    duration = transcript.duration
    fault = transcript.fault
    unsupported = transcript.unsupported
    lack = transcript.lack
  }

  /// The transcript that has these parts.
  package var transcript: Transcript {
    Transcript(
      recording: recording, steps: steps, client: client, duration: duration, fault: fault,
      unsupported: unsupported, lack: lack)
  }
}

extension Transcript {
  /// The same with a change.
  package func changed(_ change: (inout EditableTranscript) -> Void) -> Transcript {
    var parts = EditableTranscript(self)
    change(&parts)
    return parts.transcript
  }
}
