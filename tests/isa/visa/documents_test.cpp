// Tables of the documents "3D_SAMPLE" and "INFO", spelled out.
#include <catch2/catch.hpp>

#include "isa/visa/encoding.h"
#include "isa/visa/lowering.h"
#include "isa/visa/text.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

struct DocumentedOperation {
  const char* name;
  const char* text;
  unsigned value;
  std::vector<std::string_view> parameters;
};

const std::vector<DocumentedOperation>& documented() {
  static const std::vector<DocumentedOperation> kRows = {
      {"sample", "SAMPLE_3d", 0b00000, {"u", "v", "r", "ai"}},
      {"sample_b", "SAMPLE_B", 0b00001, {"bias", "u", "v", "r", "ai"}},
      {"sample_l", "SAMPLE_L", 0b00010, {"lod", "u", "v", "r", "ai"}},
      {"sample_c", "SAMPLE_C", 0b00011, {"ref", "u", "v", "r", "ai"}},
      {"sample_d", "SAMPLE_D", 0b00100, {"u", "dudx", "dudy", "v", "dvdx", "dvdy", "r", "drdx", "drdy", "ai"}},
      {"sample_b_c", "SAMPLE_B_C", 0b00101, {"ref", "bias", "u", "v", "r", "ai"}},
      {"sample_l_c", "SAMPLE_L_C", 0b00110, {"ref", "lod", "u", "v", "r", "ai"}},
      {"LOD", "LOD", 0b01001, {"u", "v", "r", "ai"}},
      {"sample_d_c",
       "SAMPLE_D_C",
       0b10100,
       {"ref", "u", "dudx", "dudy", "v", "dvdx", "dvdy", "r", "drdx", "drdy", "ai"}},
      {"sample_lz", "SAMPLE_LZ", 0b11000, {"u", "v", "r", "ai"}},
      {"sample_c_lz", "SAMPLE_C_LZ", 0b11001, {"ref", "u", "v", "r", "ai"}},
  };
  return kRows;
}

std::string line_of(const DocumentedOperation& row, const std::string& modifiers) {
  std::string line = std::string{"(P1) "} + row.text + modifiers + ".RGBA (16) 0x0:uw S0 T6 V0032.0";
  for (std::size_t i = 0; i < row.parameters.size(); ++i) line += " V00" + std::to_string(33 + i) + ".0";
  return line;
}

}  // namespace

TEST_CASE("the eleven operations have the documented values, names and parameter order", "[visa][documents]") {
  unsigned listed = 0;
  for (const OperationFacts& operation : all_operations()) listed += operation.opcode == SamplerOpcode::kSample3d;
  CHECK(listed == documented().size());
  for (const DocumentedOperation& row : documented()) {
    INFO(row.name);
    const OperationFacts* operation = find_operation(SamplerOpcode::kSample3d, row.value);
    REQUIRE(operation);
    CHECK(operation->message().name == row.name);
    std::vector<std::string_view> parameters;
    for (const gen9::SamplerParameter parameter : operation->parameters()) parameters.push_back(name_of(parameter));
    CHECK(parameters == row.parameters);
    CHECK(find_operation(row.text) == operation);
  }
}

TEST_CASE("each of the document's eleven text lines is read as written", "[visa][documents]") {
  for (const DocumentedOperation& row : documented()) {
    for (const std::string modifiers : {"", ".pixel_null_mask", ".divS", ".pixel_null_mask.divS"}) {
      INFO(line_of(row, modifiers));
      const Program program = parse_text(line_of(row, modifiers), "t");
      const auto& instruction = std::get<SamplerInstruction>(program.statements.at(0).instruction);
      CHECK(static_cast<unsigned>(instruction.operation) == row.value);
      CHECK(instruction.parameters.size() == row.parameters.size());
      CHECK(parse_text(print(program), "t") == program);
    }
  }
}

TEST_CASE(
    "the document's bytes: opcode, Op with flags in bits 5 to 7, Exec_size, Pred, Channels, Aoffimmi, Sampler, "
    "Surface, Dst, "
    "NumParams, parameters",
    "[visa][documents]") {
  const Program program = parse_text(
      "(!P2) sample_b.pixel_null_mask.cps.divS.GA (M5_NM, 16) 0xf81:uw S3 T8 V0040.64 V0033.0 V0034.32", "t");
  const std::vector<std::uint8_t> expected = {0x6D, 0xE1, 0xC4, 0x02, 0x80, 0x0A, 0x05, 0x02, 0x81, 0x0F, 0x00,
                                              0x00, 0x03, 0x08, 40,   0,    0,    0,    64,   0,    2,    33,
                                              0,    0,    0,    0,    0,    34,   0,    0,    0,    32,   0};
  CHECK(encode(program.statements, Layout::kDocument) == expected);
  CHECK(decode_bare(expected, "b", Layout::kDocument, Generation::kKbl).statements == program.statements);
}

