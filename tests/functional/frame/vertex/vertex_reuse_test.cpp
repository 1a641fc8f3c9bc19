#include "functional/frame/vertex/vertex_reuse.h"

#include <catch2/catch.hpp>

using namespace texpipe::functional;

TEST_CASE("vertices of a portion get one number each, however late they come again", "[frame]") {
  VertexReuse reuse{1000, true};
  for (std::uint32_t i = 0; i < 300; ++i) CHECK(reuse.add({.index = i}) == i);
  CHECK(reuse.add({.index = 0}) == 0);
  CHECK(reuse.vertices().size() == 300);
}

TEST_CASE("a queue of newest vertices forgets the oldest, first in, first out", "[frame]") {
  VertexReuse reuse{1000, true, 128};
  for (std::uint32_t i = 0; i < 128; ++i) reuse.add({.index = i});
  CHECK(reuse.add({.index = 0}) == 0);  // a hit does not make it younger
  CHECK(reuse.add({.index = 128}) == 128);
  CHECK(reuse.add({.index = 0}) == 129);
  CHECK(reuse.add({.index = 0}) == 129);
  CHECK(reuse.add({.index = 2}) == 2);
  CHECK(reuse.add({.index = 1}) == 130);
}

TEST_CASE("rows of a grid whose width is beyond half of the queue are shaded twice", "[frame]") {
  const auto shaded = [](std::uint32_t width) {
    VertexReuse reuse{100'000, true, 128};
    for (std::uint32_t row = 0; row < 100; ++row) {
      for (std::uint32_t column = 0; column < width; ++column) {
        const std::uint32_t at = row * (width + 1) + column;
        for (const std::uint32_t index : {at, at + 1, at + width + 1, at + 1, at + width + 2, at + width + 1})
          reuse.add({.index = index});
      }
    }
    return static_cast<double>(reuse.vertices().size()) / ((width + 1) * 101);
  };
  CHECK(shaded(60) < 1.02);
  CHECK(shaded(66) > 1.9);
}
