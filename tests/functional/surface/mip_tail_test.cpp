#include "functional/surface/mip_tail.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {
namespace {

TEST_CASE("mip tail slots lie where the document's tables say", "[surface][mip_tail]") {
  std::ifstream in{TEXPIPE_TEST_DATA "/surfaces/mip_tail_slots.csv"};
  std::string line;
  std::getline(in, line);
  unsigned rows = 0;
  while (std::getline(in, line)) {
    std::istringstream cells{line};
    unsigned dimensions = 0, slot = 0, bytes = 0, x = 0, y = 0, z = 0;
    char comma = 0;
    cells >> dimensions >> comma >> slot >> comma >> bytes >> comma >> x >> comma >> y >> comma >> z;
    INFO(line);
    const MipTailSlot place = mip_tail_slot(Tiling::kYs, dimensions, bytes, 0, slot);
    CHECK(place.x == x);
    CHECK(place.y == y);
    CHECK(place.z == z);
    ++rows;
  }
  CHECK(rows == (16 + 15 + 16) * 5);
}

TEST_CASE("Yf starts at slot 4, each doubling of the samples one slot later", "[surface][mip_tail]") {
  const auto same = [](const MipTailSlot& a, const MipTailSlot& b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
  for (unsigned level = 0; level < 10; ++level) {
    for (unsigned dimensions = 1; dimensions <= 3; ++dimensions) {
      CHECK(same(mip_tail_slot(Tiling::kYf, dimensions, 4, 0, level),
                 mip_tail_slot(Tiling::kYs, dimensions, 4, 0, level + 4)));
    }
    for (unsigned bits = 1; bits <= 4; ++bits) {
      CHECK(same(mip_tail_slot(Tiling::kYs, 2, 4, bits, level), mip_tail_slot(Tiling::kYs, 2, 4, 0, level + bits)));
    }
  }
}

TEST_CASE("slots and element sizes outside the tables are refused", "[surface][mip_tail]") {
  CHECK_THROWS_WITH(mip_tail_slot(Tiling::kYs, 2, 4, 0, 15), Catch::Contains("slot 15 of a 2D YS"));
  CHECK_THROWS_WITH(mip_tail_slot(Tiling::kYf, 3, 4, 0, 12), Catch::Contains("slot 16 of a 3D YF"));
  CHECK_THROWS_WITH(mip_tail_slot(Tiling::kYs, 2, 12, 0, 0), Catch::Contains("12 bytes"));
  CHECK_THROWS_AS(mip_tail_slot(Tiling::kYs, 2, 32, 0, 0), Error);
}

}  // namespace
}  // namespace texpipe::functional
