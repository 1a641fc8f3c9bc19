#include "isa/gen9/enumerations.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "isa/gen9/eu_control.h"
#include "isa/gen9/eu_opcode.h"
#include "isa/gen9/eu_operand.h"
#include "isa/gen9/performance_counter.h"
#include "isa/gen9/shared_function.h"
#include "support/enumerations_csv.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("all 696 rows of the 39 enumerations have the document's values, names and conditions, in its order",
          "[enumeration]") {
  const std::vector<test::EnumerationsCsvRow> expected = test::enumerations_csv();
  REQUIRE(expected.size() == 696);
  REQUIRE(enumerations().size() == 39);
  std::size_t at = 0;
  std::set<std::string> repairs;
  for (const Enumeration& e : enumerations()) {
    for (const EnumRow& row : e.rows.rows) {
      REQUIRE(at < expected.size());
      const test::EnumerationsCsvRow& want = expected[at++];
      CAPTURE(want.enumeration, want.first, want.name);
      CHECK(e.rows.enumeration == want.enumeration);
      CHECK(row.value == want.first);
      CHECK(row.value_last() == want.last);
      CHECK(row.name == repaired_name(want.name));
      CHECK(row.exists_if == want.exists_if);
      CHECK(row.value_last() < 1u << e.bits);
      if (repaired_name(want.name) != want.name) repairs.insert(want.name);
    }
  }
  CHECK(at == expected.size());
  // Words that the copy still prints as the scan does; everything else is compared letter by letter.
  CHECK(repairs == std::set<std::string>{"Izd", "\u0445", "\u0443", "\u0425", "30 010001101010 (-) dir <8;8,1>",
                                         "31 010110001000 dir <16;16,1>"});
}

TEST_CASE("each enumeration has the document's size and source", "[enumeration]") {
  // Size in bits, B: BSpec, E: EuIsa, R: RenderCS; in the document's order. Two sizes are blank in the copy: ChanEn's
  // enable is one bit of four, a Shared Function ID is an SFID.
  const struct {
    unsigned bits;
    char source;
  } kDocument[39]{
      {5, 'B'}, {3, 'B'}, {3, 'B'}, {4, 'B'}, {6, 'R'}, {3, 'R'}, {3, 'R'}, {1, 'E'}, {2, 'R'}, {1, 'E'},
      {2, 'E'}, {4, 'R'}, {4, 'E'}, {2, 'E'}, {4, 'E'}, {7, 'E'}, {3, 'E'}, {4, 'E'}, {4, 'B'}, {2, 'E'},
      {3, 'B'}, {4, 'E'}, {2, 'E'}, {2, 'E'}, {1, 'E'}, {4, 'E'}, {3, 'B'}, {4, 'B'}, {2, 'B'}, {4, 'E'},
      {5, 'E'}, {2, 'E'}, {4, 'E'}, {9, 'B'}, {3, 'B'}, {2, 'E'}, {4, 'E'}, {3, 'E'}, {4, 'R'},
  };
  for (std::size_t i = 0; i < enumerations().size(); ++i) {
    const Enumeration& e = enumerations()[i];
    CAPTURE(e.rows.enumeration);
    CHECK(e.bits == kDocument[i].bits);
    CHECK(e.source.front() == kDocument[i].source);
  }
}

TEST_CASE("there are 68 opcodes and 221 surface formats", "[enumeration]") {
  CHECK(enumeration("EU_OPCODE").rows.rows.size() == 68);
  CHECK(enumeration("SURFACE_FORMAT").rows.rows.size() == 221);
}

TEST_CASE("every row has a meaning, except reserved ones and the document's nameless ones", "[enumeration]") {
  for (const Enumeration& e : enumerations()) {
    if (e.rows.enumeration == "SURFACE_FORMAT") continue;  // formats have a table of facts instead
    for (const EnumRow& row : e.rows.rows) {
      CAPTURE(e.rows.enumeration, row.name);
      CHECK(row.meaning.empty() == (row.reserved() || row.name.empty()));
    }
  }
}

