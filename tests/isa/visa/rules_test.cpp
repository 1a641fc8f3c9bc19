#include <catch2/catch.hpp>

#include "isa/visa/encoding.h"
#include "isa/visa/text.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

constexpr const char* kDeclarations = R"(.decl F v_type=G type=f num_elts=64 align=hword
.decl H v_type=G type=hf num_elts=64 align=hword
.decl U v_type=G type=ud num_elts=128 align=hword
.decl D v_type=G type=d num_elts=64 align=hword
.decl W v_type=G type=w num_elts=64 align=hword
.decl UW v_type=G type=uw num_elts=64 align=hword
.decl B v_type=G type=ub num_elts=64 align=hword
.decl P1 v_type=P num_elts=16
.decl S v_type=S num_elts=1
.decl T v_type=T num_elts=1
)";
constexpr int kLine = 11;  // of the instruction

Program parse(const std::string& instruction, Generation generation = Generation::kKbl) {
  return parse_text(kDeclarations + instruction, "t", generation);
}

const SamplerInstruction& sampler_of(const Program& program) {
  return std::get<SamplerInstruction>(program.statements.at(0).instruction);
}

/// `column: problem` of every rule that an instruction breaks.
std::vector<std::string> problems(const std::string& instruction, Generation generation = Generation::kKbl) {
  try {
    parse(instruction, generation);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    std::vector<std::string> found;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      CHECK(diagnostic.position.line == kLine);
      found.push_back(std::to_string(diagnostic.position.column) + ": " + diagnostic.problem);
    }
    return found;
  }
  return {};
}

using Problems = std::vector<std::string>;

/// Place of the first problem of bytes that are no instruction.
std::string byte_place(std::vector<std::uint8_t> bytes) {
  try {
    decode_bare(bytes, "b", Layout::kIgc, Generation::kKbl);
  } catch (const Error& error) {
    return error.diagnostics().front().path;
  }
  return {};
}

/// Problem of bytes that are no instruction, without its place.
std::string byte_problem(std::vector<std::uint8_t> bytes, Layout layout) {
  try {
    decode_bare(bytes, "b", layout, Generation::kKbl);
  } catch (const Error& error) {
    return error.diagnostics().front().problem;
  }
  return {};
}

std::vector<std::uint8_t> sample_bytes(Layout layout) {
  return encode(parse("sample_b.RGBA (M1, 8) S T F.0 F.0 F.32").statements, layout);
}

}  // namespace

TEST_CASE("3D_SAMPLE needs a channel, each once in the order RGBA", "[visa][rules]") {
  CHECK(problems("sample_lz (M1, 8) S T F.0 F.0") == Problems{"10: no channel is enabled"});
  CHECK(problems("sample_lz.AR (M1, 8) S T F.0 F.0") ==
        Problems{"11: channels AR are not in the order RGBA, each once"});
  CHECK(problems("sample_lz.RR (M1, 8) S T F.0 F.0") ==
        Problems{"11: channels RR are not in the order RGBA, each once"});
  for (unsigned mask = 1; mask < 16; ++mask) {
    const std::string names = channel_names(static_cast<std::uint8_t>(mask));
    CHECK(sampler_of(parse("sample_lz." + names + " (M1, 8) S T F.0 F.0")).channels == mask);
  }
  auto bytes = sample_bytes(Layout::kDocument);
  bytes[5] = 0;
  CHECK(byte_problem(bytes, Layout::kDocument) == "no channel is enabled");
  bytes[5] = 0x1F;
  CHECK(byte_problem(bytes, Layout::kDocument) == "reserved channel bits 7:4 are not zero");
}

TEST_CASE("texel offsets are four bits each, -8 to 7, U in bits 11:8, V in 7:4, R in 3:0", "[visa][rules]") {
  CHECK(pack_offsets({.u = -1, .v = -8, .r = 1}) == 0xF81);
  CHECK(unpack_offsets(0x7F0) == TexelOffsets{.u = 7, .v = -1, .r = 0});
  CHECK_THROWS_AS(pack_offsets({.u = 8}), Error);
  CHECK_THROWS_AS(pack_offsets({.v = -9}), Error);
  CHECK_THROWS_AS(pack_offsets({.r = 8}), Error);
}

