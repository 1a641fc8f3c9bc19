// Instructions around the sampler's, text beside the bytes that the finaliser of IGC 1.0.12504.6 wrote for it.
#include <cstdio>
#include <sstream>

#include <catch2/catch.hpp>

#include "isa/visa/encoding.h"
#include "isa/visa/text.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

constexpr int kDeclarationLines = 38;

/// V, W and X of each type are variables 32, 33, 34 and so on; P1, P2, S0, T6 and T7.
std::string declarations() {
  std::string text;
  for (const char* type : {"f", "ud", "d", "uw", "w", "hf", "uq", "q", "df", "ub", "b"}) {
    for (const char* letter : {"V", "W", "X"}) {
      text += std::string{".decl "} + letter + "_" + type + " v_type=G type=" + type + " num_elts=64 align=hword\n";
    }
  }
  for (const char* name : {"P1", "P2"}) text += std::string{".decl "} + name + " v_type=P num_elts=32\n";
  return text + ".decl S0 v_type=S num_elts=8\n.decl T6 v_type=T num_elts=1\n.decl T7 v_type=T num_elts=1\n";
}

Program parse(const std::string& instruction) {
  return parse_text(declarations() + instruction, "t");
}

std::string hexadecimal(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::uint8_t byte : bytes) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    text += (text.empty() ? "" : " ") + std::string{digits};
  }
  return text;
}

