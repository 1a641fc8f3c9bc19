#include <catch2/catch.hpp>
#include <random>

#include "isa/spa/spa_instruction.h"

using namespace texpipe;
using namespace texpipe::spa;

namespace {

Instruction parse_one(const std::string& text) {
  const auto program = parse_program(text, "test.spa");
  REQUIRE(program.size() == 1);
  return program[0].instruction;
}

std::string error_of(const std::string& text) {
  try {
    parse_program(text, "t");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string canonical(const std::string& text) {
  return text_of(parse_one(text));
}

}  // namespace

TEST_CASE("the documents' examples parse and print", "[spa]") {
  CHECK(canonical("TXQ  R0, R6, TEX_HEADER_DIMENSION, 0, 0xf;") == "TXQ R0, R6, TEX_HEADER_DIMENSION, 0, 0xf;");
  CHECK(canonical("PIXLD.COVMASK R0;") == "PIXLD.COVMASK R0;");
}

TEST_CASE("TXQ takes one, two or three immediates after the query", "[spa]") {
  CHECK(std::get<Txq>(parse_one("TXQ R0, R6, TEX_HEADER_DIMENSION, 8191;")).write_mask == 0xF);
  CHECK(std::get<Txq>(parse_one("TXQ R0, R6, TEX_HEADER_DIMENSION, 5, 0x3;")).constant_index == 5);
  const Txq legacy = std::get<Txq>(parse_one("TXQ R0, R6, TEX_HEADER_DIMENSION, #200, #31, #0x7;"));
  CHECK(legacy.constant_index == (31 << 8 | 200));
  CHECK(legacy.write_mask == 7);
}

TEST_CASE("every form prints as it was read", "[spa]") {
  for (const char* text : {
           "@!P3 TXQ.B.NODEP.T R4, R2, TEX_HEADER_DIMENSION, 0, 0xf &req_33 &rd0 &wr5 ?WAIT4_END_GROUP;",
           "TXQ.P RZ, RZ, TEX_HEADER_TEXTURE_TYPE, 17, 0x4;",
           "TXQ.B R1, R7, TEX_HEADER_TEXTURE_TYPE, 0, 0x1;",
           "TXQ R8, R6, TEX_HEADER_SAMPLER_POS, 3, 2, 0x7;",
           "PIXLD.MSCOUNT R0;",
           "@P0 PIXLD.COVERED R1, P2, [3];",
           "PIXLD.COVERED R1, PT, [R2-128];",
           "PIXLD.COVERED R1, [R2+127] &wr2;",
           "PIXLD.OFFSET R1, [255];",
           "PIXLD.CENTROID_OFFSET R1;",
           "PIXLD.MY_INDEX R1, P6;",
           "PIXLD.MSCOUNT R0, P1, [RZ+0];",
       }) {
    CHECK(canonical(text) == text);
  }
}

TEST_CASE("barriers are accepted with equals sign and as a set", "[spa]") {
  CHECK(canonical("PIXLD.COVMASK R0 &req={0,5} &wr=0x2;") == "PIXLD.COVMASK R0 &req_33 &wr2;");
}

TEST_CASE("comments and several instructions on a line", "[spa]") {
  CHECK(parse_program("// first\nPIXLD.COVMASK R0; /* and */ PIXLD.MSCOUNT\n R1;", "t").size() == 2);
  CHECK(parse_program("", "t").empty());
}

TEST_CASE("TXQ alignment rules", "[spa]") {
  CHECK(error_of("TXQ R2, R6, TEX_HEADER_DIMENSION, 0, 0xf;") ==
        "t:1:5: Rd R2 is not aligned to 4 registers, as 4 components need");
  CHECK(error_of("TXQ R2, R6, TEX_HEADER_DIMENSION, 0, 0x7;") ==
        "t:1:5: Rd R2 is not aligned to 4 registers, as 3 components need");
  CHECK(error_of("TXQ R1, R6, TEX_HEADER_DIMENSION, 0, 0x3;").find("aligned to 2") != std::string::npos);
  CHECK(error_of("TXQ R1, R6, TEX_HEADER_DIMENSION, 0, 0x2;") == "no error");
  CHECK(error_of("TXQ R0, RZ, TEX_HEADER_DIMENSION, 0;") ==
        "t:1:9: Ra cannot be RZ, because this query has 1 parameter");
  CHECK(error_of("TXQ.B R0, R3, TEX_HEADER_DIMENSION, 0;").find("aligned to 2") != std::string::npos);
  CHECK(error_of("TXQ R0, R3, TEX_HEADER_DIMENSION, 0;") == "no error");
  CHECK(error_of("TXQ.B R0, R254, TEX_HEADER_DIMENSION, 0;") == "t:1:11: Ra R254 leaves no room for 2 parameters");
  CHECK(error_of("TXQ R252, R0, TEX_HEADER_DIMENSION, 0;").find("no room for 4 components") != std::string::npos);
  CHECK(error_of("TXQ R0, RZ, TEX_HEADER_TEXTURE_TYPE, 0;") == "no error");
}

TEST_CASE("mistakes have a place and the nearest spelling", "[spa]") {
  CHECK(error_of("TXQ R0, R6, TEX_HEADER_DIMENSIONS, 0;") ==
        "t:1:13: unknown TXQ query TEX_HEADER_DIMENSIONS; did you mean TEX_HEADER_DIMENSION?");
  CHECK(error_of("PIXLD R0;") ==
        "t:1:1: PIXLD has no mode; expected one of .MSCOUNT, .COVMASK, .COVERED, .OFFSET, .CENTROID_OFFSET, .MY_INDEX");
  CHECK(error_of("\n PIXLD.COVMSK R0;") == "t:2:8: unknown PIXLD mode COVMSK; did you mean COVMASK?");
  CHECK(error_of("PIXLD.INVALID6 R0;") == "t:1:7: PIXLD.INVALID6 is an invalid encoding; expected a mode 0..5");
  CHECK(error_of("PIXLD.COVERED R0, [256];") == "t:1:20: ImmU08 256 is out of range; expected 0..255");
  CHECK(error_of("PIXLD.COVERED R0, [R1+128];") == "t:1:23: ImmS08 128 is out of range; expected -128..127");
  CHECK(error_of("PIXLD.COVMASK R255;").find("expected R0..R254 or RZ") != std::string::npos);
  CHECK(error_of("PIXLD.COVMASK R0").find("expected ';'") != std::string::npos);
  CHECK(error_of("TXQ R0, R2, TEX_HEADER_DIMENSION, 0, 0;") == "t:1:38: wmask returns no component; expected 1..0xf");
  CHECK(error_of("PIXLD.COVERED R0, [R2-#129];") == "t:1:22: ImmS08 -129 is out of range; expected -128..127");
  CHECK(error_of("PIXLD.COVERED R0, [R2-#128];") == "no error");
  CHECK(error_of("PIXLD.COVMASK R0 &wr1 &wr2;") == "t:1:23: &wr2 is given twice");
  CHECK(error_of("TXQ R0, R2, TEX_HEADER_DIMENSION, 8192;").find("expected 0..8191") != std::string::npos);
  CHECK(error_of("TXQ R0, R2, TEX_HEADER_DIMENSION, 256, 0, 1;").find("tid 256") != std::string::npos);
  CHECK(error_of("MOV R0, R1;").find("unknown instruction MOV") != std::string::npos);
  CHECK(error_of("PIXLD.COVMASK R0 &rd6;").find("0..5") != std::string::npos);
  CHECK(error_of("/* open").find("does not end") != std::string::npos);
}

TEST_CASE("queries that only the encoding has are unsupported", "[spa]") {
  try {
    parse_program("TXQ R0, R2, TEX_SAMPLER_FILTER, 0;", "t");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
  }
}

TEST_CASE("mutated texts give an error or an instruction, never a crash", "[spa]") {
  const std::string seed =
      "@!P3 TXQ.B.NODEP.T R4, R2, TEX_HEADER_DIMENSION, 0, 0xf &req_33 &rd0 ?W; PIXLD.COVERED R1, P2, [R2+127];";
  std::mt19937 random{3};
  for (int round = 0; round < 3000; ++round) {
    std::string text = seed;
    for (unsigned edit = 0; edit <= random() % 4; ++edit) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + random() % 5);
          break;
        default:
          text.insert(at, 1, static_cast<char>(32 + random() % 95));
          break;
      }
      if (text.empty()) text = " ";
    }
    try {
      for (const auto& placed : parse_program(text, "t")) {
        CHECK(parse_one(text_of(placed.instruction)) == placed.instruction);
      }
    } catch (const Error& error) {
      CHECK(error.diagnostics()[0].position.line > 0);
    }
  }
}

