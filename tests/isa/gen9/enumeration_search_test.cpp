#include "isa/gen9/enumeration_search.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/enumerations_csv.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

std::string names(const std::vector<FoundRow>& rows) {
  std::string text;
  for (const FoundRow& found : rows) {
    if (!text.empty()) text += "; ";
    text += std::string{found.enumeration->rows.enumeration} + " " + std::to_string(found.row->value) + " " +
            std::string{found.row->name};
  }
  return text;
}

bool contains(const std::vector<FoundRow>& rows, std::uint32_t value, std::string_view name,
              std::string_view exists_if) {
  return std::any_of(rows.begin(), rows.end(), [&](const FoundRow& f) {
    return f.row->contains(value) && f.row->name == name && f.row->exists_if == exists_if;
  });
}

}  // namespace

TEST_CASE("each of the 696 rows is found by its values in every base, by its name and by the scan's misprint",
          "[enumeration]") {
  const auto expected = test::enumerations_csv();
  REQUIRE(expected.size() == 696);
  for (const test::EnumerationsCsvRow& want : expected) {
    CAPTURE(want.enumeration, want.first, want.name);
    const Enumeration* e = find_enumeration(want.enumeration);
    REQUIRE(e != nullptr);
    const std::string_view name = repaired_name(want.name);
    for (const std::uint32_t value : {want.first, want.last}) {
      std::string bits;
      for (std::uint32_t rest = value; rest != 0 || bits.empty(); rest >>= 1) bits.insert(0, rest & 1 ? "1" : "0");
      CHECK(contains(find_rows(*e, std::to_string(value)), value, name, want.exists_if));
      CHECK(contains(find_rows(*e, bits + "b"), value, name, want.exists_if));
      CHECK(contains(find_rows(*e, "0b" + bits), value, name, want.exists_if));
    }
    if (want.name.empty() || want.name == "Reserved") continue;
    CHECK(contains(find_rows(*e, want.name), want.first, name, want.exists_if));
    CHECK(contains(find_rows(want.name), want.first, name, want.exists_if));
  }
}

TEST_CASE("enumerations are found whatever blanks, underscores and case their name is written with", "[enumeration]") {
  CHECK(find_enumeration("simd_mode") == find_enumeration("SIMD Mode"));
  CHECK(find_enumeration("surface_format")->rows.enumeration == "SURFACE_FORMAT");
  CHECK(find_enumeration("SURFACE_FROMAT") == nullptr);
  for (const Enumeration& e : enumerations()) CHECK(find_enumeration(e.rows.enumeration) == &e);
}

TEST_CASE("a number finds rows by value, and those that have it as their name", "[enumeration]") {
  CHECK(names(find_rows(*find_enumeration("EU_OPCODE"), "0x5C")) == "EU_OPCODE 92 lrp");
  CHECK(names(find_rows(*find_enumeration("EU_OPCODE"), "MOV")) == "EU_OPCODE 1 mov");
  CHECK(names(find_rows(*find_enumeration("EU_OPCODE"), "63")).empty());
  CHECK(names(find_rows(*find_enumeration("SrcIndex"), "000000000010")) == "SrcIndex 1 000000000010");
  CHECK(names(find_rows(*find_enumeration("3D_Color_Buffer_Blend_Factor"), "12")) ==
        "3D_Color_Buffer_Blend_Factor 11 Reserved");
  CHECK(names(find_rows("Reserved")).empty());
  CHECK(names(find_rows("SFID_SAMPLER")) == "SFID 2 SFID_SAMPLER");
  CHECK(!enumeration_value("12x"));
  CHECK(!enumeration_value("b"));
  CHECK(!enumeration_value("0x"));
  CHECK(!enumeration_value("99999999999"));
}

TEST_CASE("what is not found names the nearest that would be", "[enumeration]") {
  CHECK(row_hint(*find_enumeration("EU_OPCODE"), "mvo") == "did you mean mov?");
  CHECK(row_hint(*find_enumeration("EU_OPCODE"), "63") == "expected a name or a value of 7 bits that it lists");
  CHECK(name_hint("SURFACE_FROMAT") == "did you mean SURFACE_FORMAT?");
  CHECK(name_hint("SFID_SAMPLR") == "did you mean SFID_SAMPLER?");
}
