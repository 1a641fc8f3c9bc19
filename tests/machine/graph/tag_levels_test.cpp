// Misses and write-backs of each level of a machine, by its tags alone.
#include "machine/graph/tag_levels.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <utility>
#include <vector>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

TagLevelCounts at(const TagLevels& levels, BlockKind level) {
  return levels.counts()[cache_number(level)];
}

/// One sampler with a second level of 16 lines, L3 of 64, last level of 256.
MachineParameters small_machine() {
  MachineParameters machine;
  machine.slice.subslices = 1;
  machine.slice.subslice.resize(1);
  machine.slice.subslice[0].sampler.l2.cache.size = ByteSize{1024};
  machine.slice.subslice[0].sampler.l2.cache.ways = 16;
  machine.slice.l3.size = ByteSize{64 * 64};
  machine.slice.l3.urb = machine.slice.l3.slm = ByteSize{0};
  machine.slice.l3.ways = 16;
  machine.slice.l3.banks = 4;
  machine.llc.enabled = true;
  machine.llc.cache.size = ByteSize{256 * 64};
  machine.llc.cache.ways = 64;
  machine.llc.cache.banks = 1;
  return machine;
}

}  // namespace

TEST_CASE("a level misses what is larger than it and holds what is not", "[sample][cache]") {
  TagLevels levels{small_machine()};
  for (unsigned round = 0; round < 3; ++round) {
    for (std::uint64_t line = 0; line < 32; ++line) levels.touch(ByteAddress{64 * line}, LineUse::kSampled, 1);
  }
  CHECK(at(levels, BlockKind::kL2).misses == 96);
  CHECK(at(levels, BlockKind::kSharedL2).misses == 0);
  CHECK(at(levels, BlockKind::kL3).misses == 32);
  CHECK(at(levels, BlockKind::kLlc).misses == 32);
}

TEST_CASE("a level gives back what was written when it is full, and asks for nothing before", "[sample][cache]") {
  TagLevels levels{small_machine()};
  for (std::uint64_t line = 0; line < 512; ++line) levels.touch(ByteAddress{64 * line}, LineUse::kWritten, 1);
  CHECK(at(levels, BlockKind::kL2).misses == 0);
  CHECK(at(levels, BlockKind::kL3).misses == 0);
  CHECK(at(levels, BlockKind::kL3).write_backs == 512 - 64);
  CHECK(at(levels, BlockKind::kLlc).write_backs == 512 - 64 - 256);
}

TEST_CASE("a machine without a last level counts nothing of it", "[sample][cache]") {
  MachineParameters machine = small_machine();
  machine.llc.enabled = false;
  TagLevels levels{machine};
  levels.touch(ByteAddress{0}, LineUse::kRead, 1);
  CHECK(at(levels, BlockKind::kL3).misses == 1);
  CHECK(at(levels, BlockKind::kLlc).misses == 0);
}

TEST_CASE("tags in front of a cache of somebody else's ask it for what they miss", "[sample][cache]") {
  MachineParameters machine = small_machine();
  machine.draws = true;
  class Behind final : public WarmCache {
   public:
    WarmedLine warm(ByteAddress, bool written) override {
      ++(written ? writes : reads);
      return {.missed = true};
    }
    std::uint64_t invalidate() override { return 0; }
    ByteSize line() const override { return ByteSize{64}; }
    unsigned reads = 0, writes = 0;
  } behind;
  TagLevels levels{machine, {&behind}};
  std::vector<WarmAccess> accesses;
  for (unsigned round = 0; round < 2; ++round)
    for (std::uint64_t line = 0; line < 16; ++line) accesses.emplace_back(ByteAddress{64 * line}, LineUse::kSampled);
  levels.touch(accesses);
  CHECK(behind.reads == 16);
  CHECK(levels.bytes_of_memory() == 16 * 64);
  // Fixed functions have caches of their own.
  levels.touch(std::vector{WarmAccess{ByteAddress{0}, 0, false}, WarmAccess{ByteAddress{0}, 0, false}});
  CHECK(behind.reads == 17);
  levels.invalidate(true, false, false);
  levels.touch(accesses);
  CHECK(behind.reads == 17 + 16);
  CHECK(behind.writes == 0);
}

TEST_CASE("a machine is handed each line once, and what has changed of it", "[sample][cache]") {
  TagLevels levels{small_machine()};
  class Taking final : public WarmCache {
   public:
    WarmedLine warm(ByteAddress address, bool written) override {
      taken.emplace_back(address.value(), written);
      return {};
    }
    std::uint64_t invalidate() override { return 0; }
    ByteSize line() const override { return ByteSize{64}; }
    std::vector<std::pair<std::uint64_t, bool>> taken;
  } l2, l3;
  WarmLevels machine;
  machine.add_sampler({&l2});
  machine.add(&l3);
  levels.touch(ByteAddress{0}, LineUse::kSampled, 1);
  levels.touch(ByteAddress{64}, LineUse::kWritten, 1);
  levels.hand_on(machine, HandedCaches::kAll);
  CHECK(l2.taken == std::vector{std::pair<std::uint64_t, bool>{0, false}});
  std::sort(l3.taken.begin(), l3.taken.end());
  CHECK(l3.taken == std::vector{std::pair<std::uint64_t, bool>{0, false}, {64, true}});
  levels.hand_on(machine, HandedCaches::kAll);
  CHECK(l2.taken.size() + l3.taken.size() == 3);
  levels.touch(ByteAddress{64}, LineUse::kRead, 1);
  levels.hand_on(machine, HandedCaches::kAll);
  REQUIRE(l3.taken.size() == 3);
  CHECK(l3.taken.back() == std::pair<std::uint64_t, bool>{64, false});
}
