// EU instructions: the public programs decode, print as Intel's disassembler prints them, and come back bit for bit.
#include "isa/gen9/eu_instruction.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "isa/gen9/eu_text.h"
#include "support/visa_kernels.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

/// A text with white space folded, a line each.
std::vector<std::string> folded(const std::string& text) {
  static const std::regex kBlank{R"(\s+)"};
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = std::regex_replace(text.substr(at, end - at), kBlank, " ");
    while (!line.empty() && line.back() == ' ') line.pop_back();
    if (line.starts_with(" ")) line.erase(0, 1);
    if (!line.empty()) lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

EuInstruction of_words(std::uint32_t d0, std::uint32_t d1, std::uint32_t d2, std::uint32_t d3) {
  return decode_eu({d0, d1, d2, d3});
}

/// The line of an instruction with its columns folded.
std::string line(const EuInstruction& instruction) {
  return folded(eu_text(instruction)).front();
}

std::string error_of(const std::vector<std::uint8_t>& program) {
  try {
    read_eu_program(program);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return "";
}

std::vector<std::uint8_t> native(std::uint32_t d0, std::uint32_t d1 = 0, std::uint32_t d2 = 0, std::uint32_t d3 = 0) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t word : {d0, d1, d2, d3}) {
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
  }
  return bytes;
}

}  // namespace

TEST_CASE("programs of the finaliser print as the assembler prints them", "[eu]") {
  std::size_t compared = 0;
  for (const std::string& name : test::visa_kernel_names(".dat")) {
    INFO(name);
    CHECK(folded(eu_listing(read_eu_program(test::visa_kernel_bytes(name + ".dat")),
                            EuListingColumns::kOffsetBitsAndText)) == folded(test::visa_kernel_text(name + ".asm")));
    ++compared;
  }
  CHECK(compared == 166);
}

TEST_CASE("programs come back bit for bit from their decoded instructions", "[eu]") {
  for (const std::string& name : test::visa_kernel_names(".dat")) {
    const std::vector<std::uint8_t> bytes = test::visa_kernel_bytes(name + ".dat");
    std::vector<std::uint8_t> again;
    for (const EuInstruction& instruction : read_eu_program(bytes)) append_eu(again, instruction);
    CHECK(again == bytes);
  }
}

TEST_CASE("a compacted instruction is its expansion and compacts to itself", "[eu]") {
  for (const std::string& name : test::visa_kernel_names(".dat")) {
    for (const EuInstruction& instruction : read_eu_program(test::visa_kernel_bytes(name + ".dat"))) {
      const auto bits = compact(encode_eu(instruction), is_three_source(instruction.opcode));
      if (instruction.compacted) REQUIRE(bits);
      if (bits)
        CHECK(decode_eu(expand(*bits, is_three_source(instruction.opcode)), instruction.offset).destination ==
              instruction.destination);
    }
  }
}

TEST_CASE("any bits decode to an instruction that encodes to the same bits or are refused", "[eu]") {
  std::mt19937 random{1};
  unsigned accepted = 0, wrong = 0;
  for (unsigned i = 0; i < 200000; ++i) {
    EuWords words{};
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
    words[0] &= ~(1u << 29);
    try {
      const EuInstruction instruction = decode_eu(words);
      ++accepted;
      if (encode_eu(instruction) != words || eu_text(instruction).empty()) ++wrong;
    } catch (const Error& error) {
      if (error.code() != ExitCode::kMalformedInput) ++wrong;
    }
  }
  CHECK(wrong == 0);
  CHECK(accepted > 5000);
}

TEST_CASE("every opcode has a shape and prints its name", "[eu]") {
  unsigned opcodes = 0;
  for (std::uint32_t code = 0; code < 128; ++code) {
    if (!listed(static_cast<EuOpcode>(code))) continue;
    ++opcodes;
    const std::string text = line(of_words(code | (code == 0x38 ? 1u << 24 : 0), 0, 0, 0));
    CHECK_THAT(text, Catch::Contains(std::string{texpipe::name_of(static_cast<EuOpcode>(code))}));
  }
  CHECK(opcodes == 68);
}

