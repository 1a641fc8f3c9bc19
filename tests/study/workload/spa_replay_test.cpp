// The corpus of SPA text and warp files and damaged copies of it (run under the sanitizers).
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "fuzz/spa_targets.h"
#include "study/image/byte_reader.h"

using namespace texpipe;

namespace {

using Target = void (*)(std::span<const std::byte>);

/// The target gets the file cut at every length, and copies in which a run of bytes is taken from elsewhere or changed.
void damage(const std::vector<std::byte>& file, Target target) {
  for (std::size_t length = 0; length <= file.size(); ++length) target(std::span{file}.first(length));
  std::uint32_t state = 1;
  const auto next = [&](std::size_t below) {
    state = state * 1664525u + 1013904223u;
    return static_cast<std::size_t>(state >> 8) % below;
  };
  for (unsigned i = 0; i < 300; ++i) {
    std::vector<std::byte> damaged = file;
    const std::size_t length = next(4) + 1;
    const std::size_t from = next(file.size() - length), to = next(file.size() - length);
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(from), length,
                damaged.begin() + static_cast<std::ptrdiff_t>(to));
    damaged[next(damaged.size())] = static_cast<std::byte>(next(256));
    target(damaged);
  }
}

std::size_t replay(const std::string& folder, Target target) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator{TEXPIPE_TEST_DATA "/fuzz/" + folder}) {
    damage(study::read_file(entry.path()), target);
    ++files;
  }
  return files;
}

}  // namespace

TEST_CASE("damaged SPA text never crashes the parser, and what is accepted prints as it reads", "[spa][fuzz]") {
  CHECK(replay("spa", fuzz::spa_text) >= 2);
}

TEST_CASE("damaged warp files never crash the reader", "[spa][fuzz]") {
  CHECK(replay("warps", fuzz::warp_file) >= 1);
}

TEST_CASE("the corpus of warp files is accepted", "[spa][fuzz]") {
  const auto bytes = study::read_file(TEXPIPE_TEST_DATA "/fuzz/warps/scene.yaml");
  const study::WarpFile file =
      study::parse_warp_file({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "scene.yaml", ".");
  CHECK(file.initial.registers[4][31] == 7);
  CHECK(file.scene->triangles.size() == 4);
  CHECK(file.pools.maximum_header == 3u);
}
