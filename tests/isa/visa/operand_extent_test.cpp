#include "isa/visa/operand_extent.h"

#include <catch2/catch.hpp>

#include "isa/visa/encoding.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/isa_file_writer.h"
#include "isa/visa/text.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

/// Declarations of a variable `V` of some size, operands that are large enough for anything, and the states.
std::string text_of(const std::string& variable, const std::string& instruction) {
  return ".decl V v_type=G " + variable +
         " align=hword\n.decl F v_type=G type=f num_elts=512 align=hword\n"
         ".decl U v_type=G type=ud num_elts=512 align=hword\n.decl P v_type=P num_elts=8\n"
         ".decl S v_type=S num_elts=1\n.decl T v_type=T num_elts=1\n" +
         instruction + "\n";
}

/// First problem of an instruction on `V`, with line and column; empty: none.
std::string problem(const std::string& variable, const std::string& instruction) {
  try {
    parse_text(text_of(variable, instruction), "t");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.diagnostics().front().text();
  }
  return {};
}

struct Row {
  std::string type;
  unsigned elements;  // that the operand needs
  std::string instruction;
};

}  // namespace

TEST_CASE("an operand that needs one element more than its variable has is refused, one that fits is not",
          "[visa][extent]") {
  const Row row = GENERATE(values<Row>({
      // responses: channels of whole registers, the last one as far as its lanes go
      {"f", 8, "sample_lz.R (M1, 8) S T V.0 F.0"},
      {"f", 32, "sample_lz.RGBA (M1, 8) S T V.0 F.0"},
      {"f", 32, "sample_lz.GA (M1, 16) S T V.0 F.0"},
      {"f", 64, "sample_lz.RGBA (M5, 16) S T V.0 F.0"},
      {"f", 16, "sample_lz.R (M1, 8) S T V.32 F.0"},
      {"hf", 24, "sample_lz.RG (M1, 8) S T V.0 F.0"},
      {"uw", 64, "sample_lz.RGBA (M1, 16) S T V.0 F.0"},
      {"f", 9, "sample_lz.pixel_null_mask.R (M1, 8) S T V.0 F.0"},
      {"f", 32, "sample4.B (M1, 8) S T V.0 F.0"},
      {"ud", 128, "resinfo.RGBA (M1, 32) T U.0 V.0"},
      {"ud", 8, "sampleinfo.R (M1, 8) T V.0"},
      // payloads
      {"f", 8, "sample_lz.R (M1, 8) S T F.0 V.0"},
      {"f", 16, "sample_lz.R (M1, 16) S T F.0 F.0 V.0"},
      {"f", 24, "sample_lz.R (M1, 16) S T F.0 F.0 V.32"},
      {"ud", 16, "load_lz.R (M1, 16) T F.0 V.0"},
      {"ud", 8, "resinfo.R (M1, 8) T V.0 U.0"},
      {"uw", 5, "sample_lz.R (M1, 8) V(0,4)<0;1,0> S T F.0 F.0"},
      // general operands with regions
      {"ud", 16, "mov (M1, 16) V(0,0)<1> U(0,0)<1;1,0>"},
      {"ud", 15, "mov (M1, 8) V(0,0)<2> U(0,0)<1;1,0>"},
      {"uw", 24, "mov (M1, 8) V(1,0)<1> U(0,0)<1;1,0>"},
      {"ud", 16, "mov (M1, 16) U(0,0)<1> V(0,0)<1;1,0>"},
      {"ud", 12, "mov (M1, 16) U(0,0)<1> V(0,0)<4;8,1>"},
      {"ud", 4, "mov (M1, 16) U(0,0)<1> V(0,3)<0;1,0>"},
      {"ud", 9, "mov (M1, 16) U(0,0)<1> V(1,0)<0;1,0>"},
      {"ud", 8, "add (M1, 8) U(0,0)<1> U(0,0)<1;1,0> V(0,0)<1;1,0>"},
      {"ud", 1, "setp (M1, 8) P V(0,0)<0;1,0>"},
      // raw operands of data port messages
      {"f", 32, "oword_st (8) T 0x0:ud V.0"},
      {"f", 12, "oword_ld (2) T 0x0:ud V.16"},
      {"ud", 8, "gather4_typed.RG (M1, 8) T V.0 U.0 U.0 U.0 F.0"},
      {"f", 16, "gather4_typed.RG (M1, 8) T U.0 U.0 U.0 U.0 V.0"},
      {"ud", 32, "svm_gather.4.4 (M1, 8) F.0 V.0"},
      {"uq", 8, "svm_gather.4.1 (M1, 8) V.0 F.0"},
      {"ud", 16, "dword_atomic.add (M1, 16) T V.0 U.0 U.0 U.0"},
  }));
  CAPTURE(row.instruction);
  const auto declaration = [&](unsigned elements) {
    return "type=" + row.type + " num_elts=" + std::to_string(elements);
  };
  CHECK(problem(declaration(row.elements), row.instruction) == "");
  if (row.elements > 1) {
    CHECK_THAT(problem(declaration(row.elements - 1), row.instruction),
               Catch::StartsWith("t:7:") && Catch::Contains(" of V, which has ") &&
                   Catch::EndsWith("; expected num_elts=" + std::to_string(row.elements) + " or more"));
  }
}

