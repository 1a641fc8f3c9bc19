#include "functional/execution/visa_registers.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;
using visa::Alignment;
using visa::DataType;
using visa::Variable;

namespace {

/// Byte of the last of the variables.
unsigned last_byte(std::vector<Variable> variables, std::vector<visa::Input> inputs = {}) {
  visa::Program program;
  program.variables = std::move(variables);
  program.inputs = std::move(inputs);
  const VisaRegisters places{program};
  return places.byte_of(visa::kFirstUserVariable + static_cast<std::uint32_t>(program.variables.size()) - 1);
}

}  // namespace

TEST_CASE("variables follow r0 in order of declaration, on their alignment", "[visa][registers]") {
  const Variable byte{.name = "one", .type = DataType::kUb, .elements = 1, .alignment = Alignment::kByte};
  const auto second = [&](DataType type, Alignment alignment, std::uint16_t elements = 1) {
    return last_byte({byte, {.name = "two", .type = type, .elements = elements, .alignment = alignment}});
  };
  CHECK(last_byte({byte}) == 32);
  CHECK(second(DataType::kUb, Alignment::kByte) == 33);
  CHECK(second(DataType::kUd, Alignment::kByte) == 36);  // never below the element's size
  CHECK(second(DataType::kUb, Alignment::kWord) == 34);
  CHECK(second(DataType::kUd, Alignment::kWord) == 36);
  CHECK(second(DataType::kUb, Alignment::kDword) == 36);
  CHECK(second(DataType::kQ, Alignment::kDword) == 40);
  CHECK(second(DataType::kUd, Alignment::kQword) == 40);
  CHECK(second(DataType::kUd, Alignment::kOword) == 48);
  CHECK(second(DataType::kUd, Alignment::kGrf) == 64);
  CHECK(second(DataType::kUd, Alignment::kHword) == 64);
  CHECK(second(DataType::kUd, Alignment::kDword, 8) == 64);  // a whole register starts at one
  CHECK(last_byte({byte, byte, {.name = "three", .elements = 1, .alignment = Alignment::kGrf2}}) == 64);
  CHECK(last_byte({{.name = "r1", .elements = 8, .alignment = Alignment::kGrf},
                   {.name = "r2", .elements = 8, .alignment = Alignment::kGrf},
                   byte,
                   {.name = "pair", .elements = 16, .alignment = Alignment::kGrf2}}) == 128);
}

TEST_CASE("inputs lie where they say, and other variables after them", "[visa][registers]") {
  const visa::Input input{.index = visa::kFirstUserVariable, .offset = 96, .size = 32};
  const std::vector<Variable> variables{{.name = "in", .elements = 8}, {.name = "local", .elements = 8}};
  CHECK(last_byte({variables[0]}, {input}) == 96);
  CHECK(last_byte(variables, {input}) == 128);
  const visa::Input surface{.kind = visa::Input::Kind::kSurface, .index = visa::kFirstUserVariable, .offset = 96};
  CHECK(last_byte({variables[0]}, {surface}) == 32);  // no general register
  const visa::Input unknown{.index = 500, .offset = 96};
  CHECK(last_byte({variables[0]}, {unknown}) == 32);
}

TEST_CASE("an alias lies in its owner", "[visa][registers]") {
  const Variable owner{.name = "owner", .elements = 16};
  CHECK(last_byte({owner, {.name = "alias", .alias = visa::kFirstUserVariable, .alias_offset = 20}}) == 52);
  CHECK(last_byte({{.name = "r0", .alias = 7, .alias_offset = 4}}) == 4);  // %r0
  CHECK_THROWS_WITH(last_byte({{.name = "alias", .alias = 3}}), Catch::Contains("alias"));
  CHECK_THROWS_WITH(last_byte({{.name = "alias", .alias = 999}}), Catch::Contains("999"));
}

TEST_CASE("variables that overlap r0 or the staging registers are refused by name", "[visa][registers]") {
  const Variable large{.name = "large", .elements = 94 * 8};
  CHECK(last_byte({large}) == 32);  // r1 to r94
  CHECK_THROWS_WITH(last_byte({large, {.name = "more", .elements = 1}}), Catch::Contains("more"));
  CHECK_THROWS_WITH(last_byte({{.name = "header", .elements = 8}}, {{.index = visa::kFirstUserVariable, .offset = 16}}),
                    Catch::Contains("header"));
}

TEST_CASE("predefined variables have no place but for %null and %r0", "[visa][registers]") {
  const VisaRegisters places{visa::Program{}};
  CHECK(places.byte_of(7) == 0);
  CHECK(places.byte_of(0) == (kPayloadStaging - 1) * kGrfBytes);
  CHECK_THROWS_WITH(places.byte_of(1), Catch::Contains(visa::predefined_variables()[1].name));
  CHECK_THROWS_WITH(places.byte_of(4000), Catch::Contains("4000"));
}
