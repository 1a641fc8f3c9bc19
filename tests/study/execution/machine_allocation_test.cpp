#include <catch2/catch.hpp>
#include <cstddef>
#include <utility>
#include <vector>

#include "study/execution/execution.h"
#include "support/allocations.h"
#include "timing/system/block_registry.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// A workload's threads, and how many allocations there were when each group started.
class CountedThreads final : public functional::ThreadSource {
 public:
  CountedThreads(std::unique_ptr<functional::ThreadSource> threads, std::vector<std::size_t>& allocations)
      : threads_{std::move(threads)}, allocations_{allocations} {
    allocations_.reserve(threads_->groups());
  }

  unsigned groups() const override { return threads_->groups(); }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    if (thread == 0) allocations_.push_back(test::allocations());
    threads_->start(group, thread, registers, program);
  }

 private:
  std::unique_ptr<functional::ThreadSource> threads_;
  std::vector<std::size_t>& allocations_;
};

/// The memory's own storage is no message's.
void touch_all_pages(functional::GpuMemory& memory) {
  for (const functional::MemoryRegion& region : memory.regions()) {
    std::vector<std::byte> bytes(region.size.value());
    memory.read(region.address, bytes);
    memory.write(region.address, bytes);
  }
}

}  // namespace

TEST_CASE("a run allocates nothing for its threads and messages once the machine was full", "[run][allocation]") {
  const Timing timing = GENERATE(Timing::kUntimed, Timing::kLooselyTimed, Timing::kApproximatelyTimed);
  const Walk walk = GENERATE(Walk::kRotatingZoom, Walk::kPerspectiveFloor);
  INFO(name_of(timing) << ' ' << name_of(walk));
  TextureWalkParameters parameters;
  parameters.walk = walk;
  parameters.image = {256, 1024};
  parameters.sampler.mip_filter = gen9::MipFilter::kLinear;
  // All of the texture is in the caches and decoded soon.
  const functional::SurfaceImage texture{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = 16, .height = 16};
  functional::Workload workload =
      make_texture_walk(parameters, texture, std::vector<std::byte>(std::size_t{16} * 16 * 4));
  std::vector<std::size_t> allocations;
  const unsigned threads_per_group = workload.threads->threads_per_group();
  workload.threads = std::make_unique<CountedThreads>(std::move(workload.threads), allocations);
  touch_all_pages(*workload.memory);
  const timing::BlockRegistry blocks = timing::model_blocks();
  machine::MachineParameters machine;
  machine.slice.l3.size = ByteSize{64 * 1024};  // full after a few rows of the picture
  execute(machine, workload, {.timing = timing, .blocks = &blocks});
  REQUIRE(allocations.size() >= 100);
  const std::size_t from = allocations.size() / 2, to = allocations.size() * 7 / 8;
  const std::size_t messages = 4 * threads_per_group * (to - from);  // a sample, two stores, the end
  REQUIRE(messages > 20'000);
  // Allocations allowed: exactly none without time; with time a queue may still become longer than ever before.
  const std::size_t allowed = timing == Timing::kUntimed ? 0 : messages / 1000;
  CHECK(allocations[to] - allocations[from] <= allowed);
}
