// Lines that an access without time leaves in one level after the other.
#include "machine/cache/warm_cache.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

/// A level of one set, which notes every access that reaches it.
struct Level final : WarmCache {
  Level(unsigned ways, std::uint64_t line_bytes)
      : tags{CacheGeometry{.sets = 1, .ways = ways}}, line_size{ByteSize{line_bytes}} {}

  WarmedLine warm(ByteAddress address, bool written) override {
    asked.push_back({address.value(), written});
    return machine::warm(tags, line_of(AddressSpace::kStored, address, line_size), written);
  }
  std::uint64_t invalidate() override { return tags.invalidate(); }
  std::vector<Recent> take_recent() override { return std::exchange(recent, {}); }
  std::vector<ByteAddress> clean() override {
    std::vector<ByteAddress> lines;
    for (const TagArray::DirtyLine& line : tags.clean_all()) lines.emplace_back(line.key.line * line_size.value());
    return lines;
  }
  ByteSize line() const override { return line_size; }

  TagArray tags;
  ByteSize line_size;
  std::vector<std::pair<std::uint64_t, bool>> asked;  // address, written
  std::vector<Recent> recent;
};

using Asked = decltype(Level::asked);

}  // namespace

TEST_CASE("a sampled line that a sampler's level holds does not reach the next level", "[sample][cache]") {
  Level sampler{2, 64}, l3{8, 64};
  WarmLevels levels;
  levels.add_sampler({&sampler});
  levels.add_sampler({nullptr});
  levels.add(&l3);
  levels.touch(ByteAddress{128}, LineUse::kSampled);
  levels.touch(ByteAddress{128}, LineUse::kSampled);
  CHECK(sampler.asked == Asked{{128, false}, {128, false}});
  CHECK(l3.asked == Asked{{128, false}});
}

TEST_CASE("caches of one sampler are asked one behind the other before those that all share", "[sample][cache]") {
  Level first{1, 64}, second{2, 64}, l3{8, 128};
  WarmLevels levels;
  levels.add_sampler({&first, nullptr, &second});
  levels.add(&l3);
  for (const std::uint64_t address : {0, 64, 0}) levels.touch(ByteAddress{address}, LineUse::kSampled);
  CHECK(second.asked == Asked{{0, false}, {64, false}, {0, false}});
  CHECK(l3.asked == Asked{{0, false}, {64, false}});
}

TEST_CASE("a line of a data port passes by the samplers' levels", "[sample][cache]") {
  Level sampler{2, 64}, shared{4, 64}, l3{8, 64};
  WarmLevels levels;
  levels.add_sampler({&sampler});
  levels.add(&shared, CacheUse::kAllSamplers);
  levels.add(&l3);
  levels.touch(ByteAddress{64}, LineUse::kRead);
  levels.touch(ByteAddress{192}, LineUse::kWritten);
  CHECK(sampler.asked.empty());
  CHECK(shared.asked.empty());
  CHECK(l3.asked == Asked{{64, false}, {192, true}});
  levels.touch(ByteAddress{256}, LineUse::kSampled);
  CHECK(shared.asked == Asked{{256, false}});
  CHECK(l3.asked.back() == std::pair<std::uint64_t, bool>{256, false});
}

TEST_CASE("a written line needs nothing from the next level until it is evicted", "[sample][cache]") {
  Level l3{1, 128}, llc{8, 64};
  WarmLevels levels;
  levels.add(&l3);
  levels.add(&llc);
  levels.touch(ByteAddress{128}, LineUse::kWritten);
  CHECK(llc.asked.empty());
  levels.touch(ByteAddress{256}, LineUse::kRead);  // both halves of a line go, both halves of another come
  CHECK(llc.asked == Asked{{128, true}, {192, true}, {256, false}, {320, false}});
}

