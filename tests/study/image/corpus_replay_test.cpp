// The fuzzers' corpus and damaged copies of it: readers refuse with an Error or accept, and never crash (run under the
// sanitizers).
#include <catch2/catch.hpp>
#include <filesystem>

#include "fuzz/damage.h"
#include "fuzz/file_targets.h"
#include "study/image/texture.h"

namespace texpipe {
namespace {

std::size_t replay(const std::string& folder, fuzz::Target target, unsigned mutations) {
  return fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/" + folder, target, mutations);
}

TEST_CASE("damaged texture files never crash a reader", "[image][fuzz]") {
  CHECK(replay("texture_file", fuzz::texture_file, 500) >= 10);
}

TEST_CASE("damaged arrays never crash a reader", "[image][fuzz]") {
  CHECK(replay("npy_file", fuzz::npy_file, 1000) >= 2);
}

TEST_CASE("damaged cases.yaml never crash a reader", "[verify][fuzz]") {
  CHECK(replay("cases_file", fuzz::cases_file, 300) >= 1);
}

TEST_CASE("damaged YAML never crashes the reader", "[config][fuzz]") {
  CHECK(replay("yaml_text", fuzz::yaml_text, 500) >= 2);
}

TEST_CASE("damaged kernel binaries never crash the reader", "[kernel][fuzz]") {
  CHECK(replay("device_program", fuzz::device_program, 2000) >= 2);
}

TEST_CASE("the corpus itself is accepted", "[image][fuzz]") {
  CHECK(
      study::read_device_program(fuzz::file_bytes(TEXPIPE_TEST_DATA "/fuzz/device_program/tile_blur_slm.bin"), "kernel")
          .kernels.size() == 1);
  for (const auto& entry : std::filesystem::directory_iterator{TEXPIPE_TEST_DATA "/fuzz/texture_file"}) {
    INFO(entry.path());
    CHECK_NOTHROW(study::read_texture(entry.path()));
  }
  CHECK(study::read_golden_cases(TEXPIPE_TEST_DATA "/fuzz/cases_file/three.yaml").cases.size() == 3);
}

}  // namespace
}  // namespace texpipe
