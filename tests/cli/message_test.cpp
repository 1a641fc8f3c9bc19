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
  CHECK(run_texpipe("message decode 0x2 two").code == 2);
  CHECK(run_texpipe("message decode 0x2").code == 2);
  CHECK(run_texpipe("message decode 0x2 0x1 0x3").code == 2);
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
  CHECK_THAT(outcome.out, Contains("0x00000001 0x02420001  message to a shared function that does not exist"));
  CHECK(run_texpipe("message decode '" + (scratch / "none.asm").string() + "'").code == 4);
}

TEST_CASE("message decode takes words without 0x, swapped words and the four DWords of a send", "[cli][message]") {
  const std::string sample = "0x00000002 0x02420001  sampler sample SIMD8, binding 1, sampler 0";
  CHECK_THAT(run_texpipe("message decode 2 02420001").out, Contains(sample));
  CHECK_THAT(run_texpipe("message decode 0x2,0x02420001").out, Contains(sample));
  for (const char* words : {"0x02420001 0x2", "02420001 00000002"}) {
    const CommandOutcome swapped = run_texpipe(std::string{"message decode "} + words);
    CHECK(swapped.code == 0);
    CHECK_THAT(swapped.out, Contains(sample));
    CHECK_THAT(swapped.err, Contains("the words are swapped"));
  }
  for (const char* dwords : {"02600031 210002a8 06000040 02420001", "02420001 06000040 210002a8 02600031"}) {
    const CommandOutcome send = run_texpipe(std::string{"message decode "} + dwords);
    CAPTURE(dwords, send.err);
    CHECK(send.code == 0);
    CHECK_THAT(send.out, Contains("0x02420001  sampler sample SIMD8, binding 1"));
  }
  const CommandOutcome other = run_texpipe("message decode 00600001 210002a8 06000040 02420001");
  CHECK(other.code == 4);
  CHECK_THAT(other.err, Contains("no send: opcode 0x1"));
}

TEST_CASE("message decode reads sends as Mesa prints them, on the command line and in listings", "[cli][message]") {
  const CommandOutcome words = run_texpipe(
      "message decode 'send(16) g16<1>UW g2<8,8,1>UD sampler MsgDesc: sample_lz SIMD16 Surface = 1 Sampler = 2 mlen 4 "
      "rlen 8 { align1 1H };'");
  CHECK(words.code == 0);
  CHECK_THAT(words.out, Contains("sampler sample_lz SIMD16, binding 1, sampler 2, no header, message 4, response 8") &&
                            Contains("does not say whether there is a header"));
  const ScratchFolder scratch;
  scratch.write("mesa.asm",
                "mov(8) g2<1>F g3<8,8,1>F { align1 1Q };\n"
                "send(8) g124<1>UW g2<8,8,1>UD 0x02420001\n"
                "                sampler MsgDesc: sample SIMD8 Surface = 1 Sampler = 0 mlen 1 rlen 4 { align1 1Q };\n"
                "sends(16) nullUD g2UD g4UD 0x02025efe 0x00000040\n"
                "                hdc1 MsgDesc: (untyped surface write) mlen 1 ex_mlen 1 rlen 0 { align1 1H };\n"
                "send(8) g5<1>UD g6<8,8,1>UD\n"
                "                hdc0 MsgDesc: (OWORD block read) mlen 1 rlen 1 { align1 1Q };\n");
  const CommandOutcome listing = run_texpipe("message decode '" + (scratch / "mesa.asm").string() + "'");
  INFO(listing.out << listing.err);
  CHECK_THAT(listing.out, Contains("    2         send (8)") &&
                              Contains("0x00000002 0x02420001  sampler sample SIMD8, binding 1") &&
                              Contains("0x0000004c 0x02025efe") && Contains("no hexadecimal descriptor"));
  const CommandOutcome unknown = run_texpipe(
      "message decode 'send(8) g1<1>UW g2<8,8,1>UD sampler MsgDesc: sampel SIMD8 Surface = 1 Sampler = 0 mlen 1 rlen "
      "4'");
  CHECK(unknown.code == 4);
  CHECK_THAT(unknown.err, Contains("did you mean sample?"));
}