TEST_CASE("bits 14:12 of the texel offsets are reserved, bit 15 is for samplers from 16 on", "[visa][rules]") {
  CHECK(problems("sample_lz.R (M1, 8) 0x1000:uw S T F.0 F.0") ==
        Problems{"21: reserved bits 14:12 of the texel offsets are not zero"});
  CHECK(problems("sample_lz.R (M1, 8) 0x4000:uw S T F.0 F.0") ==
        Problems{"21: reserved bits 14:12 of the texel offsets are not zero"});
  CHECK(problems("sample_lz.R (M1, 8) 0x8f81:uw S T F.0 F.0").empty());
  CHECK(problems("sample_lz.R (M1, 8) 0x10000:uw S T F.0 F.0") == Problems{"21: immediate 0x10000 does not fit in uw"});
  CHECK(problems("sample_lz.R (M1, 8) 0x0:ud S T F.0 F.0") == Problems{"21: the texel offsets have type ud"});
}

TEST_CASE("the texel offsets may be left out, an immediate or a register", "[visa][rules]") {
  CHECK(sampler_of(parse("sample_lz.R (M1, 8) S T F.0 F.0")).offsets == VectorOperand{Immediate{DataType::kUw, 0}});
  CHECK(sampler_of(parse("sample_lz.R (M1, 8) 0xf81:uw S T F.0 F.0")).offsets ==
        VectorOperand{Immediate{DataType::kUw, 0xF81}});
  CHECK(std::get<RegisterOperand>(sampler_of(parse("sample_lz.R (M1, 8) UW(0,4)<0;1,0> S T F.0 F.0")).offsets).column ==
        4);
  CHECK(problems("sample_lz.R (M1, 8) U(0,4)<0;1,0> S T F.0 F.0") == Problems{"21: the texel offsets have type ud"});
  CHECK(problems("sample_lz.R (M1, 8) UW(0,4)<1;1,0> S T F.0 F.0") == Problems{"21: the texel offsets are a scalar"});
}

TEST_CASE("mask and size pairs: 8 with M1, M3, M5, M7; 16 with M1, M5; 32 with M1", "[visa][rules]") {
  for (unsigned size : {8u, 16u, 32u}) {
    for (unsigned mask = 1; mask <= 8; ++mask) {
      const std::string text = "resinfo.R (M" + std::to_string(mask) + ", " + std::to_string(size) + ") T U.0 U.0";
      const bool allowed = (mask - 1) % (size / 4) == 0;
      CHECK(problems(text).empty() == allowed);
    }
  }
  CHECK(problems("sample_lz.R (M2_NM, 8) S T F.0 F.0") ==
        Problems{"13: execution size 8 allows M1, M3, M5 or M7, not M2_NM"});
}

TEST_CASE("execution sizes: 8 and 16 for 3D_SAMPLE, 8, 16 and 32 for INFO", "[visa][rules]") {
  CHECK(problems("sample_lz.R (M1, 32) S T F.0 F.0") == Problems{"13: execution size 32 is not allowed"});
  CHECK(problems("sample_lz.R (M1, 4) S T F.0 F.0") == Problems{"13: execution size 4 is not allowed"});
  CHECK(problems("sample_lz.R (M1, 12) S T F.0 F.0") == Problems{"18: execution size 12 is not listed"});
  CHECK(problems("sample_lz.R (M9, 8) S T F.0 F.0") == Problems{"14: execution mask M9 is not listed"});
  CHECK(problems("resinfo.R (M1, 32) T U.0 U.0").empty());
}

TEST_CASE("the text forms (16) and (M1, 16) are the same", "[visa][rules]") {
  CHECK(parse("sample_lz.R (16) S T F.0 F.0") == parse("sample_lz.R (M1, 16) S T F.0 F.0"));
  CHECK(parse("RESINFO (16) T U.0 U.0") == parse("resinfo.RGBA (M1, 16) T U.0 U.0"));
}

TEST_CASE("the destination has type HF, F, W, UW, D or UD", "[visa][rules]") {
  for (const char* name : {"F", "H", "U", "D", "W", "UW"})
    CHECK(problems("sample_lz.R (M1, 8) S T " + std::string{name} + ".0 F.0").empty());
  CHECK(problems("sample_lz.R (M1, 8) S T B.0 F.0") == Problems{"25: the destination has type ub"});
}

TEST_CASE("before Ice Lake every operand is F, from then on F or HF, all the same", "[visa][rules]") {
  CHECK(problems("sample_lz.R (M1, 8) S T F.0 F.0 H.0") == Problems{"33: parameter v has type hf"});
  CHECK(problems("sample_lz.R (M1, 8) S T F.0 U.0") == Problems{"29: parameter u has type ud"});
  CHECK(problems("sample_lz.R (M1, 8) S T F.0 H.0 H.32", Generation::kIcllp).empty());
  CHECK(problems("sample_lz.R (M1, 8) S T F.0 F.0 H.0", Generation::kIcllp) == Problems{"33: parameter v has type hf"});
}