TEST_CASE("the document's INFO: opcode, two bytes of Op, Exec_size, Surface, LOD for resinfo only, Dst",
          "[visa][documents]") {
  const std::vector<std::uint8_t> resinfo = {0x70, 0x0A, 0x00, 0x05, 0x06, 32, 0, 0, 0, 0, 0, 33, 0, 0, 0, 0, 0};
  const std::vector<std::uint8_t> sampleinfo = {0x70, 0x0B, 0x00, 0x03, 0x06, 32, 0, 0, 0, 32, 0};
  CHECK(encode(parse_text("RESINFO (32) T6 V0032.0 V0033.0", "t").statements, Layout::kDocument) == resinfo);
  CHECK(encode(parse_text("SAMPLEINFO (8) T6 V0032.32", "t").statements, Layout::kDocument) == sampleinfo);
  CHECK(std::get<InfoInstruction>(
            decode_bare(resinfo, "b", Layout::kDocument, Generation::kKbl).statements[0].instruction)
            .lod.has_value());
  CHECK_FALSE(std::get<InfoInstruction>(
                  decode_bare(sampleinfo, "b", Layout::kDocument, Generation::kKbl).statements[0].instruction)
                  .lod.has_value());
  CHECK_THROWS_WITH(encode(parse_text("resinfo.RG (8) T6 V0032.0 V0033.0", "t").statements, Layout::kDocument),
                    Catch::Contains("no channels"));
}

TEST_CASE("Exec_size holds size in bits 2:0 and M1 to M8_NM in bits 7:4", "[visa][documents]") {
  const std::pair<std::uint8_t, ExecutionControl> rows[] = {
      {0x03, {8, 0, false}}, {0x04, {16, 0, false}}, {0x05, {32, 0, false}}, {0x13, {8, 1, false}},
      {0x23, {8, 2, false}}, {0x33, {8, 3, false}},  {0x43, {8, 4, false}},  {0x53, {8, 5, false}},
      {0x63, {8, 6, false}}, {0x73, {8, 7, false}},  {0x83, {8, 0, true}},   {0x93, {8, 1, true}},
      {0xA3, {8, 2, true}},  {0xB3, {8, 3, true}},   {0xC3, {8, 4, true}},   {0xD3, {8, 5, true}},
      {0xE3, {8, 6, true}},  {0xF3, {8, 7, true}},
  };
  for (const auto& [byte, execution] : rows) {
    CHECK(decode_execution(byte) == execution);
    CHECK(encode_execution(execution) == byte);
  }
  CHECK_FALSE(decode_execution(0x0B));
  CHECK_FALSE(decode_execution(0x06));
}

TEST_CASE("enabled channels follow each other in the response, the pixel null mask comes last", "[visa][documents]") {
  for (unsigned mask = 1; mask < 16; ++mask) {
    for (const std::string size : {"8", "16"}) {
      for (const std::string type : {"f", "hf"}) {
        const std::string text =
            ".decl D v_type=G type=" + type +
            " num_elts=128 align=hword\n.decl U v_type=G type=f num_elts=16 align=hword\n"
            ".decl S v_type=S num_elts=1\n.decl T v_type=T num_elts=1\nsample_lz.pixel_null_mask." +
            channel_names(static_cast<std::uint8_t>(mask)) + " (" + size + ") S T D.0 U.0\n";
        const LoweredMessage message = lower(parse_text(text, "t"), "t").at(0).messages.at(0);
        const unsigned per_channel = size == "16" && type == "f" ? 2 : 1;
        std::vector<unsigned> channels;
        for (unsigned channel = 0; channel < 4; ++channel) {
          if (mask >> channel & 1) channels.insert(channels.end(), per_channel, channel);
        }
        REQUIRE(message.response.size() == channels.size() + 1);
        for (std::size_t i = 0; i < channels.size(); ++i) {
          CHECK(message.response[i].channel == channels[i]);
          CHECK(message.response[i].target_byte == i * 32);  // each in the next register
        }
        CHECK(message.response.back().kind == ResponseRegister::Kind::kPixelNullMask);
        CHECK(message.header->dword2() == ((~mask & 0xF) << 12 | 1u << 23));
      }
    }
  }
}