TEST_CASE("regions modifiers flags and options print from their own bits", "[eu]") {
  // Bits that iga64 1.1.0 assembled from these texts.
  CHECK(line(of_words(0x84806640, 0x20203AEE, 0x3A8D4040, 0x00002060)) ==
        "(W) add (16|M16) (ge)f1.0 (sat)r1.0<1>:f -r2.0<8;8,1>:f (abs)r3.0<0;1,0>:f {Atomic,NoDDChk,NoDDClr}");
  CHECK(line(of_words(0x40661001, 0x40221A68, 0x00AE6046, 0)) ==
        "(f0.0.any4h) mov (8|M8) r1.1<2>:w -(abs)r2.3<16;8,2>:w {Breakpoint}");
  CHECK(line(of_words(0x107B1001, 0x40221A69, 0x00AE0046, 0)) ==
        "(~f0.1.all16h) mov (8|M8) r1.1<2>:w r2.3<16;8,2>:w {AccWrEn}");
  CHECK(line(of_words(0x00420801, 0x202032CA, 0x00690040, 0)) == "(f1.0.anyv) mov (4|M4) r1.0<1>:df r2.0<4;4,1>:df");
  CHECK(line(of_words(0x00600001, 0xA3F0BAE8, 0x008D8408, 0)) == "mov (8|M0) r[a0.1,-16]<1>:f r[a0.2,8]<8;8,1>:f");
  CHECK(line(of_words(0x00600001, 0x20203AE8, 0x01E08408, 0)) == "mov (8|M0) r1.0<1>:f r[a0.2,8]<1,0>:f");
  CHECK(line(of_words(0x00600005, 0x20200208, 0x028D4040, 0x008D4060)) ==
        "and (8|M0) r1.0<1>:ud ~r2.0<8;8,1>:ud ~r3.0<8;8,1>:ud");
  CHECK(line(of_words(0x0B600038, 0x20200A28, 0x0A8D0040, 0x008D0060)) ==
        "math.idiv (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d");
  CHECK(line(of_words(0x0E600138, 0x00203AE8, 0x3A600048, 0x00600061)) ==
        "math.invm (8|M0) (eo)f0.0 r1.mme0:f r2.nomme:f r3.mme1:f");
}

TEST_CASE("three-source operands print with their own types and replication", "[eu]") {
  CHECK(line(of_words(0x8560015B, 0x011E06C0, 0x792021C8, 0x01072006)) ==
        "mad (8|M0) (lt)f0.0 (sat)r1.0<1>:f -r2.0<2;1>:f (abs)r3.1<0;0>:f -(abs)r4.0<1>:f");
  CHECK(line(of_words(0x0060015B, 0x011E2008, 0x390021C8, 0x01072006)) ==
        "mad (8|M0) r1.0<1>:f r2.0<2;1>:hf r3.0<2;1>:f r4.0<1>:hf");
  CHECK(line(of_words(0x0040015B, 0x011ED800, 0x110021C8, 0x01072006)) ==
        "mad (4|M0) r1.0<1>:df r2.0<2;1>:df r3.0<0;0>:df r4.0<1>:df");
  CHECK(line(of_words(0x0060015B, 0x011F2018, 0x392021C8, 0x01072206)) ==
        "mad (8|M0) r1.0<1>:hf r2.0<2;1>:hf r3.1<0;0>:hf r4.0<1>:hf");
  // One channel is a group of four of which one is enabled.
  CHECK(line(of_words(0x0040015B, 0x01040000, 0x792021C9, 0x010F2406)) ==
        "mad (1|M0) r1.1<1>:f r2.0<0;0>:f r3.1<0;0>:f r4.1<0>:f");
  CHECK(line(of_words(0x0020015B, 0x0106D800, 0x11002088, 0x01022006)) ==
        "mad (1|M0) r1.0<1>:df r2.0<0;0>:df r3.0<0;0>:df r4.0<0>:df");
  CHECK(line(of_words(0x0060015D, 0x01040000, 0x02002006, 0x01003806)) ==
        "madm (8|M0) r1.mme2:f r2.mme3:f r3.nomme:f r4.mme7:f");
}

TEST_CASE("two-source Align16 operands print by their swizzles", "[eu]") {
  CHECK(line(of_words(0x00600140, 0x254F3AE8, 0x3A644524, 0x006E052E)) ==
        "add (8|M0) r42.0<1>:f -r41.0<4>.xyxy:f r41.0<4>.zwzw:f");
}

TEST_CASE("immediates print in the form that gives back their bits", "[eu]") {
  const auto of_type = [](SrcImmType type, std::uint64_t bits) {
    EuInstruction mov;
    mov.opcode = EuOpcode::kMov;
    mov.destination.file = RegFile::kGrf;
    mov.source0.file = RegFile::kImm;
    mov.source0.immediate_type = type;
    mov.source0.immediate = bits;
    const std::string text = line(decode_eu(encode_eu(mov)));
    return text.substr(text.rfind(' ') + 1);
  };
  CHECK(of_type(SrcImmType::kF, 0x3DCCCCCD) == "0.1:f");
  CHECK(of_type(SrcImmType::kF, 0x40490FDB) == "0x40490FDB:f");
  CHECK(of_type(SrcImmType::kF, 0x3F2AAAAB) == "6.666667e-01:f");
  CHECK(of_type(SrcImmType::kF, 0x7FC00000) == "qnan(0x0):f");
  CHECK(of_type(SrcImmType::kF, 0xFF800000) == "-inf:f");
  CHECK(of_type(SrcImmType::kHf, 0x7BFF7BFF) == "65504.0:hf");
  CHECK(of_type(SrcImmType::kHf, 0x03FF03FF) == "6.097555e-05:hf");
  CHECK(of_type(SrcImmType::kDf, 0x3FB999999999999A) == "0.1:df");
  CHECK(of_type(SrcImmType::kW, 0x80008000) == "-32768:w");
  CHECK(of_type(SrcImmType::kUw, 0x00FF00FF) == "0xFF:uw");
  CHECK(of_type(SrcImmType::kQ, 1ull << 63) == "-9223372036854775808:q");
  CHECK(of_type(SrcImmType::kUq, 0x123456789ABCDEF0) == "0x123456789ABCDEF0:uq");
  CHECK(of_type(SrcImmType::kV, 0x11001010) == "0x11001010:v");
}

