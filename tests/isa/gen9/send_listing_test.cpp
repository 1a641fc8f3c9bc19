#include "isa/gen9/send_listing.h"

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "isa/gen9/message_descriptor.h"
#include "isa/gen9/message_reading.h"
#include "support/visa_kernels.h"

using namespace texpipe;
using namespace texpipe::gen9;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream{path}.rdbuf();
  return text.str();
}

/// Comment that the disassembler wrote behind each send: `// wr:1h+4, rd:2; sampler; ...`.
struct Comment {
  unsigned message_length, extended_length, response_length;
  bool header;
  std::string unit;
};

std::vector<Comment> comments_of(const std::string& text) {
  static const std::regex kPattern{R"(// wr:(\d+)(h?)\+(\d+), rd:(\d+); ([a-z0-9.]+))"};
  std::vector<Comment> comments;
  for (std::sregex_iterator at{text.begin(), text.end(), kPattern}; at != std::sregex_iterator{}; ++at) {
    comments.push_back({static_cast<unsigned>(std::stoul((*at)[1])), static_cast<unsigned>(std::stoul((*at)[3])),
                        static_cast<unsigned>(std::stoul((*at)[4])), (*at)[2] == "h", (*at)[5]});
  }
  return comments;
}

std::string unit_of(const AnyMessage& message) {
  const auto function = std::visit([](const auto& m) { return m.shared_function; }, message);
  switch (function) {
    case SharedFunction::kSampler:
      return "sampler";
    case SharedFunction::kDataPort0:
      return "hdc.dc0";
    case SharedFunction::kDataPort1:
      return "hdc.dc1";
    case SharedFunction::kRenderCache:
      return "hdc.rc";
    case SharedFunction::kThreadSpawner:
      return "spawner";
    case SharedFunction::kPixelInterpolator:
      return "pi";
    default:
      return "another";
  }
}

