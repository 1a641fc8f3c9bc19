// Memory under several threads that touch bytes of their own.
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "functional/memory/gpu_memory.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr unsigned kThreads = 4;
constexpr std::uint32_t kWords = 20'000;

/// Word i of all threads together lies beside those of the others, on pages that nobody has made yet.
ByteAddress place_of(unsigned thread, std::uint32_t i, ByteAddress base) {
  return ByteAddress{base.value() + 4 * (std::uint64_t{i} * kThreads + thread)};
}

template <class Work>
void side_by_side(const Work& work) {
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < kThreads; ++thread) threads.emplace_back(work, thread);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("threads that write bytes of their own side by side lose none", "[memory][threads]") {
  GpuMemory memory;
  const ByteAddress high{std::uint64_t{1} << 45};  // beyond the tables of pages
  for (const ByteAddress base : {ByteAddress{0x12340}, high}) {
    side_by_side([&](unsigned thread) {
      for (std::uint32_t i = 0; i < kWords; ++i) memory.write_u32(place_of(thread, i, base), i * kThreads + thread);
    });
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < kWords * kThreads; ++i) {
      wrong += memory.read_u32(ByteAddress{base.value() + 4 * std::uint64_t{i}}) != i;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("threads may read and watch beside one that writes elsewhere", "[memory][threads]") {
  GpuMemory memory;
  const ByteAddress read_only{0x10000}, written{0x800000};
  for (std::uint32_t i = 0; i < kWords; ++i) memory.write_u32(place_of(0, i, read_only), i);
  const std::uint64_t before = memory.generation();
  std::atomic<std::uint32_t> wrong = 0;
  side_by_side([&](unsigned thread) {
    for (std::uint32_t i = 0; i < kWords; ++i) {
      if (thread == 0) {
        memory.write_u32(place_of(0, i, written), i);
        continue;
      }
      memory.watch(place_of(0, i, read_only), ByteSize{4});
      if (memory.read_u32(place_of(0, i, read_only)) != i) ++wrong;
    }
  });
  CHECK(wrong == 0);
  CHECK(memory.generation() > before);  // pages were made
  const std::uint64_t then = memory.generation();
  CHECK_FALSE(memory.changed_since(read_only.value() / GpuMemory::kTileBytes, then));
  memory.write_u32(read_only, 7);
  CHECK(memory.changed_since(read_only.value() / GpuMemory::kTileBytes, then));
}

TEST_CASE("a memory whose bytes were moved away is empty and takes new ones", "[memory]") {
  GpuMemory memory;
  memory.write_u32(ByteAddress{0x10000}, 5);
  const GpuMemory moved = std::move(memory);
  CHECK(moved.read_u32(ByteAddress{0x10000}) == 5);
  CHECK(memory.read_u32(ByteAddress{0x10000}) == 0);
  memory.write_u32(ByteAddress{0x10000}, 6);
  CHECK(memory.read_u32(ByteAddress{0x10000}) == 6);
  CHECK(moved.read_u32(ByteAddress{0x10000}) == 5);
}
