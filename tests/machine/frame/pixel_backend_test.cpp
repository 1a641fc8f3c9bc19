// The pixel backend, in closed form.
#include <catch2/catch.hpp>
#include <vector>

#include "machine/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

TargetWork target(std::uint32_t pixels, std::uint32_t bytes, bool reads, const std::vector<std::uint64_t>& lines = {}) {
  TargetWork work{.pixels = pixels, .colors = pixels, .bytes = bytes, .reads = reads};
  for (const std::uint64_t line : lines) work.lines.push_back({ByteAddress{line}, FrameCache::kColor, reads, true});
  return work;
}

}  // namespace

TEST_CASE("a stall waits for writes of the pixel backend", "[frame]") {
  FrameBench bench{{}, Cycles{50}};
  bench.backend.take(0, target(16, 4, false, {64}), Cycles{});  // 2 cycles from 1 on, acknowledged 50 later
  FrameWork work;
  work.add(FrameStepKind::kStall);
  CHECK(bench.run(work) == Cycles{1 + 2 + 50 + 1 + 200});
}

TEST_CASE("the pixel backend writes 8 pixels a cycle, of wide elements as many as 32 bytes are", "[frame]") {
  const auto cycles = [](std::uint32_t bytes, bool blends) {
    FrameBench bench{{.pixel_backend = {.queue = 100}}, Cycles{1}};
    for (unsigned write = 0; write < 50; ++write) bench.backend.take(0, target(16, bytes, blends), Cycles{});
    return bench.run() - Cycles{2};
  };
  CHECK(cycles(1, false) == Cycles{100});
  CHECK(cycles(4, false) == Cycles{100});
  CHECK(cycles(4, true) == Cycles{100});
  CHECK(cycles(8, false) == Cycles{200});
  CHECK(cycles(8, true) == Cycles{200});
  CHECK(cycles(16, true) == Cycles{400});
}

TEST_CASE("a write whose pixels are all discarded makes room for the next one", "[frame]") {
  FrameBench bench{{.pixel_backend = {.window = 1}}, Cycles{1}};
  bench.backend.take(0, target(0, 4, false), Cycles{});
  bench.backend.take(0, target(16, 4, false), Cycles{});
  bench.run();
  CHECK(bench.backend.held() == 0);
  CHECK(bench.statistics.written_pixels.value() == 16);
}

TEST_CASE("of several samples those colours count that a target tells apart", "[frame]") {
  FrameBench bench{{.pixel_backend = {.queue = 100}}, Cycles{1}};
  TargetWork edge = target(16, 4, false);
  edge.colors = 64;
  for (unsigned write = 0; write < 10; ++write) bench.backend.take(0, edge, Cycles{});
  CHECK(bench.run() - Cycles{2} == Cycles{80});
  CHECK(bench.statistics.written_pixels.value() == 160);
  CHECK(bench.statistics.written_colors.value() == 640);
}

TEST_CASE("the pixel backend asks for a line of an auxiliary surface once while writes need it", "[frame]") {
  FrameBench bench{{.pixel_backend = {.queue = 200, .window = 200}}, Cycles{40}};
  const auto write = [&](std::uint64_t line) {
    TargetWork work = target(8, 4, false);
    work.lines.push_back({ByteAddress{line}, FrameCache::kMcs, true, true});
    bench.backend.take(0, work, bench.now);
  };
  for (unsigned i = 0; i < 100; ++i) write(64ull * (i % 2));
  // A cycle each: the first lines, which come after 40, are acknowledged before the last write begins.
  CHECK(bench.run().value() == 1 + 100 + 1);
  CHECK((bench.read[5] == 2 && bench.written[5] == 2));
  CHECK(bench.accounts.all().at(0).lines[5] == 2);
  write(0);  // the backend was empty: memory may have changed
  bench.run();
  CHECK((bench.read[5] == 3 && bench.written[5] == 3));
  for (unsigned i = 0; i < 34; ++i) write(64ull * (i % 17));  // more than it keeps
  bench.run();
  CHECK((bench.read[5] == 3 + 34 && bench.written[5] == 3 + 34));
}

