#include "functional/frame/vertex/vertex_fetcher.h"

#include <catch2/catch.hpp>

#include "functional/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::SurfaceFormat;

namespace {

using Dwords = std::vector<std::uint32_t>;

Dwords fetched(const FrameBench& bench, FetchedVertex vertex, std::uint32_t start_instance = 0) {
  const VertexFetcher fetcher{bench.state, bench.memory, start_instance};
  Dwords values(fetcher.dwords(), 0xDEAD);
  fetcher.fetch(vertex, values);
  return values;
}

/// An element of a format at the start of a buffer with these bytes.
Dwords converted(SurfaceFormat format, const std::vector<std::uint8_t>& bytes,
                 std::array<std::uint32_t, 4> controls = {1, 1, 1, 1}) {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store_bytes(bytes), 64, static_cast<std::uint32_t>(bytes.size()));
  bench.elements({{.format = format, .controls = controls}});
  return fetched(bench, {});
}

constexpr std::uint32_t kOne = 0x3F80'0000;

}  // namespace

TEST_CASE("each component control stores what its row says", "[vertex_fetcher]") {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store(Dwords{10, 11, 12, 13}), 16, 16);
  const auto stored = [&](std::array<std::uint32_t, 4> controls) {
    bench.elements({{.format = SurfaceFormat::kR32G32B32A32Uint, .controls = controls}});
    return fetched(bench, {.primitive = 77});
  };
  CHECK(stored({1, 1, 1, 1}) == Dwords{10, 11, 12, 13});
  CHECK(stored({1, 2, 3, 4}) == Dwords{10, 0, kOne, 1});
  CHECK(stored({4, 3, 2, 1}) == Dwords{1, kOne, 0, 10});  // source components in turn
  CHECK(stored({7, 1, 7, 1}) == Dwords{77, 10, 77, 11});
  CHECK(stored({1, 0, 0, 0}) == Dwords{10, 0, 0, 0});
  CHECK_THROWS_AS(stored({0, 0, 0, 0}), Error);
  CHECK_THROWS_AS(stored({1, 0, 1, 0}), Error);
  CHECK_THROWS_AS(stored({1, 5, 1, 1}), Error);
}