std::vector<std::uint8_t> octets(const std::string& hexadecimal) {
  std::vector<std::uint8_t> bytes;
  std::istringstream in{hexadecimal};
  for (unsigned byte = 0; in >> std::hex >> byte;) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

struct Row {
  const char* text;
  const char* bytes;
};

// clang-format off
constexpr Row kRows[] = {
    {"add (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>",
     "01 04 00 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01"},
    {"(!P1.any) mov (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0>",
     "29 04 01 a0 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01"},
    {"(P1.all) mov.sat (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0>",
     "29 04 01 40 20 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01"},
    {"mov (M1, 16) V_f(0,0)<2> V_f(1,3)<4;2,1>",
     "29 04 00 00 00 20 00 00 00 00 00 00 03 00 20 00 00 00 01 03 34 02"},
    {"mov (M1_NM, 1) V_ud(0,0)<1> P1",
     "29 80 00 00 00 23 00 00 00 00 00 00 02 02 01 00"},
    {"mul.sat (M1, 16) V_f(0,0)<1> (abs)V_f(0,0)<1;1,0> (-abs)W_f(0,0)<1;1,0>",
     "10 04 00 00 20 20 00 00 00 00 00 00 02 08 20 00 00 00 00 00 22 01 18 21 00 00 00 00 00 22 01"},
    {"and (M1, 16) V_ud(0,0)<1> (~)V_ud(0,0)<1;1,0> W_ud(0,0)<1;1,0>",
     "20 04 00 00 00 23 00 00 00 00 00 00 02 28 23 00 00 00 00 00 22 01 00 24 00 00 00 00 00 22 01"},
    {"and (M1, 16) P1 P1 P2",
     "20 04 00 00 02 01 00 02 01 00 02 02 00"},
    {"not (M1, 16) P1 P2",
     "23 04 00 00 02 01 00 02 02 00"},
    {"cmp.lt (M5, 16) P1 V_f(0,0)<1;1,0> 0x3f000000:f",
     "2c 44 04 02 01 00 00 20 00 00 00 00 00 22 01 05 07 00 00 00 3f"},
    {"cmp.le (M1, 16) P1 (-)V_f(0,0)<1;1,0> (abs)W_f(0,0)<1;1,0>",
     "2c 04 05 02 01 00 10 20 00 00 00 00 00 22 01 08 21 00 00 00 00 00 22 01"},
    {"cmp.lt (M1, 16) V_ud(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>",
     "2c 04 04 00 23 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01"},
    {"(P1) sel (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>",
     "2a 04 01 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01"},
    {"min (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>",
     "45 04 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01"},
    {"max.sat (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>",
     "45 04 01 20 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01"},
    {"mad (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0> X_f(0,0)<1;1,0>",
     "0c 04 00 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01 00 22 00 00 00 00 00 22 01"},
    {"lrp (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0> X_f(0,0)<1;1,0>",
     "0e 04 00 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01 00 22 00 00 00 00 00 22 01"},
    {"mod (M1, 16) V_d(0,0)<1> V_d(0,0)<1;1,0> W_d(0,0)<1;1,0>",
     "0f 04 00 00 00 26 00 00 00 00 00 00 02 00 26 00 00 00 00 00 22 01 00 27 00 00 00 00 00 22 01"},
    {"divm (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>",
     "7f 04 00 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01"},
    {"sqrtm (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0>",
     "7e 04 00 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01"},
    {"plane (M1, 16) V_f(0,0)<1> V_f(0,0)<0;4,1> W_f(0,0)<1;1,0>",
     "6b 04 00 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 41 02 00 21 00 00 00 00 00 22 01"},
    {"dp3 (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>",
     "05 04 00 00 00 20 00 00 00 00 00 00 02 00 20 00 00 00 00 00 22 01 00 21 00 00 00 00 00 22 01"},
    {"bfi (M1, 16) V_ud(0,0)<1> V_ud(0,0)<1;1,0> W_ud(0,0)<1;1,0> X_ud(0,0)<1;1,0> V_ud(0,0)<1;1,0>",
     "47 04 00 00 00 23 00 00 00 00 00 00 02 00 23 00 00 00 00 00 22 01 00 24 00 00 00 00 00 22 01 00 25 00 00 00 00 00 22 01 00 23 00 00 00 00 00 22 01"},
    {"bfe (M1, 16) V_ud(0,0)<1> V_ud(0,0)<1;1,0> W_ud(0,0)<1;1,0> X_ud(0,0)<1;1,0>",
     "46 04 00 00 00 23 00 00 00 00 00 00 02 00 23 00 00 00 00 00 22 01 00 24 00 00 00 00 00 22 01 00 25 00 00 00 00 00 22 01"},
    {"fbh (M1, 16) V_ud(0,0)<1> V_ud(0,0)<1;1,0>",
     "2f 04 00 00 00 23 00 00 00 00 00 00 02 00 23 00 00 00 00 00 22 01"},
    {"addc (M1, 16) V_ud(0,0)<1> W_ud(0,0)<1> V_ud(0,0)<1;1,0> W_ud(0,0)<1;1,0>",
     "49 04 00 00 00 23 00 00 00 00 00 00 02 00 24 00 00 00 00 00 00 02 00 23 00 00 00 00 00 22 01 00 24 00 00 00 00 00 22 01"},
    {"setp (M1_NM, 16) P1 V_ud(0,0)<0;1,0>",
     "2b 84 02 01 00 00 23 00 00 00 00 00 21 01"},
    {"movs (M1_NM, 8) S0(0) V_ud(0,0)<1;1,0>",
     "2d 83 06 01 00 00 00 00 23 00 00 00 00 00 22 01"},
    {"movs (M1_NM, 1) T6(0) T7(0)",
     "2d 80 06 00 06 00 00 06 00 07 00 00"},
    {"movs (M1_NM, 1) V_ud(0,0)<1> T6(0)",
     "2d 80 00 23 00 00 00 00 00 00 02 06 00 06 00 00"},
    {"svm_gather.4.1 (M1, 16) V_uq.0 W_ud.0",
     "4e 03 04 00 00 01 00 32 00 00 00 00 00 24 00 00 00 00 00"},
    {"(P1) svm_scatter.8.4 (M1, 8) V_uq.0 W_ud.0",
     "4e 04 03 01 00 02 02 32 00 00 00 00 00 24 00 00 00 00 00"},
    {"svm_gather4scaled.RGBA (M1, 16) 0x0:ud V_uq.0 W_ud.0",
     "4e 06 04 00 00 0f 00 00 05 00 00 00 00 00 32 00 00 00 00 00 24 00 00 00 00 00"},
    {"svm_scatter4scaled.RGB (M1, 16) 0x0:ud V_uq.0 W_ud.0",
     "4e 07 04 00 00 07 00 00 05 00 00 00 00 00 32 00 00 00 00 00 24 00 00 00 00 00"},
    {"svm_atomic.cmpxchg (M1, 8) V_uq.0 %null.0 W_ud.0 X_ud.0",
     "4e 05 03 00 00 07 32 00 00 00 00 00 24 00 00 00 00 00 25 00 00 00 00 00 00 00 00 00 00 00"},
    {"svm_atomic.max.64 (M1, 8) V_uq.0 %null.0 W_ud.0 X_ud.0",
     "4e 05 03 00 00 45 32 00 00 00 00 00 24 00 00 00 00 00 25 00 00 00 00 00 00 00 00 00 00 00"},
    {"(P1) svm_atomic.or.16 (M3, 8) V_uq.0 V_ud.0 W_ud.0 %null.0",
     "4e 05 23 01 00 29 32 00 00 00 00 00 24 00 00 00 00 00 00 00 00 00 00 00 23 00 00 00 00 00"},
    {"svm_block_ld (8) V_uq(0,0)<0;1,0> V_ud.0",
     "4e 01 03 00 32 00 00 00 00 00 21 01 23 00 00 00 00 00"},
    {"svm_block_st (4) V_uq(0,0)<0;1,0> V_ud.0",
     "4e 02 02 00 32 00 00 00 00 00 21 01 23 00 00 00 00 00"},
    {"dword_atomic.cmpxchg (M1, 16) T6 V_ud.0 W_ud.0 X_ud.0 V_ud.0",
     "7d 07 04 00 00 06 23 00 00 00 00 00 24 00 00 00 00 00 25 00 00 00 00 00 23 00 00 00 00 00"},
    {"dword_atomic.add.16 (M1, 16) T6 V_ud.0 W_ud.0 %null.0 %null.0",
     "7d 20 04 00 00 06 23 00 00 00 00 00 24 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"},
    {"fence_global",
     "5c 00"},
    {"fence_global.ERL1",
     "5c 51"},
    {"fence_local.ER",
     "5c 31"},
    {"fence_sw",
     "5c 80"},
    {"sampler_cache_flush",
     "5a"},
    {"barrier",
     "59"},
    {"sbarrier.signal",
     "7c 01"},
    {"yield",
     "5f"},
    {"wait 0x1:ub",
     "5b 05 04 01 00 00 00"},
    {"gather_scaled.2 (M1, 16) T6 0x0:ud V_ud.0 W_ud.0",
     "78 04 00 00 00 01 00 00 06 05 00 00 00 00 00 23 00 00 00 00 00 24 00 00 00 00 00"},
    {"(!P1) scatter_scaled.4 (M1_NM, 1) T6 V_ud(0,0)<0;1,0> V_ud.0 W_ud.0",
     "79 80 01 80 00 02 00 00 06 00 23 00 00 00 00 00 21 01 23 00 00 00 00 00 24 00 00 00 00 00"},
    {"gather4_scaled.RGB (M1, 8) T6 0x0:ud V_ud.0 W_ud.0",
     "74 03 00 00 07 00 00 06 05 00 00 00 00 00 23 00 00 00 00 00 24 00 00 00 00 00"},
    {"scatter4_scaled.A (M1, 8) T6 0x0:ud V_ud.0 W_ud.0",
     "75 03 00 00 08 00 00 06 05 00 00 00 00 00 23 00 00 00 00 00 24 00 00 00 00 00"},
    {"gather4_typed.RG (M1, 8) T6 V_ud.0 V_ud.0 V_ud.0 %null.0 V_f.0",
     "4b 03 00 00 03 06 23 00 00 00 00 00 23 00 00 00 00 00 23 00 00 00 00 00 00 00 00 00 00 00 20 00 00 00 00 00"},
    {"scatter4_typed.RGBA (M1, 8) T6 V_ud.0 V_ud.0 V_ud.0 %null.0 V_f.0",
     "4c 03 00 00 0f 06 23 00 00 00 00 00 23 00 00 00 00 00 23 00 00 00 00 00 00 00 00 00 00 00 20 00 00 00 00 00"},
    {"oword_ld (8) T6 0x0:ud V_ud.0",
     "35 03 00 06 05 00 00 00 00 00 23 00 00 00 00 00"},
    {"oword_ld_unaligned (4) T6 0x0:ud V_ud.0",
     "3c 02 00 06 05 00 00 00 00 00 23 00 00 00 00 00"},
    {"oword_st (16) T6 0x0:ud V_ud.0",
     "36 04 06 05 00 00 00 00 00 23 00 00 00 00 00"},
};

constexpr Row kImmediates[] = {
    {"0.5:f", "05 07 00 00 00 3f"},
    {"1.0:f", "05 07 00 00 80 3f"},
    {"-1.5:f", "05 07 00 00 c0 bf"},
    {"-0x3f000000:f", "05 07 00 00 00 bf"},
    {"-1:d", "05 01 ff ff ff ff"},
    {"-1:w", "05 03 ff ff ff ff"},
    {"-5:ub", "05 04 fb ff ff ff"},
    {"100:w", "05 03 64 00 00 00"},
    {"0xffff:w", "05 03 ff ff 00 00"},
    {"1.5:df", "05 06 00 00 00 00 00 00 f8 3f"},
    {"-2.5:df", "05 06 00 00 00 00 00 00 04 c0"},
    {"-5:q", "05 0d fb ff ff ff ff ff ff ff"},
    {"0x76543210:v", "05 08 10 32 54 76"},
};
// clang-format on

/// Exit code and first line of what parse_text() says.
std::pair<ExitCode, std::string> refusal(const std::string& instruction) {
  try {
    parse(instruction);
  } catch (const Error& error) {
    return {error.code(), error.diagnostics().front().text()};
  }
  return {ExitCode::kSuccess, ""};
}

}  // namespace

