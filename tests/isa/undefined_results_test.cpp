#include "isa/undefined_results.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "isa/gen9/message_descriptor.h"

using namespace texpipe;

TEST_CASE("the table of undefined results covers the five documents, names each place once and cites a resolution",
          "[undefined]") {
  std::map<std::string_view, int> documents;
  std::set<std::pair<std::string_view, std::string_view>> places;
  for (const UndefinedResult& row : undefined_results()) {
    CAPTURE(row.document, row.place);
    ++documents[row.document];
    CHECK(places.emplace(row.document, row.place).second);
    CHECK_FALSE(row.open.empty());
    CHECK_FALSE(row.model.empty());
    CHECK(row.rule.starts_with("R"));
    CHECK((row.outcome == UndefinedOutcome::kReadsZero) == (text_of(row.outcome) == "reads 0"));
  }
  for (const char* document :
       {"Kaby Lake PRM vol. 2b", "vISA 3D_SAMPLE", "vISA INFO", "SPA 5.0 TXQ", "SPA 5.0 PIXLD"}) {
    CAPTURE(document);
    CHECK(documents[document] > 1);
  }
}

TEST_CASE("a message to an unknown shared function is refused, as the table of undefined results says", "[undefined]") {
  for (const std::uint32_t sfid : {1u, 14u, 15u}) CHECK_THROWS_AS(gen9::decode_message({0x02000000, sfid}), Error);
}