TEST_CASE("every value converts to its name and back, and every reserved or unlisted value is refused",
          "[enumeration]") {
  for (const Enumeration& e : enumerations()) {
    std::set<std::string_view> contexts{""};
    for (const EnumRow& row : e.rows.rows) contexts.insert(row.exists_if);
    for (const std::string_view context : contexts) {
      for (std::uint32_t value = 0; value < 1u << e.bits; ++value) {
        CAPTURE(e.rows.enumeration, context, value);
        const EnumRow* first = nullptr;
        for (const EnumRow& row : e.rows.rows) {
          if (first == nullptr && row.contains(value) && row.exists_in(context)) first = &row;
        }
        const EnumRow* found = e.rows.find(value, context);
        CHECK(found == (first && first->reserved() ? nullptr : first));
        if (found == nullptr || found->name.empty()) continue;
        REQUIRE(e.rows.find(found->name, context) != nullptr);
        CHECK(e.rows.find(found->name, context)->value == value);
        CHECK(e.rows.find(found->mnemonic(), context)->value == value);
      }
    }
    CHECK(e.rows.find("Reserved") == nullptr);
    CHECK(e.rows.find("") == nullptr);
  }
}

TEST_CASE("typed conversions refuse what the document reserves or does not list", "[enumeration]") {
  CHECK(decode_enum<EuOpcode>(0x5C) == EuOpcode::kLrp);
  CHECK(name_of(EuOpcode::kLzd) == "lzd");
  CHECK(error_of([] { decode_enum<EuOpcode>(0x3F); }) == "EU_OPCODE has no value 63 (reserved or not listed)");
  CHECK(error_of([] { decode_enum<RegFile>(2); }) == "RegFile has no value 2 (reserved or not listed)");
  CHECK(error_of([] { parse_enum<EuOpcode>("mvo"); }) == "EU_OPCODE has no name \"mvo\"; did you mean mov?");
  CHECK_THROWS_AS(parse_enum<RegFile>("Reserved"), Error);
  CHECK(parse_enum<MathFunction>("INV") == MathFunction::kInv);
  CHECK(parse_enum<MathFunction>("INV (reciprocal)") == MathFunction::kInv);
  CHECK(parse_enum<ExecSize>("1 Channel") == ExecSize::k1);
  CHECK(error_of([] { enumeration("ExecSiez"); }) == "no enumeration is named \"ExecSiez\"; did you mean ExecSize?");
}

TEST_CASE("PredCtrl means different things in the two access modes", "[enumeration]") {
  CHECK(name_of(static_cast<PredCtrl>(2), AccessMode::kAlign1) == ".anyv (any from f0.0-f1.0 on the same channel)");
  CHECK(name_of(static_cast<PredCtrl>(2), AccessMode::kAlign16) == "Replication swizzle .x");
  CHECK(name_of(PredCtrl::kAny4h, AccessMode::kAlign1) == ".any4h");
  CHECK(name_of(PredCtrl::kAny4h, AccessMode::kAlign16) == ".any4h");
  CHECK(name_of(PredCtrl::kAll16h, AccessMode::kAlign1) == ".all16h (all in group of 16 channels)");
  for (std::uint32_t value = 8; value < 16; ++value)
    CHECK_THROWS_AS(name_of(static_cast<PredCtrl>(value), AccessMode::kAlign16), Error);
  for (std::uint32_t value = 14; value < 16; ++value)
    CHECK_THROWS_AS(name_of(static_cast<PredCtrl>(value), AccessMode::kAlign1), Error);
  CHECK(parse_pred_ctrl(".all2h", AccessMode::kAlign1) == PredCtrl::kAll2h);
  CHECK(parse_pred_ctrl("Replication swizzle .w", AccessMode::kAlign16) == PredCtrl::kReplicateW);
  CHECK(error_of([] { parse_pred_ctrl(".all2h", AccessMode::kAlign16); }) ==
        "PredCtrl has no name \".all2h\" where (AccessMode==Align16); did you mean .all4h?");
}

