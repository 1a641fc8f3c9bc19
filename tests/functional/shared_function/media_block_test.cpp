#include "functional/shared_function/media_block.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "base/diagnostic.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// A surface of 12 x 6 bytes that hold 16 y + x.
struct Bench {
  GpuMemory memory;
  StateHeap heap{memory};
  gen9::DataPortMessage fields;

  explicit Bench(Tiling tiling, gen9::SurfaceFormat format = gen9::SurfaceFormat::kR8Uint, std::uint32_t width = 12) {
    const SurfaceImage image{.format = format, .width = width, .height = 6};
    std::vector<std::byte> texels(std::size_t{12} * 6);
    for (unsigned i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(16 * (i / 12) + i % 12);
    SurfaceOptions options;
    options.tiling = tiling;
    heap.add_surface(build_surface(memory, "image", image, texels, options));
    fields.header_present = true;
    fields.message_length = 1;
  }
  DataPortOutcome execute(std::int32_t x, std::int32_t y, unsigned width, unsigned height, unsigned registers,
                          std::vector<Grf> data = {}) {
    const bool write = !data.empty();
    fields.type =
        static_cast<std::uint8_t>(write ? gen9::DataPort1Type::kMediaBlockWrite : gen9::DataPort1Type::kMediaBlockRead);
    fields.response_length = static_cast<std::uint8_t>(write ? 0 : registers);
    fields.extended_message_length = static_cast<std::uint8_t>(data.size());
    const gen9::MessageWords words = fields.encode();
    std::vector<Grf> payload{
        Grf{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), (height - 1) << 16 | (width - 1)}};
    payload.insert(payload.end(), data.begin(), data.end());
    return execute_data_port_message(memory, {.shared_function = 12,
                                              .descriptor = words.descriptor,
                                              .extended_descriptor = words.extended,
                                              .execution_mask = 0xFF,
                                              .payload = payload,
                                              .context = &heap.context()});
  }
};

std::vector<unsigned> bytes_of(const Grf& grf, unsigned first, unsigned count) {
  std::array<unsigned char, 32> bytes;
  std::memcpy(bytes.data(), grf.data(), bytes.size());
  return {bytes.begin() + first, bytes.begin() + first + count};
}

using Bytes = std::vector<unsigned>;

}  // namespace

TEST_CASE("a media block's rows stand in registers by powers of two of bytes", "[dataport][media]") {
  for (const Tiling tiling : {Tiling::kLinear, Tiling::kY}) {
    Bench bench{tiling};
    const auto outcome = bench.execute(2, 1, 6, 5, 2);
    CHECK(bytes_of(outcome.response.registers[0], 0, 6) == Bytes{0x12, 0x13, 0x14, 0x15, 0x16, 0x17});
    CHECK(bytes_of(outcome.response.registers[0], 8, 2) == Bytes{0x22, 0x23});
    CHECK(bytes_of(outcome.response.registers[1], 0, 2) == Bytes{0x52, 0x53});
  }
}

TEST_CASE("a media block reads the nearest texel outside of its surface and writes nothing there",
          "[dataport][media]") {
  Bench bench{Tiling::kLinear};
  const auto outcome = bench.execute(-2, 4, 4, 3, 1);
  CHECK(bytes_of(outcome.response.registers[0], 0, 4) == Bytes{0x40, 0x40, 0x40, 0x41});
  CHECK(bytes_of(outcome.response.registers[0], 8, 4) == Bytes{0x50, 0x50, 0x50, 0x51});
  CHECK(bytes_of(bench.execute(10, 0, 4, 1, 1).response.registers[0], 0, 4) == Bytes{10, 11, 11, 11});
  const auto write = bench.execute(10, 5, 4, 2, 0, {Grf{0xDDCC'BBAA, 0x4433'2211}});
  CHECK(write.writes.size() == 2);
  CHECK(bytes_of(bench.execute(8, 5, 4, 1, 1).response.registers[0], 0, 4) == Bytes{0x58, 0x59, 0xAA, 0xBB});
  CHECK(bytes_of(bench.execute(0, 5, 4, 1, 1).response.registers[0], 0, 4) == Bytes{0x50, 0x51, 0x52, 0x53});
}

TEST_CASE("beyond a row of larger texels a media block repeats the last texel whole", "[dataport][media]") {
  Bench bench{Tiling::kLinear, gen9::SurfaceFormat::kR16Uint, 6};
  CHECK(bytes_of(bench.execute(10, 0, 4, 1, 1).response.registers[0], 0, 4) == Bytes{10, 11, 10, 11});
  CHECK(bytes_of(bench.execute(-2, 0, 4, 1, 1).response.registers[0], 0, 4) == Bytes{0, 1, 0, 1});
}

TEST_CASE("media blocks that are too large or stand between texels are refused by name", "[dataport][media]") {
  Bench bench{Tiling::kLinear, gen9::SurfaceFormat::kR16Uint, 6};
  CHECK_THROWS_WITH(bench.execute(0, 0, 32, 9, 9), Catch::Contains("media block read of 32 x 9 bytes"));
  CHECK_THROWS_WITH(bench.execute(1, 0, 4, 1, 1), Catch::Contains("columns"));
}