TEST_CASE("a write that comes in the cycle in which the backend empties finds it empty, told before or after",
          "[frame]") {
  TargetWork work = target(8, 4, false);
  work.lines.push_back({ByteAddress{64}, FrameCache::kMcs, true, true});
  FrameBench after;
  after.backend.take(0, work, Cycles{});
  const Cycles emptied = after.run();
  after.backend.take(1, work, emptied);
  after.run();
  FrameBench before;
  before.backend.take(0, work, Cycles{});
  before.backend.take(1, work, emptied);
  before.run();
  CHECK(after.now == before.now);
  CHECK((after.read[5] == 2 && before.read[5] == 2));
  CHECK((after.written[5] == 2 && before.written[5] == 2));
}

TEST_CASE("compressed pairs of lines move half of their bytes, and as many are as the ratio says", "[frame]") {
  const auto bytes = [](Fraction ratio, bool compresses) {
    FrameBench bench{{.pixel_backend = {.queue = 10'000, .compression_ratio = ratio}}, Cycles{1}};
    for (std::uint64_t line = 0; line < 4096; ++line) {
      TargetWork work = target(16, 4, true);
      work.lines.push_back({ByteAddress{64 * line}, FrameCache::kColor, true, true, compresses});
      bench.backend.take(0, work, Cycles{});
    }
    bench.run();
    CHECK((bench.read[4] == 4096 && bench.written[4] == 4096));
    return bench.bytes[4];
  };
  CHECK(bytes(1, true) == 2ull * 4096 * 64);
  CHECK(bytes(2, true) == 2ull * 4096 * 32);
  CHECK(bytes(2, false) == 2ull * 4096 * 64);
  CHECK(static_cast<double>(bytes(Fraction{4, 3}, true)) == Approx(2 * 4096 * 64 / (4.0 / 3)).epsilon(0.002));
  CHECK(static_cast<double>(bytes(Fraction{5, 4}, true)) == Approx(2 * 4096 * 64 / 1.25).epsilon(0.002));
}

TEST_CASE("both lines of a pair are compressed, or none is", "[frame]") {
  const CompressedPairs pairs{Fraction{4, 3}};
  unsigned compressed = 0;
  for (std::uint64_t tile = 0; tile < 100; ++tile) {
    for (std::uint64_t column = 0; column < 8; column += 2) {
      for (std::uint64_t row = 0; row < 8; ++row) {
        const functional::FrameLine left{.address = ByteAddress{4096 * tile + 512 * column + 64 * row},
                                         .compresses = true};
        functional::FrameLine right = left;
        right.address = left.address + ByteAddress{512};
        CHECK(pairs.bytes(left) == pairs.bytes(right));
        compressed += pairs.bytes(left) == ByteSize{32};
      }
    }
  }
  CHECK(compressed == Approx(1600).epsilon(0.01));  // of 3200: with half of them 3/4 of all bytes move
}

TEST_CASE("writes of the pixel backend that are not acknowledged keep their place in its window", "[frame]") {
  FrameBench bench{{.pixel_backend = {.queue = 100, .window = 2}}, Cycles{100}};
  for (unsigned write = 0; write < 4; ++write) bench.backend.take(0, target(16, 4, false, {64ull * write}), Cycles{});
  // The first two take cycles 1 and 3 on, are acknowledged at 103 and 105, and leave a cycle later; the others take
  // cycles 104 and 106 on, and are acknowledged at 206 and 208.
  CHECK(bench.run() == Cycles{209});
}

TEST_CASE("a full queue of the pixel backend has room in the cycle after a write begins", "[frame]") {
  FrameBench bench{{.pixel_backend = {.queue = 2}}};
  CHECK(bench.backend.has_room(1, Cycles{}));
  bench.backend.take(1, target(16, 4, false), Cycles{});
  bench.backend.take(1, target(16, 4, false), Cycles{});
  CHECK(bench.backend.has_room(0, Cycles{}));
  CHECK(!bench.backend.has_room(1, Cycles{}));
  bench.now = Cycles{1};
  bench.backend.advance(Cycles{1});
  CHECK(bench.rooms.empty());
  CHECK(bench.backend.next() == Cycles{2});
  bench.backend.advance(Cycles{2});
  CHECK(bench.rooms == std::vector<unsigned>{1});
}