TEST_CASE("QtrCtrl is named by execution size and NibCtrl", "[enumeration]") {
  CHECK(name_of(static_cast<QtrCtrl>(2), QtrContext{8, false}) == "3Q");
  CHECK(name_of(static_cast<QtrCtrl>(2), QtrContext{16, false}) == "2H");
  CHECK(name_of(static_cast<QtrCtrl>(2), QtrContext{4, false}) == "5N");
  CHECK(name_of(static_cast<QtrCtrl>(2), QtrContext{4, true}) == "6N");
  CHECK_THROWS_AS(name_of(static_cast<QtrCtrl>(1), (QtrContext{16, false})), Error);
  CHECK_THROWS_AS(name_of(static_cast<QtrCtrl>(0), (QtrContext{8, true})), Error);
  CHECK_THROWS_AS(name_of(static_cast<QtrCtrl>(0), (QtrContext{32, false})), Error);
  CHECK(parse_qtr_ctrl("1Q", {8, false}) == QtrCtrl::k1Q);
  for (unsigned nibble = 1; nibble <= 8; ++nibble) {
    const QuarterControl control = parse_quarter_control(std::to_string(nibble) + "N");
    CHECK(control.context.exec_size == 4);
    CHECK(first_channel(control.qtr, control.context.nib) == 4 * (nibble - 1));
  }
  CHECK(first_channel(parse_quarter_control("2H").qtr, false) == 16);
  CHECK_THROWS_AS(parse_quarter_control("9N"), Error);
}

TEST_CASE("an alias of CondModifier encodes, and decodes to the first listed name", "[enumeration]") {
  CHECK(parse_enum<CondModifier>(".e") == CondModifier::kZero);
  CHECK(parse_enum<CondModifier>(".ne") == CondModifier::kNotZero);
  CHECK(name_of(CondModifier::kEqual) == ".z");
  CHECK(name_of(CondModifier::kNotEqual) == ".nz");
  CHECK(name_of(CondModifier::kLess) == ".l");
  CHECK(name_of(CondModifier::kOverflow) == ".o");
  for (const std::uint32_t value : {7u, 10u, 11u, 12u, 13u, 14u, 15u})
    CHECK_FALSE(listed(static_cast<CondModifier>(value)));
}

TEST_CASE("SFID and Shared Function ID name the same values in two columns", "[enumeration]") {
  for (const EnumRow& row : shared_function_id_rows().rows) CHECK(listed(static_cast<SharedFunction>(row.value)));
  for (const EnumRow& row : enum_rows(SharedFunction{}).rows) {
    CHECK((shared_function_id_rows().find(row.value) != nullptr) == !row.reserved());
  }
  CHECK_FALSE(value_of<SharedFunction>("SFID_DP_DC3").has_value());
}

TEST_CASE("performance counter report formats keep their nameless values", "[enumeration]") {
  for (const std::uint32_t value : {1u, 2u, 3u, 4u, 6u, 7u})
    CHECK(listed(static_cast<PerformanceCounterReportFormat>(value)));
  CHECK_FALSE(listed(static_cast<PerformanceCounterReportFormat>(0)));
  CHECK_FALSE(listed(static_cast<PerformanceCounterReportFormat>(5)));
}

TEST_CASE("a source index stands for the 12 bits of its name", "[enumeration]") {
  // Words of the compaction table, read from another source than the enumeration.
  const std::uint32_t words[32]{0x000, 0x002, 0x010, 0x012, 0x018, 0x020, 0x028, 0x048, 0x050, 0x070, 0x078,
                                0x300, 0x302, 0x308, 0x310, 0x312, 0x320, 0x328, 0x338, 0x340, 0x342, 0x348,
                                0x350, 0x360, 0x368, 0x370, 0x371, 0x378, 0x468, 0x469, 0x46A, 0x588};
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(source_bits(static_cast<SrcIndex>(i)) == words[i]);
}
