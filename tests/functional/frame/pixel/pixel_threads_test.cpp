#include "functional/frame/pixel/pixel_threads.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// A batch of threads that shade subspans of one primitive each.
struct Bench {
  void thread(std::uint32_t layer, const std::vector<std::pair<std::int32_t, std::int32_t>>& places) {
    batch.threads.push_back({.first_subspan = static_cast<std::uint32_t>(batch.subspans.size()),
                             .primitive = static_cast<std::uint32_t>(batch.primitives.size()),
                             .subspans = static_cast<std::uint8_t>(places.size())});
    batch.primitives.push_back({.layer = layer});
    for (const auto& [x, y] : places) batch.subspans.push_back({.x = x, .y = y});
  }
  std::vector<std::uint32_t> older(unsigned thread) const {
    const auto found = threads.older_at_same_pixels()->of(thread);
    return {found.begin(), found.end()};
  }

  PixelBatch batch;
  PixelShaderState shader;
  RasterSetup raster;
  MessageContext context;
  PixelThreads threads{batch, shader, raster, 0, context};
};

using Threads = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("a pixel thread's older ones are the last before it at each of its subspans, in its layer",
          "[frame][pixel]") {
  Bench bench;
  bench.thread(0, {{0, 0}, {2, 0}});
  bench.thread(0, {{4, 0}});
  bench.thread(0, {{2, 0}, {4, 0}});
  bench.thread(1, {{2, 0}, {4, 0}});
  bench.thread(0, {{0, 0}, {2, 0}, {4, 0}, {6, 0}});
  CHECK(bench.older(0).empty());
  CHECK(bench.older(1).empty());
  CHECK(bench.older(2) == Threads{0, 1});
  CHECK(bench.older(3).empty());
  CHECK(bench.older(4) == Threads{0, 2});
}

TEST_CASE("a pixel thread that shades samples of a subspan one by one is not older than itself", "[frame][pixel]") {
  Bench bench;
  bench.thread(0, {{0, 0}, {0, 0}});
  bench.thread(0, {{0, 0}, {0, 0}});
  CHECK(bench.older(0).empty());
  CHECK(bench.older(1) == Threads{0});
}

TEST_CASE("the older threads of a batch are found anew when the next one begins", "[frame][pixel]") {
  Bench bench;
  bench.thread(0, {{0, 0}});
  bench.thread(0, {{0, 0}});
  CHECK(bench.older(1) == Threads{0});
  bench.batch.clear();
  bench.thread(0, {{0, 0}});
  bench.thread(0, {{2, 0}});
  bench.threads.begin_batch();
  CHECK(bench.older(1).empty());
}
