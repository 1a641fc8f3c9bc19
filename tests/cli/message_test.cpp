#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

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

TEST_CASE("message decode reads every send of a listing", "[cli][message]") {
  const std::string file = "tests/data/kernels/pixel/interp_at.asm";
  const CommandOutcome listing = run_texpipe("message decode " + file);
  CHECK(listing.code == 0);
  CHECK_THAT(
      listing.out,
      Contains("    5   0010  send (8|M0)      0x0000000b 0x02201020  pixel interpolator sample 2, perspective"));
  CHECK_THAT(listing.out, Contains("   17   00A0  send (8|M0)      0x4D0000B a0.0  in a register"));
  CHECK_THAT(listing.out, !Contains("interpolation_mode"));
  CHECK_THAT(run_texpipe("message decode --fields " + file).out, Contains("interpolation_mode           perspective"));
  const auto json = nlohmann::json::parse(run_texpipe("message decode --json " + file).out)["messages"];
  REQUIRE(json.size() == 12);
  CHECK(json[0]["line"] == 5);
  CHECK(json[0]["fields"].size() > 8);
  CHECK(json[2]["descriptor"] == "a0.0");
  CHECK(shell("texpipe message decode - < " + file).out == listing.out);
}

TEST_CASE("message decode of a listing prints what decodes and names the places of what does not", "[cli][message]") {
  const ScratchFolder scratch;
  scratch.write("k.asm", "send (8|M0) r8 r2 0x2 0x02420001\n send (8|M0) r8 r2 0x1 0x02420001\n");
  const CommandOutcome outcome = run_texpipe("message decode '" + (scratch / "k.asm").string() + "'");
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.out, Contains("sampler sample SIMD8, binding 1"));
  CHECK_THAT(outcome.err, Contains("k.asm:2:2: SFID has no value 1"));
  CHECK(run_texpipe("message decode '" + (scratch / "none.asm").string() + "'").code == 4);
}
