// Workloads of any numbers, as text of a study: small, so that a run takes little.
#pragma once

#include <array>
#include <string>

#include "support/scratch_folder.h"
#include "timing/support/any_machine.h"

namespace texpipe::test {

using timing::test::any;
using timing::test::below;
using timing::test::Random;

/// The line of a study whose machine is replaced later, or does not matter.
inline constexpr const char* kAnyMachine = "machine: " TEXPIPE_SOURCE_DIR "/configs/machines/kaby_lake_gt2.yaml\n";

template <std::size_t kCount>
std::string one_of(Random& random, const std::array<const char*, kCount>& words) {
  return words[below(random, kCount)];
}

/// A coordinate, also a little outside of the image.
inline std::string any_coordinate(Random& random, std::uint64_t size) {
  return std::to_string(static_cast<double>(below(random, 160 * size)) / 128.0 - static_cast<double>(size) / 8.0);
}

inline std::string any_scene(Random& random) {
  const std::uint64_t width = any(random, 8, 96), height = any(random, 8, 64);
  std::string text = "{image: " + std::to_string(width) + "x" + std::to_string(height) +
                     ", samples: " + one_of(random, std::array{"1", "2", "4", "8", "16"}) + ", triangles: [";
  for (std::uint64_t triangle = 1 + below(random, 4); triangle > 0; --triangle) {
    text += "[";
    for (int vertex = 0; vertex < 3; ++vertex)
      text += "[" + any_coordinate(random, width) + ", " + any_coordinate(random, height) + "], ";
    text += "], ";
  }
  return text + "]}\n";
}

inline std::string any_interpolator(Random& random, const ScratchFolder& folder) {
  folder.write("scene.yaml", any_scene(random));
  return "{kind: pixel_interpolator, scene: scene.yaml, place: " +
         one_of(random, std::array{"shared_offset", "sample", "centroid", "per_slot_offset"}) +
         ", simd: " + one_of(random, std::array{"8", "16"}) + "}";
}

inline std::string any_kernel(Random& random) {
  return "{kind: kernel, file: " TEXPIPE_SOURCE_DIR "/tests/data/kernels/" +
         one_of(random, std::array{"tile_blur_slm", "sobel_edge", "gather_points", "dims_query", "lut1d"}) + ".yaml}";
}

/// Reads and writes of many lanes, in groups of at most so many threads.
inline std::string any_accesses(Random& random, std::uint32_t most_threads = 4) {
  const auto number = [&random](std::uint32_t low, std::uint32_t high) {
    return std::to_string(any(random, low, high));
  };
  std::string text = "{kind: microbenchmark, benchmark: data_port_rate, data_port_rate: {access: ";
  text += one_of(random, std::array{"read", "write", "write"});
  text += ", dwords: " + number(1, 4);
  text += ", lanes: " + one_of(random, std::array{"same", "neighbouring", "random"});
  text += ", spacing: " + number(1, 32);
  text += ", step: " + number(1, 16);
  text += ", groups: " + number(1, 3);
  text += ", threads_per_group: " + number(1, most_threads);
  return text + ", in_flight: " + number(1, 4) + "}}";
}

/// Groups of one thread, whose block may lie across the image's edge.
inline std::string any_walk(Random& random) {
  return "{kind: texture_walk, walk: " +
         one_of(random, std::array{"random_gather", "rotating_zoom", "perspective_floor"}) +
         ", image: " + one_of(random, std::array{"16x8", "17x9"}) + ", " +
         one_of(random, std::array{"simd: 4, tile: 2x2", "simd: 8, tile: 4x2", "tile: 4x4", "simd: 32, tile: 8x4",
                                   "simd: 64, tile: 8x8"}) +
         ", texture: " TEXPIPE_SOURCE_DIR "/configs/textures/brick_512_bc1_mips.dds}";
}

inline std::string any_workload(Random& random, const ScratchFolder& folder) {
  switch (below(random, 6)) {
    case 0:
    case 1:
      return any_interpolator(random, folder);
    case 2:
    case 3:
      return any_kernel(random);
    case 4:
      return any_accesses(random);
    default:
      return any_walk(random);
  }
}

}  // namespace texpipe::test