TEST_CASE("an operand beyond its variable is refused at its column", "[visa][extent]") {
  CHECK(problem("type=f num_elts=8", "sample_lz.RG (M1, 8) S T V.0 F.0 F.0") ==
        "t:7:26: the response ends at byte 64 of V, which has 32; expected num_elts=16 or more");
  CHECK(problem("type=f num_elts=8", "sample_l.R (M1, 16) S T F.0 F.0 V.0") ==
        "t:7:33: parameter u ends at byte 64 of V, which has 32; expected num_elts=16 or more");
}

TEST_CASE("predicates, samplers and surfaces have as many elements as their operands", "[visa][extent]") {
  CHECK(problem("type=ud num_elts=16", "(P) mov (M1, 16) V(0,0)<1> U(0,0)<1;1,0>") ==
        "t:7:1: the predicate ends at lane 16 of P, which has 8; expected num_elts=16 or more");
  CHECK_THAT(problem("type=ud num_elts=16", "cmp.lt (M1, 16) P V(0,0)<1;1,0> 0x0:ud"), Catch::StartsWith("t:7:17: "));
  CHECK(
      problem("type=ud num_elts=8", "(P) mov (M5, 8) V(0,0)<1> U(0,0)<1;1,0>").empty());  // lanes count from the first
  CHECK(problem("type=ud num_elts=8", "movs (M1, 8) S(0) V(0,0)<1;1,0>") ==
        "t:7:14: the operand ends at element 8 of S, which has 1; expected num_elts=8 or more");
  CHECK_THAT(problem("type=ud num_elts=8", "movs (M1, 1) T(1) V(0,0)<0;1,0>"), Catch::Contains("element 2 of T"));
}

TEST_CASE("an alias ends where its variable ends, whatever that aliases", "[visa][extent]") {
  const auto alias = [](const std::string& setting) {
    return problem("type=f num_elts=16",
                   ".decl A v_type=G type=f num_elts=8 alias=<V, 0>\n.decl B v_type=G type=f " + setting);
  };
  CHECK(alias("num_elts=8 alias=<A, 32>").empty());  // beyond A, inside V
  CHECK(alias("num_elts=8 alias=<A, 36>") == "t:8:42: alias B ends at byte 68 of V, which has 64");
  CHECK(alias("num_elts=17 alias=<V, 0>") == "t:8:43: alias B ends at byte 68 of V, which has 64");
  CHECK(alias("num_elts=8 alias=<%r0, 4>") == "t:8:42: alias B ends at byte 36 of %r0, which has 32");
  CHECK_THAT(problem("type=f num_elts=64",
                     ".decl A v_type=G type=f num_elts=8 alias=<V, 0>\nsample_lz.RG (M1, 8) S T A.0 F.0"),
             Catch::Contains("t:8:26: the response ends at byte 64 of A, which has 32"));
}

TEST_CASE("a container whose operand lies beyond its variable is refused at the instruction's byte", "[visa][extent]") {
  Program program = parse_text(text_of("type=f num_elts=16", "sample_lz.RG (M1, 8) S T V.0 F.0"), "t");
  program.variables[0].elements = 15;
  const std::vector<std::uint8_t> bytes = write_isa(program);
  const std::vector<std::uint8_t> code = encode(program.statements, Layout::kIgc);
  const std::string place = "byte " + std::to_string(bytes.size() - code.size());
  CHECK_THROWS_WITH(read_isa(bytes, "k.isa"),
                    Catch::Contains("k.isa: " + place + ": the response ends at byte 64 of V, which has 60"));
}

TEST_CASE("names without declarations get enough elements for every operand, and the type that a rule wants",
          "[visa][extent]") {
  const Program text =
      parse_text("cmp.lt (M1, 8) P1 V0032(1,0)<1;1,0> 0x0:ud\nsample_lz.RGBA (M1, 16) S0 T6 V0033.32 V0032.0\n", "t");
  CHECK(text.variables[0].type == DataType::kF);
  CHECK(text.variables[0].elements == 16);
  CHECK(text.variables[1].elements == 72);
  CHECK(text.predicates[0].elements == 8);
  const std::vector<std::uint8_t> bytes = encode(text.statements, Layout::kIgc);
  CHECK(decode_bare(bytes, "b", Layout::kIgc, Generation::kKbl) == Program{.variables = text.variables,
                                                                           .predicates = text.predicates,
                                                                           .samplers = text.samplers,
                                                                           .surfaces = text.surfaces,
                                                                           .statements = text.statements});
}

TEST_CASE("bare bytes that name a state variable beyond every number are refused", "[visa][extent]") {
  // movs (M1, 1) to surface variable 0x1234 and to sampler variable 0x1234
  for (const std::uint8_t kind : {0, 1}) {
    const std::vector<std::uint8_t> bytes{0x2D, 0x00, 0x06, kind, 0x34, 0x12, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00};
    CHECK_THROWS_WITH(decode_bare(bytes, "b", Layout::kIgc, Generation::kKbl),
                      Catch::Contains("state variable 4660 is not declared"));
  }
}
