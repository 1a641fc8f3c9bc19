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

TEST_CASE("words of an xe core dump stand at the address in their brackets", "[state][dump]") {
  const auto blocks = read_word_dump(
      "**** VM state ****\n[HWCTX].data: !!!!&\n[10040].length: 0x8\n[10040].data: ,9:_f!!!!)\n[20000].error: -2\n",
      "dump");
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].address == 0x10040u);
  CHECK(blocks[0].words == Words{0x231d703f, 8});
}

TEST_CASE("debuggers, logs and tools that print addresses of their own kinds are read", "[state][dump]") {
  for (const char* text :
       {"00000000`00010040  23044005 00000010 003f003f 000000ff\n00000000`00010050  00000000\n",  // WinDbg's dd
        "00000000`00010040  00000010`23044005 000000ff`003f003f\n00000000`00010050  00000000`00000000\n",  // dq
        "00010040  05 40 04 23 10 00 00 00-3f 00 3f 00 ff 00 00 00  .@.#....?.?.....\n",                   // db
        "0x00010040: 05 40 04 23 10 00 00 00 3f 00 3f 00 ff 00 00 00  .@.#....?.?.....\n",                 // lldb
        "0x10040:\t0x0000001023044005\t0x000000ff003f003f\n",                                              // gdb's x/gx
        "0x00010040 0x23044005\n0x00010044 0x00000010\n0x00010048 0x003f003f\n0x0001004c 0x000000ff\n",
        "[0x10040] 0x23044005\n[0x10044] = 0x10\n[0x10048] 0x003f003f\n[0x1004c] 0xff\n",
        "0x10040:      0x23044005: F\n0x10044: HEAD 0x10: A\n0x10048: CS   0x3f003f\n0x1004c: TAIL 0xff\n",
        "[   12.345678] 00010040: 23044005 00000010 003f003f 000000ff\n",
        "Jan  1 00:00:00 name kernel: 00010040: 23044005 00000010 003f003f 000000ff\n",
        "\x1b[1;32m0x10040:  0x23044005\x1b[0m: F\n0x10044:  0x10 : D\n0x10048:  0x3f003f : D\n0x1004c: 0xff\n",
        "@4010\n23044005\n00000010\n003f003f\n000000ff\n",
        "@1004 // a word of 128 bits\n000000ff003f003f0000001023044005\n"}) {
    CAPTURE(text);
    const DumpBlock block = only_block(text);
    CHECK(block.address == 0x10040u);
    CHECK(Words(block.words.begin(), block.words.begin() + 4) == kWords);
  }
}

TEST_CASE("lists of languages and bytes without addresses are read", "[state][dump]") {
  for (const char* text : {"const uint32_t state[4] = {0x23044005u, 0x10UL, 0x003f003f, 0xff};\n",
                           "uint32_t s[] = {\n  0x23044005,\n  0x10,\n  0x3f003f,\n  0xff\n};\n",
                           "{\"words\": [\"0x23044005\", \"0x10\", \"0x3f003f\", \"0xff\"]}\n",
                           "let s: [u32; 4] = [0x2304_4005, 0x10, 0x003f_003f, 0xff];\n",
                           "32'h23044005,\n32'h10,\n32'h003f003f,\n32'hff\n",
                           "128'h000000ff_003f003f_00000010_23044005\n", "05400423100000003f003f00\nff000000\n"}) {
    CAPTURE(text);
    CHECK(only_block(text).words == kWords);
  }
  const DumpBlock bytes = only_block(
      "unsigned char s[] = {\n  0x05, 0x40, 0x04, 0x23, 0x10, 0x00, 0x00, 0x00\n};\nunsigned int s_len = 8;\n");
  CHECK(bytes.words == Words{0x23044005, 0x10});
}

TEST_CASE("the text beside words tells whether their bytes are turned", "[state][dump]") {
  const std::string end = "  ABCD....\n";
  CHECK(only_block("00000000: 44434241 00000010" + end).words == Words{0x44434241, 0x10});  // xxd -e
  CHECK(only_block("00000000: 41424344 10000000" + end).words == Words{0x44434241, 0x10});  // xxd -g4
  for (const char* heading : {"Contents of section .data:\n 0000", "Hex dump of section '.data':\n  0x00000000"}) {
    CAPTURE(heading);
    CHECK(only_block(heading + std::string{" 41424344 10000000  ABCD....\n"}).words == Words{0x44434241, 0x10});
  }
}

TEST_CASE("lines of an error state about registers and buffers are no words", "[state][dump]") {
  const auto blocks = read_word_dump(
      "GPU HANG: ecode 9:1:85dfbfff, in scene [1]\nIPEHR: 0x7b000005\n  fence[0] = 00000000\n"
      "  batch: [0x00000000_00181000, 0x00000000_00189000]\nrcs0 --- user = 0x00000000 00181000\n"
      "gtt_page_sizes = 0x00001000\n~,9:_f\n",
      "dump");
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].words == Words{0x231d703f});
  CHECK(blocks[0].name == "rcs0 --- user");
}

TEST_CASE("a dump without words and bytes that are no words are refused", "[state][dump]") {
  CHECK_THROWS_AS(read_word_dump("", "dump"), Error);
  CHECK_THROWS_AS(read_word_dump("nothing here\nSurface Type: 1 (SURFTYPE_2D)\n", "dump"), Error);
  CHECK_THROWS_AS(read_word_dump("00000000: 0540 04\n", "dump"), Error);
}

