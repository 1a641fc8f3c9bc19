// The corpus of warp files and scenes and damaged copies of it (run under the sanitizers).
#include <catch2/catch.hpp>

#include "fuzz/damage.h"
#include "fuzz/warp_targets.h"

using namespace texpipe;

namespace {

std::size_t replay(const char* folder, fuzz::Target target) {
  return fuzz::replay(std::string{TEXPIPE_TEST_DATA "/fuzz/"} + folder, target, 600, 1000);
}

}  // namespace

TEST_CASE("damaged warp files never crash the reader", "[spa][fuzz]") {
  CHECK(replay("warp_file", fuzz::warp_file) >= 1);
}

TEST_CASE("damaged scenes never crash the reader", "[spa][fuzz]") {
  CHECK(replay("scene_file", fuzz::scene_file) >= 1);
}

TEST_CASE("the corpus of warp files and scenes is accepted", "[spa][fuzz]") {
  const auto bytes = fuzz::file_bytes(TEXPIPE_TEST_DATA "/fuzz/warp_file/scene.yaml");
  const study::WarpFile file = study::parse_warp_file(fuzz::yaml_of(bytes), "scene.yaml", ".");
  CHECK(file.initial.registers[4][31] == 7);
  CHECK(file.scene->triangles.size() == 4);
  CHECK(file.pools.maximum_header == 3u);
  const auto scene = fuzz::file_bytes(TEXPIPE_TEST_DATA "/fuzz/scene_file/all_keys.yaml");
  CHECK(study::parse_scene_file(fuzz::yaml_of(scene), "all_keys.yaml").triangles.size() == 5);
}
