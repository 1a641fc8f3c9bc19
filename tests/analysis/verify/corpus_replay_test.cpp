// The fuzzers' corpus and damaged copies of it: readers refuse with an Error or accept, and never crash (run under the
// sanitizers).
#include <catch2/catch.hpp>
#include <filesystem>

#include "fuzz/damage.h"
#include "fuzz/file_targets.h"
#include "pictures/texture/texture.h"

namespace texpipe {
namespace {

std::size_t replay(const std::string& folder, fuzz::Target target, unsigned mutations) {
  return fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/" + folder, target, mutations);
}

TEST_CASE("damaged texture files never crash a reader", "[image][fuzz]") {
  CHECK(replay("texture_file", fuzz::texture_file, 500) >= 10);
  CHECK(replay("../textures", fuzz::texture_file, 500) >= 10);
}

TEST_CASE("damaged arrays never crash a reader", "[image][fuzz]") {
  CHECK(replay("npy_file", fuzz::npy_file, 1000) >= 2);
}

TEST_CASE("damaged archives of arrays never crash a reader", "[image][fuzz]") {
  CHECK(replay("npz_file", fuzz::npz_file, 2000) >= 2);
}

TEST_CASE("damaged cases.yaml never crash a reader", "[verify][fuzz]") {
  CHECK(replay("cases_file", fuzz::cases_file, 300) >= 1);
}

TEST_CASE("damaged YAML never crashes the reader", "[config][fuzz]") {
  CHECK(replay("yaml_text", fuzz::yaml_text, 500) >= 2);
}

TEST_CASE("damaged kernel binaries never crash the reader", "[kernel][fuzz]") {
  for (const char* kernel : {"lens_distort.bin", "tile_blur_slm.bin"})
    fuzz::damage(fuzz::file_bytes(std::string{TEXPIPE_TEST_DATA "/kernels/"} + kernel), fuzz::device_program, 2000,
                 1000);
  SUCCEED();
}

/// Report of a file; empty where it is refused, which has to be with a documented code and the byte.
std::string report_or_refusal(std::span<const std::byte> bytes) {
  try {
    return study::kernel_report_text(study::read_device_program(bytes, "fuzz"), "fuzz");
  } catch (const Error& error) {
    CHECK((error.code() == ExitCode::kMalformedInput || error.code() == ExitCode::kUnsupported));
    CHECK_THAT(std::string{error.what()}, Catch::Contains("byte 0x"));
    return {};
  }
}

TEST_CASE("every public kernel with a flipped bit or cut short is read or refused with exit 4 or 8 and the byte",
          "[kernel][fuzz]") {
  unsigned flipped = 0, cut = 0;
  fuzz::Choices choose;
  for (const auto& entry : std::filesystem::directory_iterator{TEXPIPE_TEST_DATA "/kernels"}) {
    if (entry.path().extension() != ".bin") continue;
    INFO(entry.path());
    const std::vector<std::byte> whole = fuzz::file_bytes(entry.path());
    for (unsigned i = 0; i < 40; ++i) {
      std::vector<std::byte> damaged = whole;
      damaged[choose(damaged.size())] ^= std::byte{1} << choose(8);
      if (report_or_refusal(damaged).empty()) ++flipped;
      // Behind the last section there are some bytes that mean nothing.
      const std::string rest = report_or_refusal(std::span{whole}.first(choose(whole.size())));
      if (rest.empty()) ++cut;
      CHECK((rest.empty() || rest == report_or_refusal(whole)));
    }
  }
  CHECK(cut > 18 * 40 * 9 / 10);
  CHECK(flipped > 20);  // what a kernel has that is not supported is told when it is launched
}

TEST_CASE("the corpus itself is accepted", "[image][fuzz]") {
  CHECK(study::read_device_program(fuzz::file_bytes(TEXPIPE_TEST_DATA "/kernels/tile_blur_slm.bin"), "kernel")
            .kernels.size() == 1);
  for (const auto& entry : std::filesystem::directory_iterator{TEXPIPE_TEST_DATA "/fuzz/texture_file"}) {
    INFO(entry.path());
    CHECK_NOTHROW(study::read_texture(entry.path()));
  }
  CHECK(study::read_golden_cases(TEXPIPE_TEST_DATA "/fuzz/cases_file/three.yaml").cases.size() == 3);
}

}  // namespace
}  // namespace texpipe