TEST_CASE("INFO's LOD and destination are UD", "[visa][rules]") {
  CHECK(problems("resinfo.R (M1, 8) T F.0 U.0") == Problems{"21: the LOD has type f"});
  CHECK(problems("resinfo.R (M1, 8) T U.0 F.0") == Problems{"25: the destination has type f"});
  CHECK(problems("sampleinfo.R (M1, 8) T D.0") == Problems{"24: the destination has type d"});
}

TEST_CASE(".cps is for sample, sample_b, sample_b_c, sample_c and LOD only", "[visa][rules]") {
  for (const OperationFacts& operation : all_operations()) {
    if (operation.opcode != SamplerOpcode::kSample3d) continue;
    const std::string name{operation.text};
    const bool allowed =
        name == "sample_3d" || name == "sample_b" || name == "sample_b_c" || name == "sample_c" || name == "lod";
    CHECK(problems(name + ".cps.R (M1, 8) S T F.0 F.0").empty() == allowed);
  }
  auto bytes = sample_bytes(Layout::kDocument);
  bytes[1] = 0x42;  // sample_l with bit 6
  CHECK(byte_problem(bytes, Layout::kDocument) == ".cps is not available for sample_l");
}

TEST_CASE("modifiers stand in the documented order, each once; SAMPLE_3d's doubled .divS is one", "[visa][rules]") {
  const SamplerInstruction all = sampler_of(parse("SAMPLE_B.pixel_null_mask.cps.divS.RGBA (M1, 8) S T F.0 F.0"));
  CHECK((all.pixel_null_mask && all.coarse_pixel && all.divergent_sampler));
  CHECK(parse("SAMPLE_3d.divS.divS.R (M1, 8) S T F.0 F.0") == parse("sample_3d.divS.R (M1, 8) S T F.0 F.0"));
  CHECK(problems("sample_b.divS.divS.R (M1, 8) S T F.0 F.0") == Problems{"15: .divS stands twice"});
  CHECK(problems("sample_b.divS.cps.R (M1, 8) S T F.0 F.0") == Problems{"15: .cps stands too late"});
  CHECK(problems("sample_b.dvS.R (M1, 8) S T F.0 F.0") ==
        Problems{"10: .dvS is neither a modifier nor channels of sample_b"});
}

TEST_CASE("Op values that are not listed are refused in both layouts", "[visa][rules]") {
  for (unsigned op = 0; op < 32; ++op) {
    const bool listed = find_operation(SamplerOpcode::kSample3d, op) != nullptr;
    auto document = sample_bytes(Layout::kDocument);
    document[1] = static_cast<std::uint8_t>(op);
    CHECK(byte_problem(document, Layout::kDocument).empty() == listed);
    auto igc = sample_bytes(Layout::kIgc);
    igc[1] = static_cast<std::uint8_t>(op);
    CHECK(byte_problem(igc, Layout::kIgc).empty() == listed);
  }
  auto igc = sample_bytes(Layout::kIgc);
  igc[1] = 0x21;
  CHECK(byte_problem(igc, Layout::kIgc) == "reserved bits of Op are not zero");
  CHECK(byte_problem({0x70, 0x0C, 0x00, 0x03, 0x06}, Layout::kDocument) == "Op value 12 is not listed");
}

TEST_CASE("a field of bytes that is wrong is named by its first byte, a broken rule by the instruction's",
          "[visa][rules]") {
  const std::vector<std::uint8_t> good = sample_bytes(Layout::kIgc);
  const auto with = [&](std::size_t place, std::uint8_t value) {
    std::vector<std::uint8_t> bytes = good;
    bytes.insert(bytes.end(), good.begin(), good.end());
    bytes[good.size() + place] = value;
    return byte_place(bytes);
  };
  const std::size_t start = good.size();
  CHECK(with(1, 0x07) == "byte " + std::to_string(start + 1));    // Op
  CHECK(with(3, 0x06) == "byte " + std::to_string(start + 3));    // size
  CHECK(with(8, 0x0F) == "byte " + std::to_string(start + 8));    // type of the offsets
  CHECK(with(21, 0x10) == "byte " + std::to_string(start + 21));  // NumParams
  CHECK(with(6, 0x00) == "byte " + std::to_string(start));        // channels
  std::vector<std::uint8_t> cut{good.begin(), good.begin() + 5};
  CHECK(byte_place(cut) == "byte 4");  // inside the predicate
}

