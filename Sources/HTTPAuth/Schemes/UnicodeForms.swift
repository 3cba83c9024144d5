// SPDX-License-Identifier: Apache-2.0

extension Octets {
  /// The text in ISO 8859-1; `nil` if it is not UTF-8, is plain ASCII, or has other characters.
  var reencodedAsLatin1: Octets? {
    guard bytes.contains(where: { $0 >= 0x80 }), let text = utf8 else { return nil }
    return Octets(latin1: text)
  }

  /// The text with letters of the Latin script decomposed as in NFD; `nil` if it is not UTF-8 or
  /// nothing changes.
  var decomposed: Octets? {
    guard bytes.contains(where: { $0 >= 0x80 }), let text = utf8 else { return nil }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      var letter = scalar
      var marks: [Unicode.Scalar] = []
      while let parts = Decomposition.table[letter] {
        marks.append(parts.mark)
        letter = parts.base
      }
      result.append(letter)
      result.append(contentsOf: marks.reversed())
    }
    let octets = Octets(String(result))
    return octets == self ? nil : octets
  }

  /// `true` if both are UTF-8 and canonically equivalent (Unicode 3.7 D70).
  func isCanonicallyEquivalent(to other: Octets) -> Bool {
    guard let text = utf8, let otherText = other.utf8 else { return false }
    return text == otherText
  }
}

/// Decompositions of letters of the Latin script (UnicodeData.txt, Decomposition_Mapping, of
/// U+00C0-024F and U+1E00-1EFF). The standard library does not export its normal forms.
private enum Decomposition {
  /// For each letter its base letter, which may be decomposed further, and its last mark.
  static let table: [Unicode.Scalar: (base: Unicode.Scalar, mark: Unicode.Scalar)] = {
    var table: [Unicode.Scalar: (base: Unicode.Scalar, mark: Unicode.Scalar)] = [:]
    for (number, letters) in rows {
      guard let mark = Unicode.Scalar(number) else { continue }
      let letters = Array(letters.unicodeScalars)
      for place in stride(from: 0, to: letters.count, by: 2) {
        table[letters[place + 1]] = (letters[place], mark)
      }
    }
    return table
  }()

  /// Each mark with pairs of letters: without the mark, and with it.
  private static let rows: [(UInt32, String)] = [
    (0x0300, "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"),
    (0x0301, "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿÇḈçḉĒḖēḗÏḮïḯ"),
    (0x0301, "KḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứ"),
    (0x0302, "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"),
    (0x0303, "AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"),
    (0x0304, "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳGḠgḡḶḸḷḹṚṜṛṝ"),
    (0x0306, "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭȨḜȩḝẠẶạặ"),
    (0x0307, "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆ"),
    (0x0307, "wẇXẊxẋYẎyẏſẛ"),
    (0x0308, "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"),
    (0x0309, "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"),
    (0x030A, "AÅaåUŮuůwẘyẙ"),
    (0x030B, "OŐoőUŰuű"),
    (0x030C, "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"),
    (0x030F, "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕ"),
    (0x0311, "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"),
    (0x031B, "OƠoơUƯuư"),
    (0x0323, "BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưự"),
    (0x0323, "YỴyỵ"),
    (0x0324, "UṲuṳ"),
    (0x0325, "AḀaḁ"),
    (0x0326, "SȘsșTȚtț"),
    (0x0327, "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"),
    (0x0328, "AĄaąEĘeęIĮiįUŲuųOǪoǫ"),
    (0x032D, "DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"),
    (0x032E, "HḪhḫ"),
    (0x0330, "EḚeḛIḬiḭUṴuṵ"),
    (0x0331, "BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"),
  ]
}
