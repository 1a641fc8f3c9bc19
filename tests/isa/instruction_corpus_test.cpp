// The fuzzers' corpus of instruction texts and bytes, and damaged copies of it: refused with an Error or accepted and
// taken through every later step, never a crash.
#include <catch2/catch.hpp>

#include "fuzz/damage.h"
#include "fuzz/isa_targets.h"

namespace texpipe {
namespace {

std::size_t replay(const std::string& folder, fuzz::Target target, unsigned mutations) {
  return fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/" + folder, target, mutations, 200);
}

TEST_CASE("damaged vISA texts never crash parser, printer, lowering or encoder", "[visa][fuzz]") {
  CHECK(replay("visa_text", fuzz::visa_text, 600) >= 4);
}

TEST_CASE("damaged .isa files never crash the reader", "[visa][fuzz]") {
  CHECK(replay("isa_file", fuzz::isa_file, 1000) >= 2);
}

TEST_CASE("damaged bare instructions never crash the decoder", "[visa][fuzz]") {
  CHECK(replay("visa_bytes", fuzz::visa_bytes, 1000) >= 2);
}

TEST_CASE("damaged SPA texts never crash the parser, and what it accepts prints and parses to the same",
          "[spa][fuzz]") {
  CHECK(replay("spa_text", fuzz::spa_text, 2000) >= 2);
  fuzz::damage(fuzz::file_bytes("configs/spa/msaa_coverage.spa"), fuzz::spa_text, 2000, 200);
}

TEST_CASE("damaged field texts never crash the message encoder", "[gen9][fuzz]") {
  CHECK(replay("message_text", fuzz::message_text, 2000) >= 2);
}

TEST_CASE("damaged descriptor and state bits decode to what encodes to the same bits, or are refused", "[gen9][fuzz]") {
  CHECK(replay("message_bits", fuzz::message_bits, 3000) >= 3);
}

TEST_CASE("damaged native programs never crash the decoder and what it accepts comes back", "[eu][fuzz]") {
  CHECK(replay("eu_program", fuzz::eu_program, 3000) >= 3);
}

TEST_CASE("the corpus of instructions itself is accepted", "[visa][spa][fuzz]") {
  const auto file = [](const char* name) { return fuzz::file_bytes(std::string{TEXPIPE_TEST_DATA "/fuzz/"} + name); };
  const std::vector<std::byte> text = file("visa_text/document.txt");
  CHECK(visa::parse_text(fuzz::as_text(text), "text").statements.size() == 5);
  const std::vector<std::byte> bytes = file("visa_bytes/document");
  CHECK(visa::decode_bare(fuzz::as_octets(bytes).subspan(1), "bytes", visa::Layout::kDocument, visa::Generation::kKbl)
            .statements.size() == 5);
  const std::vector<std::byte> container = file("isa_file/s8_sampleinfo_a.isa");
  CHECK(visa::read_isa(fuzz::as_octets(container), "container").size() == 1);
  const std::vector<std::byte> queries = file("spa_text/txq.spa");
  CHECK(spa::parse_program(fuzz::as_text(queries), "queries").size() == 3);
}

}  // namespace
}  // namespace texpipe