TEST_CASE("instructions around the sampler's have the compiler's bytes, and print as they were written", "[visa]") {
  for (const Row& row : kRows) {
    INFO(row.text);
    const Program program = parse(row.text);
    CHECK(hexadecimal(encode(program.statements, Layout::kIgc)) == row.bytes);
    const std::vector<std::uint8_t> bytes = octets(row.bytes);
    FieldReader in{bytes, "b"};
    const std::vector<Statement> statements = decode_stream(in, program, Layout::kIgc, Generation::kKbl);
    REQUIRE(statements.size() == 1);
    CHECK(print(program, statements[0].instruction) == row.text);
  }
}

TEST_CASE("immediates have the compiler's bits: whole numbers are bits, a minus extends or flips the sign", "[visa]") {
  for (const Row& row : kImmediates) {
    INFO(row.text);
    const bool wide = std::string{row.text}.find(":df") != std::string::npos;
    const Program program = parse(std::string{"mov (M1, 4) "} + (wide ? "V_df" : "V_f") + "(0,0)<1> " + row.text);
    const std::string bytes = hexadecimal(encode(program.statements, Layout::kIgc));
    CHECK(bytes.substr(bytes.size() - std::string{row.bytes}.size()) == row.bytes);
  }
}

TEST_CASE("instructions and operands of the compiler that are not read are named with their place", "[visa]") {
  const std::string line = "t:" + std::to_string(kDeclarationLines + 1);
  CHECK(refusal("media_ld.nomod (32,4) T6 0 V_ud(0,0)<0;1,0> V_ud(0,1)<0;1,0> W_ud.0") ==
        std::pair{ExitCode::kUnsupported, line + ":1: unsupported: vISA instruction media_ld"});
  CHECK(refusal("mov (M1, 8) V_ud(0,0)<1> r[A0(0),0]<8;8,1>:ud") ==
        std::pair{ExitCode::kUnsupported, line + ":26: unsupported: indirect vISA operands"});
  const std::vector<std::uint8_t> bytes = octets("37 00 06 00 20 04");
  try {
    decode_bare(bytes, "b", Layout::kIgc, Generation::kKbl);
    FAIL();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
    CHECK(error.diagnostics().front().text() == "b: byte 0: unsupported: vISA opcode 55 (media_ld)");
  }
}

TEST_CASE("words behind an opcode's name are checked at their column", "[visa]") {
  const std::string line = "t:" + std::to_string(kDeclarationLines + 1);
  CHECK(refusal("cmp.eqq (M1, 16) P1 V_f(0,0)<1;1,0> 0x0:f").second ==
        line + ":5: relation eqq is not listed; did you mean eq?");
  CHECK(refusal("cmp (M1, 16) P1 V_f(0,0)<1;1,0> 0x0:f").second ==
        line + ":4: the relation is missing; expected .eq, ne, gt, ge, lt, le");
  CHECK(refusal("svm_gather.3.1 (M1, 16) V_uq.0 W_ud.0").second ==
        line + ":12: size of a block 3 is not listed; expected 1, 4, 8");
  CHECK(refusal("fence_global.RE").second == line + ":14: .RE names no caches; expected E, I, S, C, R, L1 in order");
  CHECK(refusal("(P1) max (M1, 16) V_f(0,0)<1> V_f(0,0)<1;1,0> W_f(0,0)<1;1,0>").second ==
        line + ":2: max has no predicate");
}