TEST_CASE("a work group touches one sampler's level, many touch all of them", "[sample][cache]") {
  Level samplers[3]{{64, 64}, {64, 64}, {64, 64}}, l3{4096, 64};
  WarmLevels levels;
  for (Level& sampler : samplers) levels.add_sampler({&sampler});
  levels.add(&l3);
  const auto asked = [&] { return samplers[0].asked.size() + samplers[1].asked.size() + samplers[2].asked.size(); };
  for (std::uint64_t line = 0; line < 300; ++line) {
    levels.touch(ByteAddress{64 * line}, LineUse::kSampled, 1);
    REQUIRE(asked() == line + 1);
  }
  for (const Level& sampler : samplers) CHECK(sampler.asked.size() > 70);
  CHECK(l3.asked.size() == 300);
  levels.touch(ByteAddress{1 << 20}, LineUse::kSampled, 255);
  CHECK(asked() == 303);
}

TEST_CASE("accesses behind a sampler's name are that sampler's, until another one is named", "[sample][cache]") {
  Level samplers[2]{{64, 64}, {64, 64}}, l3{4096, 64};
  WarmLevels levels;
  levels.add_sampler({&samplers[0]});
  levels.add_sampler({nullptr});
  levels.add_sampler({&samplers[1]});
  levels.add(&l3);
  const auto sampled = [](std::uint64_t address) { return WarmAccess{ByteAddress{address}, LineUse::kSampled}; };
  const std::vector<WarmAccess> accesses{WarmAccess::from_sampler(2), sampled(0), sampled(64),
                                         WarmAccess::from_sampler(0), sampled(0)};
  levels.touch(accesses);
  CHECK(samplers[0].asked == Asked{{0, false}});
  CHECK(samplers[1].asked == Asked{{0, false}, {64, false}});
  CHECK(l3.asked == Asked{{0, false}, {64, false}, {0, false}});
}

TEST_CASE("another machine's caches get what these have used since the last time, in the order of its use",
          "[sample][cache]") {
  Level from_sampler{4, 64}, from_l3{4, 64}, from_colors{4, 64}, llc{64, 64};
  Level sampler{4, 64}, l3{2, 64}, colors{4, 64};
  WarmLevels from, to;
  from.add_sampler({nullptr, &from_sampler});
  to.add_sampler({nullptr, &sampler});
  for (auto& [levels, own] : {std::pair{&from, &from_l3}, {&to, &l3}}) {
    levels->add(nullptr, CacheUse::kAllSamplers);
    levels->add(own);
    levels->add(&llc);
  }
  from.add_frame({&from_colors}, {&llc});
  to.add_frame({&colors}, {&llc});
  from_sampler.recent = {{ByteAddress{64}, false}, {ByteAddress{0}, false}};
  from_l3.recent = {{ByteAddress{128}, true}, {ByteAddress{192}, false}, {ByteAddress{256}, false}};
  from_colors.recent = {{ByteAddress{512}, true}};
  llc.recent = {{ByteAddress{1024}, false}};
  from.hand_on(to, HandedCaches::kHierarchicalDepth);
  CHECK(sampler.asked == Asked{{64, false}, {0, false}});
  CHECK(l3.asked == Asked{{128, true}, {192, false}, {256, false}});
  // What was changed had to leave L3; what the level itself holds is its own.
  CHECK(llc.asked == Asked{{128, true}});
  CHECK(colors.asked.empty());
  from.hand_on(to, HandedCaches::kAll);
  CHECK(l3.asked.size() == 3);
  CHECK(colors.asked == Asked{{512, true}});
}

