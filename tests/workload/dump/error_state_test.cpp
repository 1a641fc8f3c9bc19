#include "workload/dump/error_state.h"

#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

using namespace texpipe;
using Catch::Matchers::Contains;

namespace {

using Words = std::vector<std::uint32_t>;

/// Letters of words, as the kernel writes them: `z` for zero, else five digits to the base 85.
std::string ascii85(const Words& words) {
  std::string text;
  for (std::uint32_t word : words) {
    if (word == 0) {
      text += 'z';
      continue;
    }
    std::string digits(5, ' ');
    for (std::size_t i = 5; i-- > 0; word /= 85) digits[i] = static_cast<char>('!' + word % 85);
    text += digits;
  }
  return text;
}

Words deflated(const Words& words) {
  uLongf size = compressBound(words.size() * 4);
  std::vector<Bytef> bytes(size);
  REQUIRE(compress(bytes.data(), &size, reinterpret_cast<const Bytef*>(words.data()), words.size() * 4) == Z_OK);
  Words packed((size + 3) / 4);
  std::memcpy(packed.data(), bytes.data(), size);
  return packed;
}

Words ramp(std::size_t count) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<std::uint32_t>(i % 7 == 0 ? 0 : i * 2654435761u);
  return words;
}

std::string message_of(const std::string& text) {
  try {
    study::read_dump(text, "error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return "no error";
}

constexpr const char* kHeading = "rcs0 --- batch = 0x00000001 fffe1000\n";

}  // namespace

TEST_CASE("a packed error state has the words and addresses of the plain one", "[dump]") {
  for (const std::size_t count : {1u, 5u, 1024u, 100'000u}) {
    const Words words = ramp(count);
    for (const std::string& line : {":" + ascii85(deflated(words)), "~" + ascii85(words)}) {
      const auto blocks = study::read_dump("GPU HANG\n" + std::string{kHeading} + line +
                                               "\nrcs0 --- ring = 0x0 2000\n:" + ascii85(deflated({1, 2, 3})) + "\n",
                                           "error");
      REQUIRE(blocks.size() == 2);
      CHECK(blocks[0].words == words);
      CHECK(blocks[0].address == 0x1'fffe'1000);
      CHECK(blocks[0].position.line == 3);
      CHECK(blocks[1].words == Words{1, 2, 3});
      CHECK(blocks[1].address == 0x2000);
    }
  }
}

TEST_CASE("a packed error state that is cut off or damaged is refused at its line", "[dump]") {
  const std::string whole = ":" + ascii85(deflated(ramp(1024)));
  CHECK_THAT(message_of(kHeading + whole.substr(0, 2001)), Contains("error:2") && Contains("ends too early"));
  CHECK_THAT(message_of(kHeading + whole.substr(0, 2003)), Contains("error:2") && Contains("ascii85"));
  CHECK_THAT(message_of(kHeading + std::string{":zzzz"}), Contains("error:2") && Contains("damaged"));
  CHECK_THAT(message_of(kHeading + std::string{":abc def"}), Contains("error:2:5") && Contains("ascii85"));
  CHECK_THAT(message_of(kHeading + std::string{":uuuuu"}), Contains("ascii85"));  // beyond 32 bits
}

TEST_CASE("an error state has the same words at the same addresses in whatever form it is printed", "[dump]") {
  std::ostringstream plain;
  plain << std::ifstream{"tests/data/hang/error_state.txt"}.rdbuf();
  const auto blocks = study::read_dump(plain.str(), "plain");
  REQUIRE(blocks.size() == 6);
  std::string packed, written, xe, debugger;
  for (const auto& block : blocks) {
    char address[64];
    std::snprintf(address, sizeof address, " = 0x%08x %08x\n", 0u, static_cast<unsigned>(*block.address));
    packed += block.name + address + ":" + ascii85(deflated(block.words)) + "\n";
    written += block.name + address + "~" + ascii85(block.words) + "\n";
    std::snprintf(address, sizeof address, "[%x].data: ", static_cast<unsigned>(*block.address));
    xe += address + ascii85(block.words) + "\n";
    for (std::size_t i = 0; i < block.words.size(); ++i) {
      std::snprintf(address, sizeof address, "0x%x <symbol+%zu>:\t0x%08x\n",
                    static_cast<unsigned>(*block.address + 4 * i), 4 * i, block.words[i]);
      debugger += address;
    }
  }
  for (const std::string& text : {packed, written, xe, debugger}) {
    CAPTURE(text.substr(0, 60));
    const auto others = study::read_dump(text, "other");
    REQUIRE(others.size() == blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      CHECK(others[i].address == blocks[i].address);
      CHECK((others[i].words == blocks[i].words));
    }
  }
}

TEST_CASE("a file that is no text is the words of a memory, or names the program that unpacks it", "[dump]") {
  const auto blocks = study::read_dump(std::string_view{"\x3f\x70\x1d\x23\x08\0\0\0", 8}, "memory");
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].address == 0u);
  CHECK(blocks[0].words == Words{0x231d703f, 8});
  CHECK_THAT(message_of(std::string{"\x08\0\0", 3}), Contains("3 bytes are no whole words"));
  CHECK_THAT(message_of("\x1f\x8b\x08"), Contains("compressed by gzip; gzip -dc"));
  CHECK_THAT(message_of(std::string{"\xff\xfe\x30\0", 4}), Contains("is UTF-16; save it as UTF-8"));
}
