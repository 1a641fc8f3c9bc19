#include "isa/rule_words.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

using namespace texpipe;

namespace {

std::string ids(std::string_view text) {
  std::string joined;
  for (const SpecificationRule& rule : rules_named_in(text)) joined += std::string{rule.id} + ",";
  return joined;
}

}  // namespace

TEST_CASE("every rule of the specification has an id of its own and words", "[specification]") {
  std::set<std::string_view> seen;
  for (const SpecificationRule& rule : specification_rules()) {
    CAPTURE(rule.id);
    CHECK(seen.insert(rule.id).second);
    CHECK_FALSE(rule.words.empty());
    CHECK(rule.words.size() <= 70);
  }
}

TEST_CASE("a text names its rules once, ranges and sections too, in the order of the pages", "[specification]") {
  CHECK(ids("L9, L10") == "L9,L10,");
  CHECK(ids("C5 with R19, Q1 to Q3") == "C5,Q1,Q2,Q3,R19,");
  CHECK(ids("sections 7 and 9 (format conversion), F1") == "F1,section 7,section 9,");
  CHECK(ids("C1, C2, section 2") == "C1,C2,section 2,");
  CHECK(ids("C1, C1") == "C1,");
  CHECK(ids("section 2, C3") == "C3,section 2,");
  CHECK(ids("R99, 2 of 7, to X1") == "X1,");
  CHECK(ids("X2 to X1") == "X1,X2,");
  CHECK(ids("no rule").empty());
}

TEST_CASE("words stand beside the ids of a text", "[specification]") {
  CHECK(rules_with_words("L9, L10") == "L9: level of detail rounded to 1/256; L10: choice of levels and their weights");
  CHECK(rules_with_words("").empty());
}
