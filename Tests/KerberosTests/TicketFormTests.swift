// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Testing

@testable import Kerberos

/// The encodings that tickets and files have.
@Suite struct TicketFormTests {
  @Test func numbersAreEncodedInAsFewOctetsAsTheyNeed() {
    #expect(DER.integer(0) == [2, 1, 0])
    #expect(DER.integer(127) == [2, 1, 127])
    #expect(DER.integer(128) == [2, 2, 0, 128])
    #expect(DER.integer(0xFFFF_FFFF) == [2, 5, 0, 255, 255, 255, 255])
  }

  @Test func longElementsHaveLongLengths() {
    #expect(DER.octets(Array(repeating: 1, count: 127)).prefix(2) == [4, 127])
    #expect(DER.octets(Array(repeating: 1, count: 128)).prefix(3) == [4, 0x81, 128])
    #expect(DER.octets(Array(repeating: 1, count: 300)).prefix(4) == [4, 0x82, 1, 44])
  }

  @Test(
    arguments: [
      (0, "19700101000000"), (951_782_399, "20000228235959"), (951_782_400, "20000229000000"),
      (951_868_800, "20000301000000"), (1_735_689_599, "20241231235959"),
      (4_107_542_399, "21000228235959"), (4_107_542_400, "21000301000000"),
      (-1, "19691231235959"),
    ] as [(Int64, String)])
  func timesAreThoseOfTheCalendar(_ seconds: Int64, _ digits: String) {
    #expect(CalendarTime(secondsSince1970: seconds).digits == digits)
  }

  @Test func flagsHaveTheirPlaces() {
    var description = TicketDescription(client: .person("a"), service: .web("h"))
    #expect(description.flags == 0x0020_0000)
    description.isForwardable = true
    description.isOKAsDelegate = true
    #expect(description.flags == 0x4024_0000)
    description.service = .ticketGranting
    #expect(description.flags & 0x0040_0000 != 0)
  }

  @Test func namesAreWrittenWithTheirRealm() {
    #expect(KerberosPrincipal.web("::1").description == "HTTP/::1@AUTHSPEC.TEST")
    #expect(KerberosPrincipal.ticketGranting.description == "krbtgt/AUTHSPEC.TEST@AUTHSPEC.TEST")
  }
}
