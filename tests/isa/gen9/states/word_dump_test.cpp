#include "isa/gen9/states/word_dump.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

using Words = std::vector<std::uint32_t>;
const Words kWords{0x23044005, 0x00000010, 0x003F003F, 0x000000FF};

DumpBlock only_block(std::string_view text) {
  const auto blocks = read_word_dump(text, "dump");
  REQUIRE(blocks.size() == 1);
  return blocks.front();
}

}  // namespace

TEST_CASE("words are read from a batch dump of Mesa, whose lines of fields are left out", "[state][dump]") {
  const DumpBlock block = only_block(
      "0xfffe1000:  0x78150009:  3DSTATE_CONSTANT_PS              \n"
      "0xfffe1000:  0x78150009 : Dword 0\n    DWord Length: 9\n"
      "0xfffe1004:  0x00000010 : Dword 1\n    Read Length[0]: 16\n    Face: 0x10\n");
  CHECK(block.address == 0xfffe1000u);
  CHECK(block.words == Words{0x78150009, 0x10});
}

TEST_CASE("words of an i915 error state stand at the address of their heading", "[state][dump]") {
  const auto blocks = read_word_dump(
      "ACTHD: 0x00000000 00010040\n"
      "render ring --- batch = 0x00000001 00010000\n00000000 :  23044005\n00000004 :  00000010\n"
      "render ring --- HW context = 0x00000000 00020000\n00000000 :  003f003f\n",
      "dump");
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].address == 0x1'0001'0000u);
  CHECK(blocks[0].words == Words{0x23044005, 0x10});
  CHECK(blocks[0].position.line == 3);
  CHECK(blocks[1].address == 0x20000u);
  CHECK_THROWS_AS(read_word_dump("render ring --- batch = 0x00000000 00010000\n:zO[=!!\"\n", "dump"), Error);
}

TEST_CASE("bytes of xxd and hexdump become words, lines that repeat among them", "[state][dump]") {
  for (const char* text :
       {"00000000: 0540 0423 1000 0000 3f00 3f00 ff00 0000  .@.#....?.?.....\n",
        "00000000  05 40 04 23 10 00 00 00  3f 00 3f 00 ff 00 00 00  |.@.#....?.?.....|\n00000010\n",
        "0000000 4005 2304 0010 0000 003f 003f 00ff 0000\n0000010\n",
        "00000000: 23044005 00000010 003f003f 000000ff  .@.#....?.?.....\n",
        "000000 23044005 00000010 003f003f 000000ff\n000010\n",
        "0000000 23044005 00000010 003f003f 000000ff\n0000020\n",
        "0x7f0000:\t0x23044005\t0x00000010\t0x003f003f\t0x000000ff\n",
        "0x7f0000 <state>:\t0x23044005\t0x00000010\n0x7f0008 <state+8>:\t0x003f003f\t0xff\n",
        "0x23044005, 0x00000010,\n0x003f003f, 0x000000ff,\n", "23044005 00000010\n003f003f 000000ff\n",
        "DW0: 0x23044005\nDW1: 0x10\nDW2: 0x3f003f\nDW3: 0xff\n"}) {
    CAPTURE(text);
    CHECK(only_block(text).words == kWords);
  }
  const DumpBlock zeros = only_block(
      "00000000  05 40 04 23 10 00 00 00  3f 00 3f 00 ff 00 00 00  |.@.#....?.?.....|\n"
      "00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000040\n");
  CHECK(zeros.words.size() == 16);
  const DumpBlock halves = only_block("0000000 0001 0000 0001 0000 0001 0000 0001 0000\n*\n0000040\n");
  CHECK(halves.words == Words(16, 1));
}

TEST_CASE("a dump without words and bytes that are no words are refused", "[state][dump]") {
  CHECK_THROWS_AS(read_word_dump("", "dump"), Error);
  CHECK_THROWS_AS(read_word_dump("nothing here\nSurface Type: 1 (SURFTYPE_2D)\n", "dump"), Error);
  CHECK_THROWS_AS(read_word_dump("00000000: 0540 04\n", "dump"), Error);
}

TEST_CASE("words of a command line have 0x and commas or not", "[state][dump]") {
  CHECK(hexadecimal_words({"0x23044005,10", "003F003F", "0xff,"}) == kWords);
  CHECK(!hexadecimal_words({"0x23044005", "two"}));
  CHECK(!hexadecimal_words({"123456789"}));
}