TEST_CASE("NumParams is 1 to 15 and at most what the operation has", "[visa][rules]") {
  for (const OperationFacts& operation : all_operations()) {
    if (operation.opcode == SamplerOpcode::kInfo) continue;
    const bool load = operation.opcode == SamplerOpcode::kLoad3d;
    std::string text = std::string{operation.text} + (load ? ".R (M1, 8) T F.0" : ".R (M1, 8) S T F.0");
    INFO(operation.text);
    CHECK(problems(text).size() == 1);
    for (std::size_t i = 0; i < operation.parameters().size(); ++i) {
      text += load ? " U.0" : " F.0";
      CHECK(problems(text).empty());
    }
    CHECK(problems(text + (load ? " U.0" : " F.0")).size() == 1);
  }
  auto bytes = sample_bytes(Layout::kDocument);
  REQUIRE(bytes.size() > 12);
  bytes.erase(bytes.end() - 12, bytes.end());
  bytes.back() = 0;
  CHECK(byte_problem(bytes, Layout::kDocument) == "NumParams is 0");
  bytes.back() = 16;
  CHECK(byte_problem(bytes, Layout::kDocument) == "NumParams is 16");
}

TEST_CASE("the predicate is a declared variable, inverted or not", "[visa][rules]") {
  CHECK(sampler_of(parse("(!P1) sample_lz.R (M1, 8) S T F.0 F.0")).predicate ==
        PredicateUse{.variable = 1, .inverted = true});
  CHECK(sampler_of(parse("(P1.any) sample_lz.R (M1, 8) S T F.0 F.0")).predicate.control == PredicateUse::Control::kAny);
  CHECK(problems("(P2) sample_lz.R (M1, 8) S T F.0 F.0") == Problems{"2: predicate P2 is not declared"});
}

TEST_CASE("names that are not declared get the nearest spelling", "[visa][rules]") {
  CHECK(problems("sample_lz.R (M1, 8) S T FF.0 F.0") == Problems{"25: variable FF is not declared"});
  CHECK(problems("sample_lz.R (M1, 8) Q T F.0 F.0") == Problems{"21: sampler Q is not declared"});
  CHECK(problems("sample_lz.R (M1, 8) S Q F.0 F.0") == Problems{"23: surface Q is not declared"});
  CHECK(problems("sampl_lz.R (M1, 8) S T F.0 F.0") == Problems{"1: instruction sampl_lz is not known"});
}

TEST_CASE("a name of another kind is told what it is, not that it is undeclared", "[visa][rules]") {
  CHECK(problems("sample_lz.R (M1, 8) T T F.0 F.0") == Problems{"21: T is declared as surface"});
  CHECK(problems("sample_lz.R (M1, 8) S S F.0 F.0") == Problems{"23: S is declared as sampler"});
  CHECK(problems("sample_lz.R (M1, 8) S P1 F.0 F.0") == Problems{"23: P1 is declared as predicate"});
  CHECK(problems("sample_lz.R (M1, 8) F T F.0 F.0") == Problems{"21: F is declared as variable"});
}

TEST_CASE("the documents' names of operations lead to their text forms, modifiers of INFO are refused",
          "[visa][rules]") {
  const auto hint = [](const std::string& instruction) -> std::string {
    try {
      parse(instruction);
    } catch (const Error& error) {
      return error.diagnostics().front().hint;
    }
    return {};
  };
  CHECK(hint("sample.R (M1, 8) S T F.0 F.0") == "did you mean sample_3d?");
  CHECK(hint("gather4.R (M1, 8) S T F.0 F.0") == "did you mean sample4?");
  CHECK(hint("ld.R (M1, 8) T F.0 U.0") == "did you mean load_3d?");
  CHECK(problems("resinfo.cps.R (M1, 8) T U.0 U.0") == Problems{"9: .cps is not available for resinfo"});
}

TEST_CASE("a surface, sampler or variable number that is not declared is refused in a .isa stream", "[visa][rules]") {
  const Program program = parse("sample_b.RGBA (M1, 8) S T F.0 F.0 F.32");
  std::vector<std::uint8_t> bytes = encode(program.statements, Layout::kIgc);
  bytes[14] = 9;  // surface
  FieldReader in{bytes, "b"};
  CHECK_THROWS_WITH(decode_stream(in, program, Layout::kIgc, Generation::kKbl),
                    Catch::Contains("surface variable 9 is not declared"));
}
