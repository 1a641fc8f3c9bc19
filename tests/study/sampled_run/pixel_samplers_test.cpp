// Which sampler serves a thread that runs without time.
#include "study/sampled_run/pixel_samplers.h"

#include <catch2/catch.hpp>
#include <memory>
#include <optional>
#include <set>

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// Threads of pixels of 16x4 blocks in a row; or of no pixels.
class Threads final : public functional::ThreadSource {
 public:
  explicit Threads(bool pixels) : pixels_{pixels} {}
  unsigned groups() const override { return 100; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned, unsigned, functional::ThreadRegisters&, std::unique_ptr<functional::EuProgram>&) const override {
  }
  std::optional<functional::ThreadPixel> pixel_of(unsigned group) const override {
    if (!pixels_) return {};
    return functional::ThreadPixel{.x = 16 * group, .y = 0, .gt_mode = 0x100};
  }

 private:
  bool pixels_;
};

machine::MachineParameters machine_of(std::size_t subslices) {
  machine::MachineParameters machine;
  machine.slice[0].subslice.resize(subslices);
  return machine;
}

}  // namespace

TEST_CASE("a thread of pixels has the sampler of the subslice to which they are hashed", "[sample][frame]") {
  PixelSamplers samplers{machine_of(3)};
  REQUIRE(samplers.count() == 3);
  for (unsigned group = 0; group < 9; ++group) CHECK(samplers.sampler_of(Threads{true}, group) == group % 3);
}

TEST_CASE("subslices that share a sampler have the same", "[sample][frame]") {
  machine::MachineParameters machine = machine_of(4);
  machine.slice[0].subslices_per_sampler = 2;
  PixelSamplers samplers{machine};
  REQUIRE(samplers.count() == 2);
  for (unsigned group = 0; group < 8; ++group) CHECK(samplers.sampler_of(Threads{true}, group) == group % 4 / 2);
}

TEST_CASE("a thread without pixels, or without fixed functions, has any sampler, the same in each run",
          "[sample][frame]") {
  const bool enabled = GENERATE(true, false);
  machine::MachineParameters machine = machine_of(3);
  machine.slice.frame.enabled = enabled;
  PixelSamplers first{machine}, second{machine};
  const Threads threads{!enabled};
  std::set<std::size_t> seen;
  bool hashed = true;
  for (unsigned group = 0; group < 48; ++group) {
    const std::size_t sampler = first.sampler_of(threads, group);
    CHECK(sampler == second.sampler_of(threads, group));
    seen.insert(sampler);
    hashed = hashed && sampler == group % 3;
  }
  CHECK(seen == std::set<std::size_t>{0, 1, 2});
  CHECK_FALSE(hashed);
}