TEST_CASE("changed lines that caches of fixed functions get are their own to write", "[sample][cache]") {
  Level from_caches[6]{{4, 64}, {4, 64}, {4, 64}, {4, 64}, {4, 64}, {4, 64}}, llc{64, 64};
  Level caches[6]{{4, 64}, {4, 64}, {4, 64}, {4, 64}, {4, 64}, {4, 64}};
  constexpr std::size_t kHiz = 1, kColors = 4;
  WarmLevels from, to;
  std::vector<WarmCache*> all_from, all_to;
  for (std::size_t i = 0; i < 6; ++i) {
    from_caches[i].recent = {{ByteAddress{64 * i}, true}};
    all_from.push_back(&from_caches[i]);
    all_to.push_back(&caches[i]);
  }
  from.add_frame(all_from, {&llc});
  to.add_frame(all_to, {&llc});
  from.hand_on(to, HandedCaches::kColors);
  for (std::size_t i = 0; i < 6; ++i) CHECK(caches[i].asked.size() == (i == kColors ? 1 : 0));
  from.hand_on(to, HandedCaches::kHierarchicalDepth);
  for (std::size_t i = 0; i < 6; ++i) CHECK(caches[i].asked.size() == (i == kColors || i == kHiz ? 1 : 0));
  from.hand_on(to, HandedCaches::kAll);
  for (const Level& cache : caches) CHECK(cache.asked.size() == 1);
  CHECK(llc.asked.empty());
}

TEST_CASE("what caches of fixed functions have changed is written back once, and they keep it", "[sample][cache]") {
  Level hiz{4, 64}, colors{4, 64}, llc{64, 64};
  WarmLevels levels;
  levels.add_frame({nullptr, &hiz, nullptr, nullptr, &colors}, {&llc});
  levels.touch(std::vector{WarmAccess{ByteAddress{64}, 1, true}, WarmAccess{ByteAddress{128}, 4, true},
                           WarmAccess{ByteAddress{192}, 4, false}});
  llc.asked.clear();
  levels.write_back_frame();
  CHECK(llc.asked == Asked{{64, true}, {128, true}});
  levels.write_back_frame();
  levels.touch(std::vector{WarmAccess{ByteAddress{128}, 4, false}});
  CHECK(llc.asked.size() == 2);
}

TEST_CASE("what the last level asks memory for, and what it writes back, leaves its row open", "[sample][cache]") {
  struct Rows final : WarmMemory {
    void open_row(ByteAddress address) override { opened.push_back(address.value()); }
    std::vector<std::uint64_t> opened;
  } rows;
  Level llc{2, 64};
  WarmLevels levels;
  levels.add(&llc);
  levels.touch(ByteAddress{64}, LineUse::kRead);
  CHECK(levels.memory() == nullptr);
  levels.open_rows_of(&rows);
  for (const std::uint64_t line : {64, 128}) levels.touch(ByteAddress{line}, LineUse::kRead);
  CHECK(rows.opened == std::vector<std::uint64_t>{128});
  levels.touch(ByteAddress{64}, LineUse::kWritten);
  levels.touch(ByteAddress{128}, LineUse::kRead);
  levels.touch(ByteAddress{192}, LineUse::kWritten);  // a line that is written is not asked for; 64 leaves
  CHECK(rows.opened == std::vector<std::uint64_t>{128, 64});
}

TEST_CASE("levels that only one of two machines has hand nothing on", "[sample][cache]") {
  Level from_sampler{4, 64}, l3{4, 64};
  WarmLevels from, to;
  from.add_sampler({&from_sampler});
  to.add_sampler({nullptr});
  to.add(&l3);
  from_sampler.recent = {{ByteAddress{64}, false}};
  from.hand_on(to, HandedCaches::kAll);
  CHECK(l3.asked.empty());
}

TEST_CASE("two of three samplers are what two work groups touch in two of three cases", "[sample][cache]") {
  Level samplers[3]{{64, 64}, {64, 64}, {64, 64}};
  WarmLevels levels;
  for (Level& sampler : samplers) levels.add_sampler({&sampler});
  constexpr std::uint64_t kLines = 3000;
  for (std::uint64_t line = 0; line < kLines; ++line) levels.touch(ByteAddress{64 * line}, LineUse::kSampled, 2);
  const std::size_t asked = samplers[0].asked.size() + samplers[1].asked.size() + samplers[2].asked.size();
  CHECK(asked > kLines * 5 / 3 * 97 / 100);
  CHECK(asked < kLines * 5 / 3 * 103 / 100);
}

