#include "machine/cache/line_path.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

/// A line that waits a cycle at each place: at the banks of a cache once before it arrives there and once after.
struct SlowLine {
  std::vector<LinePlace> places;
  LinePath path;

  void wait(LinePlace place) {
    places.push_back(place);
    path.add(place, Cycles{places.size()});
  }
};

SlowLine line_through_all() {
  SlowLine line;
  line.wait(LinePlace::kL1);
  for (const CacheFacts& cache : kLineCaches) {
    if (cache.kind == BlockKind::kL3) line.wait(LinePlace::kCrossbar);
    line.wait(places_of(cache.kind).banks);
    line.wait(places_of(cache.kind).banks);
    line.wait(places_of(cache.kind).latency());
    line.wait(LinePlace::kTlb);
  }
  for (const LinePlace place :
       {LinePlace::kMemoryQueue, LinePlace::kMemoryBanks, LinePlace::kMemory, LinePlace::kMemoryBus})
    line.wait(place);
  for (std::size_t i = kLineCaches.size(); i-- > 0;) {
    line.wait(places_of(kLineCaches[i].kind).latency());
    if (kLineCaches[i].kind == BlockKind::kL3) line.wait(LinePlace::kCrossbar);
    line.wait(places_of(kLineCaches[i].kind).port());
  }
  line.wait(LinePlace::kL1);
  return line;
}

std::vector<LinePlace> cycles_of(const LinePath& path, std::size_t cycles) {
  std::vector<LinePlace> places;
  path.for_each(Cycles{}, Cycles{cycles}, [&](LinePlace place, Cycles begin, Cycles end) {
    places.insert(places.end(), (end - begin).value(), place);
  });
  return places;
}

}  // namespace

TEST_CASE("a path has room for a line that waits at every place of every level", "[line_waits]") {
  const SlowLine line = line_through_all();
  CHECK(cycles_of(line.path, line.places.size()) == line.places);
}

TEST_CASE("a path is the same whether it grows in one piece or is put together from those of the levels behind",
          "[line_waits]") {
  const SlowLine line = line_through_all();
  for (std::size_t split = 0; split < line.places.size(); ++split) {
    LinePath behind, path;
    for (std::size_t i = split; i < line.places.size(); ++i) behind.add(line.places[i], Cycles{i + 1});
    for (std::size_t i = 0; i < split; ++i) path.add(line.places[i], Cycles{i + 1});
    path.add(behind);
    CHECK(cycles_of(path, line.places.size()) == line.places);
  }
}

TEST_CASE("a step that is over before the path's end is left out", "[line_waits]") {
  LinePath path;
  path.add(LinePlace::kL1, Cycles{10});
  path.add(LinePlace::kTlb, Cycles{7});
  path.add(LinePlace::kMemory, Cycles{12});
  CHECK(path.until() == Cycles{12});
  CHECK(cycles_of(path, 12).back() == LinePlace::kMemory);
  CHECK(cycles_of(path, 12)[9] == LinePlace::kL1);
}