TEST_CASE("words of a command line have 0x and commas or not", "[state][dump]") {
  CHECK(hexadecimal_words({"0x23044005,10", "003F003F", "0xff,"}) == kWords);
  CHECK(hexadecimal_words({"[0x2304_4005u;", "10h", "32'h3F003F", "\"0XFF\"]"}) == kWords);
  CHECK(!hexadecimal_words({"0x23044005", "two"}));
  CHECK(!hexadecimal_words({"123456789"}));
}

TEST_CASE("what mails, patches, greps and logs put before a dump's lines is left out", "[state][dump]") {
  for (const std::string prefix :
       {"> ", "> > ", "+", "12:", "error.txt:12:", "a/b-c.txt-12-", "  12  ",
        "[   12.345678] i915 0000:00:02.0: ", "[   12.345678] i915 0000:00:02.0: [drm] surface: ", "<6>[ 2.5] ",
        "Nov 27 22:10:03 host kernel: i915 0000:00:02.0: ",
        "2026-11-27T22:10:03+0000 host kernel: [drm:dump [i915]] state: ", "\xc2\xa0"}) {
    CAPTURE(prefix);
    const DumpBlock words =
        only_block(prefix + "0x00010040:  0x23044005 : Dword 0\n" + prefix + "0x00010044:  0x00000010\n" + prefix +
                   "0x00010048:  0x003f003f\n" + prefix + "0x0001004c:\xc2\xa0 0x000000ff\n");
    CHECK(words.address == 0x10040u);
    CHECK(words.words == kWords);
    const DumpBlock bytes =
        only_block(prefix + "00010040: 05 40 04 23 10 00 00 00  3f 00 3f 00 ff 00 00 00  .@.#....?.?.....\n");
    CHECK(bytes.address == 0x10040u);
    CHECK(bytes.words == kWords);
  }
}

TEST_CASE("lines that number their words from 0 on are read where a text has no others", "[state][dump]") {
  for (const char* text :
       {"dword,value\n0,0x23044005\n1,0x10\n2,0x3f003f\n3,0xff\n",
        "0\t23044005\n1\t00000010\n2\t003f003f\n3\t000000ff\n",
        "| DW | value |\n|---|---|\n| 0 | 0x23044005 |\n| 1 | 0x10 |\n| 2 | 0x3f003f |\n| 3 | 0xff |\n",
        "SURFACE_STATE[00]: 23044005\nSURFACE_STATE[01]: 00000010\nSURFACE_STATE[02]: 003F003F\nSURFACE_STATE[03]: "
        "000000FF\n",
        "uint32_t s[] = {\n  [0] = 0x23044005,\n  [1] = 0x10,\n  [2] = 0x3f003f,\n  [3] = 0xff\n};\n",
        "{\"dw\": 0, \"value\": \"0x23044005\"}\n{\"dw\": 1, \"value\": \"0x10\"}\n{\"dw\": 2, \"value\": "
        "\"0x3f003f\"}\n"
        "{\"dw\": 3, \"value\": \"0xff\"}\n",
        "+0: 0x23044005\n+4: 0x10\n+8: 0x3f003f\n+12: 0xff\n",
        "DWORD0  23044005\nDWORD1  00000010\nDWORD2  003f003f\nDWORD3  000000ff\n"}) {
    CAPTURE(text);
    CHECK(only_block(text).words == kWords);
  }
}

TEST_CASE("registers of an error state's head are no words, numbered or not", "[state][dump]") {
  const std::string head =
      "  ACTHD: 0x00000000 00010040\n  SAMPLER_INSTDONE[0][0]: 0xfffffffb\n  SAMPLER_INSTDONE[0][1]: 0xffffffff\n"
      "fence[0] = 0x00000000\nfence[1] = 0x00000000\n";
  CHECK_THROWS_AS(read_word_dump(head, "dump"), Error);
  CHECK(only_block(head + "rcs0 --- batch = 0x00000000 00010040\n00000000 :  23044005\n").words == Words{0x23044005});
}

TEST_CASE("gdb's repeats are written out and its bytes are bytes", "[state][dump]") {
  CHECK(only_block("$1 = {0x23044005, 0x0 <repeats 3 times>, 0xff}\n").words == Words{0x23044005, 0, 0, 0, 0xff});
  CHECK(only_block("0x10040:\t0x05\t0x40\t0x04\t0x23\t0x10\t0x00\t0x00\t0x00\n").words == Words{0x23044005, 0x10});
  CHECK(only_block("0x10040:\t0x5\t0x10\n").words == Words{5, 0x10});
}

TEST_CASE("numbers with the types of Rust, VHDL and Python are read", "[state][dump]") {
  for (const char* text : {"[0x2304_4005u32, 0x10u32, 0x003f_003f_u32, 0xffu32]\n",
                           "x\"23044005\", x\"00000010\", x\"003F003F\", x\"000000FF\"\n",
                           "['0x23044005', '0x10', '0x3f003f', '0xff']\n"}) {
    CAPTURE(text);
    CHECK(only_block(text).words == kWords);
  }
}