TEST_CASE("a sampled line goes to the next level, unwritten, where samplers have none of their own",
          "[sample][cache]") {
  Level shared{4, 64}, l3{8, 64};
  WarmLevels levels;
  levels.add(&shared, CacheUse::kAllSamplers);
  levels.add(&l3);
  levels.touch(ByteAddress{64}, LineUse::kSampled, 7);
  CHECK(shared.asked == Asked{{64, false}});
  CHECK(l3.asked == Asked{{64, false}});
}

TEST_CASE("accesses one after the other leave what each of them alone leaves", "[sample][cache]") {
  struct Machine {
    Machine() {
      levels.add_sampler({&sampler});
      levels.add(&l3);
      levels.add(&last);
      levels.add_frame({&color}, {&last});
    }
    Level sampler{2, 64}, l3{8, 64}, color{4, 64}, last{64, 64};
    WarmLevels levels;
  } together, alone;
  std::minstd_rand random;
  std::vector<WarmAccess> accesses;
  for (int i = 0; i < 1000; ++i) {
    const ByteAddress line{64 * (random() % 100)};
    switch (random() % 4) {
      case 0:
        accesses.emplace_back(line, std::size_t{0}, random() % 2 == 0);
        break;
      case 1:
        accesses.emplace_back(line, LineUse::kWritten);
        break;
      default:
        accesses.emplace_back(line, LineUse::kSampled);
    }
  }
  together.levels.touch(accesses);
  for (const WarmAccess& access : accesses) alone.levels.touch(std::span{&access, 1});
  CHECK(together.l3.asked == alone.l3.asked);
  CHECK(together.last.asked == alone.last.asked);
  CHECK(together.last.asked.size() > 100);
}

TEST_CASE("a frame's access says its cache and line, and is none where there is no such cache", "[sample][cache]") {
  Level color{4, 64}, last{8, 64};
  WarmLevels levels;
  levels.add(&last);
  levels.add_frame({&color}, {&last});
  const WarmAccess access{ByteAddress{640}, 0, true}, other{ByteAddress{640}, 5, false};
  CHECK(access.line() == ByteAddress{640});
  CHECK(other.cache() == 5);
  levels.touch(std::array{access, other});
  CHECK(color.asked == Asked{{640, true}});
  CHECK(last.asked.empty());
}

TEST_CASE("textures leave samplers' caches and L3, constants L3 alone, vertices their own", "[sample][cache]") {
  Level sampler{2, 64}, shared{4, 64}, l3{8, 64}, last{16, 64}, vertices{4, 64};
  WarmLevels levels;
  levels.add_sampler({&sampler});
  levels.add(&shared, CacheUse::kAllSamplers);
  levels.add(&l3);
  levels.add(&last);
  levels.add_frame({&vertices}, {&last});
  const auto fill = [&] {
    levels.touch(ByteAddress{64}, LineUse::kSampled);
    levels.touch(std::array{WarmAccess{ByteAddress{128}, 0, false}});
  };
  fill();
  CHECK(levels.invalidate(false, false, true) == 1);
  fill();
  CHECK(levels.invalidate(false, true, false) == 1);
  fill();
  CHECK(levels.invalidate(true, false, false) == 2);  // L3's is gone, and the sampler had the line
  CHECK(last.tags.invalidate() == 2);
}

TEST_CASE("lines that the last level reads and writes back count for memory", "[sample][cache]") {
  Level first{1, 64}, last{1, 64};
  WarmLevels levels;
  levels.add_sampler({&first});
  levels.add(&last);
  levels.touch(ByteAddress{0}, LineUse::kSampled);
  CHECK(levels.bytes_of_memory() == 64);
  levels.touch(ByteAddress{0}, LineUse::kSampled);
  CHECK(levels.bytes_of_memory() == 64);
  levels.touch(ByteAddress{64}, LineUse::kWritten);  // is not fetched
  CHECK(levels.bytes_of_memory() == 64);
  levels.touch(ByteAddress{128}, LineUse::kSampled);  // writes it back
  CHECK(levels.bytes_of_memory() == 3 * 64);
}