TEST_CASE("message decode names reserved values beside the other fields", "[cli][message]") {
  const CommandOutcome reserved = run_texpipe("message decode 0x2 0x8243f001");
  CHECK(reserved.code == 4);
  CHECK_THAT(reserved.out, Contains("message_length") && Contains("binding_table_index") && Contains("reserved[0]"));
  const CommandOutcome function = run_texpipe("message decode 0x1 0x02420001");
  CHECK(function.code == 4);
  CHECK_THAT(function.out, Contains("shared_function") && Contains("reserved, or not listed in SFID"));
}

TEST_CASE("message encode refuses what no thread can send", "[cli][message]") {
  const auto refusal = [](const std::string& fields) {
    const CommandOutcome outcome = run_texpipe("message encode SFID_SAMPLER simd_mode=SIMD16 " + fields);
    CHECK(outcome.code == 4);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refusal("response_length=8"), Contains("Message Length is 0"));
  CHECK_THAT(refusal("message_length=4 response_length=17"), Contains("at most 16 registers"));
  CHECK_THAT(refusal("message_length=4 response_length=8 end_of_thread=true"), Contains("End of Thread"));
  CHECK_THAT(refusal("message_length=1 response_length=8"), Contains("at least 2 registers"));
}

TEST_CASE("message execute gives the texels that a message of a dump reads, and what comes back", "[cli][message]") {
  const std::string execute =
      "message execute 0x2 0x04420001 --dump tests/data/hang/error_state.txt --surface-base 0x10000 "
      "--dynamic-base 0x20000 ";
  const auto answer = nlohmann::json::parse(run_texpipe(execute + "--payload 0x50040 --mask 0xf --json").out);
  REQUIRE(answer["channels"].size() == 4);
  const auto& texels = answer["channels"][0]["texels"];
  REQUIRE(texels.size() == 4);
  CHECK(texels[0]["address"] == "0x10001c");
  CHECK(texels[1]["x"] == 4);
  CHECK(answer["channels"][0]["returned"][3] == 1.0);
  CHECK(answer["response"].size() == 4);
}

TEST_CASE("message execute names what the dump lacks", "[cli][message]") {
  const auto refusal = [](const std::string& words, const std::string& options) {
    const CommandOutcome outcome =
        run_texpipe("message execute " + words + " --dump tests/data/hang/error_state.txt " + options);
    CHECK(outcome.code == 4);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  const std::string bases = "--surface-base 0x10000 --dynamic-base 0x20000 ";
  CHECK_THAT(refusal("2 04420001", bases + "--payload 0x60000"), Contains("no payload at 0x60000"));
  CHECK_THAT(refusal("2 04420001", "--payload 0x50040"), Contains("no binding table entry 1 at 0x4"));
  CHECK_THAT(refusal("2 04420002", bases + "--payload 0x50040 --binding-table 0xfc"),
             Contains("binding table entry 2"));
  CHECK_THAT(refusal("2 04420001", "--surface-base 0x10000 --payload 0x50040"), Contains("no sampler state 0 at 0x0"));
  CHECK_THAT(refusal("2 04420001", bases + "--payload 0x50040 --channel 8"), Contains("expected 0 to 7"));
  CHECK_THAT(refusal("a 04420001", bases + "--payload 0x50040"), Contains("only messages to the sampler"));
  const CommandOutcome outside = run_texpipe(
      "message execute 2 04420000 --dump tests/data/hang/error_state.txt --payload 0x50040 " + bases + "--channel 0");
  CHECK(outside.code == 0);
  CHECK_THAT(outside.err, Contains("outside the dump read 0"));
}
