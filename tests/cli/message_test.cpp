#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("message decode says what a send does, message encode gives the words back", "[cli][message]") {
  const CommandOutcome decoded = run_texpipe("message decode 0x2 0x02420001");
  CHECK(decoded.code == 0);
  CHECK_THAT(decoded.out, Contains("sampler sample SIMD8, binding 1, sampler 0"));
  const CommandOutcome encoded = run_texpipe(
      "message encode SFID_SAMPLER message_length=1 response_length=4 simd_mode=SIMD8 message_type=sample "
      "binding_table_index=1 --json");
  CHECK(encoded.code == 0);
  CHECK(nlohmann::json::parse(encoded.out)["descriptor"] == "0x02420001");
}

TEST_CASE("words that are no message are malformed input, words that are no numbers a usage error", "[cli][message]") {
  CHECK(run_texpipe("message decode 0x2 0x80000000").code == 4);
  CHECK(run_texpipe("message decode 010 0x2").code == 2);
  CHECK(run_texpipe("message decode 0x2").code == 2);
  const CommandOutcome unknown = run_texpipe("message encode SFID_SAMPLER smid_mode=SIMD8");
  CHECK(unknown.code == 4);
  CHECK_THAT(unknown.err, Contains("simd_mode"));
}