std::string error_of(const std::string& text) {
  try {
    read_send_listing(text, "l.asm");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("every send of a disassembler's listings decodes to what the disassembler says of it", "[message]") {
  std::size_t compared = 0, in_registers = 0;
  const auto compare = [&](const std::string& text, const std::string& name) {
    CAPTURE(name);
    const std::vector<Comment> comments = comments_of(text);
    std::size_t at = 0;
    for (const ListedSend& send : read_send_listing(text, name)) {
      CAPTURE(send.position.line, send.instruction);
      if (!send.words) {
        ++in_registers;
        continue;
      }
      REQUIRE(at < comments.size());
      const Comment& comment = comments[at++];
      const AnyMessage message = decode_message(*send.words);
      CHECK(unit_of(message) == comment.unit);
      std::visit(
          [&](const MessageFields& m) {
            CHECK(m.message_length == comment.message_length);
            CHECK(m.extended_message_length == comment.extended_length);
            CHECK(m.response_length == comment.response_length);
            CHECK(m.header_present == comment.header);
          },
          message);
    }
    CHECK(at == comments.size());
    compared += at;
  };
  for (const std::string& name : test::visa_kernel_names(".asm")) compare(test::visa_kernel_text(name + ".asm"), name);
  for (const auto& entry : fs::directory_iterator{TEXPIPE_TEST_DATA "/kernels/pixel"}) {
    if (entry.path().extension() == ".asm") compare(text_of(entry.path()), entry.path().string());
  }
  CHECK(compared > 300);
  CHECK(in_registers > 0);
}

TEST_CASE("sends are found with and without offsets, execution sizes, predicates and comments", "[message]") {
  const auto sends = read_send_listing(
      "L0: // send in a comment 0x1 0x2\r\n"
      "/* [0610]  0402`1070 */         sends (16|M0)   null:w   r21     r17     0x8C    0x04025E04    // untyped\r\n"
      "(W&~f0.0) sendc(8|M8) r8:f r2 0x25 0x08031400 {EOT, NoMask}\n"
      "send r1 r2 0xB a0.0\n"
      "sendsc (8|M0) r8:f r2 r3 a0.2 0x02420001",
      "k.asm");
  REQUIRE(sends.size() == 4);
  CHECK(sends[0].position == SourcePosition{"k.asm", 2, 33});
  CHECK(sends[0].offset == "0610");
  CHECK(sends[0].instruction == "sends (16|M0)");
  CHECK(sends[0].words == MessageWords{0x04025E04, 0x8C});
  CHECK(sends[1].offset.empty());
  CHECK(sends[1].instruction == "sendc (8|M8)");
  CHECK(sends[1].words == MessageWords{0x08031400, 0x25});
  CHECK(!sends[2].words);
  CHECK(sends[2].descriptor_text == "a0.0");
  CHECK(!sends[3].words);
  CHECK(sends[3].extended_text == "a0.2");
}

TEST_CASE("sends of older and newer versions of disassemblers have the words of one message", "[message]") {
  for (const char* line :
       {"send(8) g124<1>UW g13<8,8,1>F sampler (1, 0, 0, 1) mlen 2 rlen 4 { align1 1Q };",  // Mesa before 11
        "send(8) g124<1>UW g13<8,8,1>F sampler sample SIMD8 Surface = 1 Sampler = 0 mlen 2 rlen 4 { align1 1Q };",
        "send(8) g124<1>UW g13<8,8,1>F\n    sampler MsgDesc: sample SIMD8 Surface = 1 Sampler = 0 mlen 2 rlen 4 { "
        "align1 };",
        "send(8) g2<1>UW g4<0,1,0>UD 0x04420001 sampler MsgDesc: sample SIMD8 Surface = 1 Sampler = 0 mlen 2 rlen 4",
        "send(8) g2UD g4UD nullUD 0x04420001 0x00000000 sampler MsgDesc: sample SIMD8 mlen 2 ex_mlen 0 rlen 4",
        "SEND (8|M0) R10:w R2 0X2 0X04420001", "send.smpl (8|M0) r10 r2 null 0x2 0x04420001",
        "send (8) r10.0<1>:uw r2 0x2:ud 0x04420001:ud"}) {
    CAPTURE(line);
    const auto sends = read_send_listing(line, "listing");
    REQUIRE(sends.size() == 1);
    REQUIRE(sends[0].words.has_value());
    CHECK(sends[0].words->descriptor == 0x04420001);
    CHECK(sends[0].words->extended == 2);
  }
  const auto end =
      read_send_listing("sendc(16) null g1 0x90031000 render MsgDesc: RT write mlen 8 rlen 0 { EOT };", "");
  REQUIRE(end.size() == 1);
  CHECK(end[0].words->descriptor == 0x10031000);
  CHECK(end[0].words->extended == 0x25);
}

TEST_CASE("words of a send are known in any order of words and bytes", "[message]") {
  for (const auto& [first, second] :
       {std::pair{0x2u, 0x04420001u}, {0x04420001u, 0x2u}, {0x02000000u, 0x01004204u}, {0x01004204u, 0x02000000u}}) {
    CAPTURE(first, second);
    const OrderedWords ordered = in_order(first, second);
    CHECK(ordered.words.descriptor == 0x04420001);
    CHECK(ordered.words.extended == 2);
    CHECK(ordered.change.empty() == (first == 2));
  }
  const std::array<std::uint32_t, 4> send{0x02600031, 0x210002a8, 0x06000040, 0x04420001};
  const auto turned = [](std::uint32_t word) { return __builtin_bswap32(word); };
  const MessageWords words = words_of_instruction(send).words;
  for (const auto& dwords : {std::array{send[3], send[2], send[1], send[0]},
                             std::array{turned(send[0]), turned(send[1]), turned(send[2]), turned(send[3])},
                             std::array{turned(send[3]), turned(send[2]), turned(send[1]), turned(send[0])}}) {
    const InstructionWords found = words_of_instruction(dwords);
    CHECK(found.words.descriptor == words.descriptor);
    CHECK(found.words.extended == words.extended);
    CHECK_FALSE(found.change.empty());
  }
}

TEST_CASE("control characters of a listing do not reach what is printed of a send", "[message]") {
  const auto sends = read_send_listing("send (8\x1b[31m) r1 0x2 0x02420001\nsend(\a) r1 0x2 0x02420001\n", "k.asm");
  REQUIRE(sends.size() == 2);
  CHECK(sends[0].instruction == "send");
  CHECK(sends[1].instruction == "send");
}

TEST_CASE("a listing without sends, and sends without words, are refused with their places", "[message]") {
  CHECK(error_of("mov (8|M0) r1 r2\n").starts_with("l.asm:1:1: no send instruction; expected a listing"));
  CHECK(error_of("").starts_with("l.asm:1:1: no send instruction"));
  const std::string two = error_of("send (8|M0) r8:f r2 0x2\nmov r1 r2\n  send r8 r2 0x2 a1.0\nsend\n");
  CHECK(two.find("l.asm:1:1: a send without descriptor words; expected the extended descriptor") != std::string::npos);
  CHECK(two.find("l.asm:3:3: a send without descriptor words") != std::string::npos);
  CHECK(two.find("l.asm:4:1: a send without descriptor words") != std::string::npos);
}
