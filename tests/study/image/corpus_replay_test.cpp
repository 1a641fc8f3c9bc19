// The fuzzers' corpus and damaged copies of it: readers refuse with an Error or accept, and never crash (run under the
// sanitizers).
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "fuzz/file_targets.h"
#include "study/image/byte_reader.h"

namespace texpipe {
namespace {

using Target = void (*)(std::span<const std::byte>);

// Calls the target with the file cut at every length and with `mutations` copies that differ in up to four bytes.
void damage(const std::vector<std::byte>& file, Target target, unsigned mutations) {
  target(file);
  for (std::size_t length = 0; length < file.size(); ++length) target(std::span{file}.first(length));
  std::uint32_t state = 1;
  const auto next = [&](std::uint32_t below) { return ((state = state * 1664525u + 1013904223u) >> 8) % below; };
  constexpr std::byte kEdges[] = {std::byte{0}, std::byte{1}, std::byte{0x7F}, std::byte{0x80}, std::byte{0xFF}};
  for (unsigned i = 0; i < mutations; ++i) {
    std::vector<std::byte> damaged = file;
    for (std::uint32_t change = next(4) + 1; change > 0; --change) {
      std::byte& byte = damaged[next(static_cast<std::uint32_t>(damaged.size()))];
      byte = next(2) == 0 ? kEdges[next(5)] : static_cast<std::byte>(next(256));
    }
    target(damaged);
  }
}

std::size_t replay(const char* folder, Target target, unsigned mutations) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator{std::string{TEXPIPE_TEST_DATA "/fuzz/"} + folder}) {
    damage(study::read_file(entry.path()), target, mutations);
    ++files;
  }
  return files;
}

TEST_CASE("damaged texture files never crash a reader", "[image][fuzz]") {
  CHECK(replay("textures", fuzz::texture_file, 500) >= 10);
}

TEST_CASE("damaged arrays never crash a reader", "[image][fuzz]") {
  CHECK(replay("npy", fuzz::npy_file, 1000) >= 2);
}

TEST_CASE("damaged cases.yaml never crash a reader", "[verify][fuzz]") {
  CHECK(replay("cases", fuzz::cases_file, 300) >= 1);
}

TEST_CASE("the corpus itself is accepted", "[image][fuzz]") {
  for (const auto& entry : std::filesystem::directory_iterator{TEXPIPE_TEST_DATA "/fuzz/textures"}) {
    INFO(entry.path());
    CHECK_NOTHROW(study::read_texture(entry.path()));
  }
  CHECK(study::read_golden_cases(TEXPIPE_TEST_DATA "/fuzz/cases/three.yaml").cases.size() == 3);
}

}  // namespace
}  // namespace texpipe
