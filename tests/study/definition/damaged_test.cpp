// Shipped configurations with damaged bytes, and texts made of what YAML finds difficult: refused with an Error or
// accepted, never a crash (run under the sanitizers). tests/fuzz/config_fuzzer.cpp goes on from here.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "fuzz/config_target.h"

using namespace texpipe;

namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

class Damage {
 public:
  explicit Damage(std::uint32_t seed) : state_{seed} {}

  std::string operator()(std::string text) {
    static constexpr std::string_view kPieces[] = {"[",  "]", "{",   "}",   ":",  ": ", "- ",   "&a", "*a",
                                                   "!!", "'", "\"",  "|",   ">",  "#",  "\n",   "\t", "%",
                                                   "@",  "`", "---", "...", "? ", "<<", "\xff", "\0", "9999999999"};
    for (std::uint32_t change = below(3) + 1; change > 0; --change) {
      const std::size_t at = below(static_cast<std::uint32_t>(text.size()));
      const std::string_view piece = kPieces[below(std::size(kPieces))];
      text.replace(at, below(4), piece);
    }
    return text;
  }

 private:
  std::uint32_t below(std::size_t limit) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<std::uint32_t>((state_ >> 8) % limit);
  }

  std::uint32_t state_;
};

}  // namespace

TEST_CASE("damaged configurations never crash the reader", "[config][fuzz]") {
  int texts = 0;
  for (const char* folder : {"configs/studies", "configs/machines"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator{std::filesystem::path{TEXPIPE_SOURCE_DIR} / folder}) {
      if (!entry.is_regular_file()) continue;
      const std::string text = content(entry.path());
      Damage damage{static_cast<std::uint32_t>(text.size())};
      for (int i = 0; i < 150; ++i, ++texts) fuzz::configuration_file(damage(text));
    }
  }
  CHECK(texts >= 450);
}

TEST_CASE("nests and runs of one character never crash the reader", "[config][fuzz]") {
  for (const std::string piece :
       {"[", "{", "- ", "? ", "{a: ", "a:\n", "!", "&a ", "*", "|\n ", "\"", "'", "%", "---\n", "a: b\n"}) {
    for (const int times : {1, 40, 3000}) {
      std::string text;
      for (int i = 0; i < times; ++i) text += piece;
      fuzz::configuration_file(text);
    }
  }
  SUCCEED();
}