TEST_CASE("modifiers of TXQ stand in the document's order, each once", "[spa]") {
  const std::string operands = " R0, R2, TEX_HEADER_DIMENSION, 0;";
  for (const char* order : {"", ".B", ".NODEP", ".T", ".P", ".B.NODEP", ".B.T", ".NODEP.P", ".B.NODEP.T"})
    CHECK(canonical("TXQ" + (order + operands)).starts_with("TXQ" + std::string{order} + " "));
  CHECK(error_of("TXQ.NODEP.B" + operands) ==
        "t:1:11: modifier .B is repeated, or behind one that it has to precede; expected TXQ{.B}{.NODEP}{.T or .P}");
  for (const char* order : {".T.NODEP", ".P.B", ".B.B", ".NODEP.NODEP", ".T.T", ".T.P"})
    CHECK(error_of("TXQ" + (order + operands)).find("expected TXQ{.B}{.NODEP}{.T or .P}") != std::string::npos);
}

TEST_CASE("a modifier that TXQ does not have is answered with those that it has", "[spa]") {
  const std::string operands = " R0, R2, TEX_HEADER_DIMENSION, 0;";
  CHECK(error_of("TXQ.X" + operands) == "t:1:5: TXQ has no modifier .X; expected one of B, NODEP, T, P");
  CHECK(error_of("TXQ.NODP" + operands) == "t:1:5: TXQ has no modifier .NODP; did you mean NODEP?");
  CHECK(error_of("TXQ., R2, TEX_HEADER_DIMENSION, 0;") ==
        "t:1:5: a modifier of TXQ is missing; expected one of B, NODEP, T, P");
}

TEST_CASE("comments between slash-star and star-slash stand wherever blanks may, over any number of lines", "[spa]") {
  CHECK(canonical(
            "/* a\n b */TXQ/**/ R0/* , */, R6,TEX_HEADER_DIMENSION/*;*/, 0 /* // */ , 0xf /***/ &wr1/* */;/* x */") ==
        "TXQ R0, R6, TEX_HEADER_DIMENSION, 0, 0xf &wr1;");
  CHECK(canonical("// /* \nPIXLD.COVMASK R0; // */") == "PIXLD.COVMASK R0;");
  CHECK(parse_program("PIXLD.COVMASK /* one\ntwo */ R0; PIXLD.COVMASK R1;", "t")[1].position ==
        SourcePosition{"t", 2, 12});
  CHECK(error_of("PIXLD.COVMASK R0; /* no end") == "t:1:19: the comment does not end; expected */");
  CHECK(error_of("PIXLD.COVMASK R0 /*; /* */ */;") == "t:1:28: expected ';' at the end of the instruction; found '*'");
}