TEST_CASE("a 64-bit element has two DWords a component, and four or eight of them", "[vertex_fetcher]") {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store(Dwords{10, 11, 12, 13, 14, 15, 16, 17}), 32, 32);
  const auto stored = [&](SurfaceFormat format, std::array<std::uint32_t, 4> controls) {
    bench.elements({{.format = format, .controls = controls}, {.format = SurfaceFormat::kR32Uint}});
    return fetched(bench, {});
  };
  CHECK(stored(SurfaceFormat::kR64Passthru, {1, 2, 0, 0}) == Dwords{10, 11, 0, 0, 10, 0, 0, 1});
  CHECK(stored(SurfaceFormat::kR64G64Passthru, {1, 1, 2, 2}) == Dwords{10, 11, 12, 13, 0, 0, 0, 0, 10, 0, 0, 1});
  CHECK(stored(SurfaceFormat::kR64G64B64A64Passthru, {1, 1, 1, 1}) ==
        Dwords{10, 11, 12, 13, 14, 15, 16, 17, 10, 0, 0, 1});
  CHECK(stored(SurfaceFormat::kR64Passthru, {4, 3, 0, 0}) == Dwords{1, 0, 0, 0x3FF0'0000, 10, 0, 0, 1});
}

TEST_CASE("source formats become floats or integers of 32 bits, lacking components 0 and alpha 1", "[vertex_fetcher]") {
  const auto f = [](float x) { return bits_of(x); };
  CHECK(converted(SurfaceFormat::kR32G32Float, {0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0}) == Dwords{f(1), f(-2), 0, f(1)});
  CHECK(converted(SurfaceFormat::kR8G8B8A8Unorm, {0, 255, 51, 128}) == Dwords{0, f(1), f(0.2f), f(128.0f / 255)});
  CHECK(converted(SurfaceFormat::kR16G16Snorm, {0, 0x80, 0xFF, 0x7F}) == Dwords{f(-1), f(1), 0, f(1)});
  CHECK(converted(SurfaceFormat::kR16G16Sscaled, {0xFE, 0xFF, 3, 0}) == Dwords{f(-2), f(3), 0, f(1)});
  CHECK(converted(SurfaceFormat::kR8G8Uscaled, {255, 7}) == Dwords{f(255), f(7), 0, f(1)});
  CHECK(converted(SurfaceFormat::kR16G16B16A16Float, {0, 0x3C, 0, 0xC0, 0, 0, 1, 0}) ==
        Dwords{f(1), f(-2), 0, f(0x1p-24f)});
  CHECK(converted(SurfaceFormat::kR8Sint, {0xFE}) == Dwords{0xFFFF'FFFE, 0, 0, 1});
  CHECK(converted(SurfaceFormat::kR16G16B16A16Uint, {1, 2, 3, 0, 4, 0, 5, 0}) == Dwords{0x201, 3, 4, 5});
  CHECK(converted(SurfaceFormat::kR10G10B10A2Unorm, {0xFF, 3, 0, 0xC0}) == Dwords{f(1), 0, 0, f(1)});
  CHECK(converted(SurfaceFormat::kR64Float, {0, 0, 0, 0, 0, 0, 0xF8, 0x3F}) == Dwords{f(1.5f), 0, 0, f(1)});
  CHECK_THROWS_AS(converted(SurfaceFormat::kBc1Unorm, std::vector<std::uint8_t>(8)), Error);
}

TEST_CASE("an element's address is start + pitch x index + offset, and reads 0 beyond its buffer", "[vertex_fetcher]") {
  FrameBench bench;
  bench.vertex_buffer(3, bench.store(Dwords{0, 1, 2, 3, 4, 5, 6, 7}), 8, 31);
  bench.elements({{.buffer = 3, .offset = 4, .format = SurfaceFormat::kR32Uint, .controls = {1, 2, 2, 3}}});
  CHECK(fetched(bench, {.index = 0})[0] == 1);
  CHECK(fetched(bench, {.index = 2})[0] == 5);
  CHECK(fetched(bench, {.index = 3}) == Dwords{0, 0, 0, kOne});  // its last byte lies beyond
  CHECK(fetched(bench, {.index = ~0u})[0] == 0);
  bench.vertex_buffer(3, bench.store(Dwords{9, 8}), 0, 8);
  CHECK(fetched(bench, {.index = 1000})[0] == 8);
}

TEST_CASE("an instanced element advances by one each step instances, from the start instance on", "[vertex_fetcher]") {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store(Dwords{0, 1, 2, 3, 4, 5, 6, 7}), 4, 32);
  bench.elements({{.format = SurfaceFormat::kR32Uint, .controls = {1, 2, 2, 2}}});
  bench.set(command::kVfInstancing["Instancing Enable"], 1);
  bench.set(command::kVfInstancing["Instance Data Step Rate"], 2);
  CHECK(fetched(bench, {.index = 6, .instance = 3}, 2)[0] == 3);
  bench.set(command::kVfInstancing["Instance Data Step Rate"], 0);
  CHECK(fetched(bench, {.index = 6, .instance = 3}, 2)[0] == 2);
  bench.set(command::kVfInstancing["Instancing Enable"], 0);
  CHECK(fetched(bench, {.index = 6, .instance = 3}, 2)[0] == 6);
}

TEST_CASE("generated values replace components, which take no component of the source", "[vertex_fetcher]") {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store(Dwords{10, 11, 12, 13}), 16, 16);
  bench.elements({{.format = SurfaceFormat::kR32G32B32A32Uint}, {.format = SurfaceFormat::kR32G32B32A32Uint}});
  bench.set(command::kVfSgvs["VertexID Enable"], 1);
  bench.set(command::kVfSgvs["VertexID Element Offset"], 1);
  bench.set(command::kVfSgvs["VertexID Component Number"], 0);
  CHECK(fetched(bench, {.number = 5, .instance = 6}) == Dwords{10, 11, 12, 13, 5, 10, 11, 12});
  bench.set(command::kVfSgvs["InstanceID Enable"], 1);
  bench.set(command::kVfSgvs["InstanceID Element Offset"], 1);
  bench.set(command::kVfSgvs["InstanceID Component Number"], 2);
  CHECK(fetched(bench, {.number = 5, .instance = 6}) == Dwords{10, 11, 12, 13, 5, 10, 6, 11});
}

TEST_CASE("with component packing only enabled components have room", "[vertex_fetcher]") {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store(Dwords{10, 11, 12, 13}), 16, 16);
  bench.elements({{.format = SurfaceFormat::kR32G32B32A32Uint}, {.format = SurfaceFormat::kR32G32B32A32Uint}});
  bench.set(command::kVfComponentPacking["Vertex Element 00 Enables"], 0b1010);
  bench.set(command::kVfComponentPacking["Vertex Element 01 Enables"], 0b0101);
  CHECK(fetched(bench, {}) == Dwords{10, 11, 12, 13, 10, 11, 12, 13});
  bench.set(command::kVf["Component Packing Enable"], 1);
  CHECK(fetched(bench, {}) == Dwords{11, 13, 10, 12});
  for (std::uint64_t enables = 0; enables < 16; ++enables) {
    bench.set(command::kVfComponentPacking["Vertex Element 00 Enables"], enables);
    Dwords expected;
    for (unsigned i = 0; i < 4; ++i) {
      if ((enables >> i & 1u) != 0) expected.push_back(10 + i);
    }
    expected.insert(expected.end(), {10, 12});
    CHECK(fetched(bench, {}) == expected);
  }
}

TEST_CASE("an edge flag is fetched beside the vertex and has no room in it", "[vertex_fetcher]") {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store(Dwords{1, 0, 5}), 4, 12);
  bench.elements({{.format = SurfaceFormat::kR32Uint, .controls = {1, 2, 2, 2}},
                  {.format = SurfaceFormat::kR32Uint, .controls = {1, 0, 0, 0}, .edge_flag = true}});
  const VertexFetcher fetcher{bench.state, bench.memory, 0};
  CHECK(fetcher.dwords() == 4);
  CHECK(fetcher.edge_flag({.index = 0}));
  CHECK_FALSE(fetcher.edge_flag({.index = 1}));
  CHECK(fetcher.edge_flag({.index = 2}));
}