TEST_CASE("branches name the place that their offsets reach from where they count", "[eu]") {
  CHECK(line(of_words(0x00610022, 0x20000E00, 0x00000040, 0x00000030)) == "(f0.0) if (8|M0) L48 L64");
  CHECK(line(of_words(0x00000020, 0x34000004, 0x0E001400, 0x00000030)) == "(W) jmpi L64");
  CHECK(line(of_words(0x00600021, 0x34000A20, 0x000000A0, 0x00000000)) == "brd (8|M0) r5.0");
  CHECK(line(of_words(0x0060002C, 0x20200028, 0x0E450000, 0x000000C0)) == "call (8|M0) r1.0 L192");
  CHECK(line(of_words(0x0060002D, 0x20000A00, 0x00450020, 0x00000000)) == "ret (8|M0) r1.0");
  // A driver's compiler leaves other register files in these words than Intel's: the offset is there all the same.
  CHECK(line(of_words(0x00600027, 0x20000E20, 0x08000000, 0xFFFFFF90)) == "while (8|M0) L-112");
}

TEST_CASE("sends in registers say where their lengths and their unit come from", "[eu]") {
  CHECK(line(of_words(0x00600033, 0x20204078, 0x00022040, 0)) ==
        "sends (8|M0) r1:w r2 r4 a0.2 a0.0 // wr:a0.0[28:25]+a0.2[10:6], rd:a0.0[24:20]; sfid a0.2[3:0]");
  CHECK(line(of_words(0x02600031, 0xA2100208, 0x00008420, 0x00000200)) ==
        "send (8|M0) r[a0.1,16] r[a0.2,32] 0x2 a0.0 // wr:a0.0[28:25]+0, rd:a0.0[24:20]; sampler");
}

TEST_CASE("sends to the URB say what they write or read", "[eu]") {
  const auto remark = [](std::uint32_t descriptor) {
    EuInstruction send = read_eu(native(0x31), 0);
    send.shared_function = SharedFunction::kUrb;
    send.source1.file = RegFile::kImm;
    send.message.descriptor = descriptor;
    return message_remark(send);
  };
  // As Intel's assembler has them.
  CHECK(remark(0x0A080017) == "wr:5h+0, rd:0; hdc.urb; urb dword write");
  CHECK(remark(0x0A0A0017) == "wr:5h+0, rd:0; hdc.urb; urb dword write with per-slot offset enabled");
  CHECK(remark(0x0A0A8017) == "wr:5h+0, rd:0; hdc.urb; urb dword masked write with per-slot offset enabled");
  CHECK(remark(0x02280028) == "wr:1h+0, rd:2; hdc.urb; urb dword read");
  CHECK(remark(0x022A0018) == "wr:1h+0, rd:2; hdc.urb; urb dword read with per-slot offset enabled");
  CHECK(remark(0x04180009) == "wr:2h+0, rd:1; hdc.urb; urb fence");
  CHECK(remark(0x02480012) == "wr:1h+0, rd:4; hdc.urb; ?");
}

TEST_CASE("a damaged program is refused with the byte of the instruction", "[eu]") {
  CHECK_THAT(error_of({0x01, 0, 0x60}), Catch::Contains("instruction at byte 0x0: cut off after 3 bytes"));
  CHECK_THAT(error_of({0x01, 0, 0x60, 0, 0, 0, 0, 0}), Catch::Contains("expected 16"));
  std::vector<std::uint8_t> program = native(0x7E);
  const std::vector<std::uint8_t> unlisted = native(0x0B);
  program.insert(program.end(), unlisted.begin(), unlisted.end());
  CHECK_THAT(error_of(program), Catch::Contains("instruction at byte 0x10: EU_OPCODE has no value 0x0B"));
  CHECK_THAT(error_of(native(0x00C00001)), Catch::Contains("ExecSize"));
  CHECK_THAT(error_of(native(0x0000C001)), Catch::Contains("ThreadCtrl"));
  CHECK_THAT(error_of(native(0x000F0001)), Catch::Contains("PredCtrl has no value 15 where (AccessMode==Align1)"));
  CHECK_THAT(error_of(native(0x00080101)), Catch::Contains("PredCtrl has no value 8 where (AccessMode==Align16)"));
  CHECK_THAT(error_of(native(0x07000001)), Catch::Contains("CondModifier"));
  CHECK_THAT(error_of(native(0x08000038)), Catch::Contains("FC"));
  CHECK_THAT(error_of(native(0x01, 0x000001E0)), Catch::Contains("Dst.Type"));
  CHECK_THAT(error_of(native(0x01, 0x00000010)), Catch::Contains("Dst.RegFile"));
}
