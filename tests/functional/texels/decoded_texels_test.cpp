#include "functional/texels/decoded_texels.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "functional/sampling/sampler_bench.h"
#include "functional/sampling/texel_reader.h"
#include "functional/sampling/texture_binding.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;

namespace {

std::vector<std::byte> noise(std::size_t bytes) {
  std::mt19937 engine{3};
  std::vector<std::byte> texels(bytes);
  for (std::byte& byte : texels) byte = static_cast<std::byte>(engine());
  return texels;
}

/// A texel as the four codes that were stored for it.
std::array<std::uint32_t, 4> stored(const DecodedTexels& texels, std::uint32_t index) {
  const std::byte* at = texels.texels() + std::size_t{index} * texel_bytes(texels.storage());
  std::array<std::uint32_t, 4> codes{};
  for (unsigned c = 0; c < 4; ++c) {
    if (texels.storage() == TexelStorage::kBytes) {
      codes[c] = std::to_integer<std::uint32_t>(at[c]);
    } else if (texels.storage() == TexelStorage::kWords) {
      std::memcpy(&codes[c], at + 4 * c, 4);
    } else {
      std::uint16_t code = 0;
      std::memcpy(&code, at + 2 * c, 2);
      const bool is_signed = texels.storage() == TexelStorage::kSigned16;
      codes[c] = is_signed ? static_cast<std::uint32_t>(static_cast<std::int16_t>(code)) : code;
    }
  }
  return codes;
}

TexelSource source_of(const SamplerBench& bench, unsigned levels) {
  TexelSource source;
  source.format = bench.state.format;
  source.geometry = surface_geometry(bench.state);
  source.levels = static_cast<std::uint8_t>(levels);
  return source;
}

/// Decodes a surface of a format and compares all its texels with those that the stepwise reader finds.
void check_format(const gen9::FormatFacts& facts, Tiling tiling) {
  const SurfaceImage image{.format = facts.format, .width = 37, .height = 21, .levels = 4};
  const auto bytes = noise(packed_bytes(image));
  SamplerBench bench{image, bytes, nearest_sampler(), {}, {.tiling = tiling}};
  const Message message = bench.message(Op::kLdLz, {0, 0});
  SamplerRequest request;
  decode_sampler_request(message, request);
  const auto binding = make_binding(bench.memory, message, read_binding_words(bench.memory, message, request));
  TexelReader reader{bench.memory, binding->surface};
  DecodedTexels texels{source_of(bench, 4)};
  texels.prepare(bench.memory);
  for (unsigned level = 0; level < 4; ++level) {
    const LevelSize size = binding->surface.size[level];
    for (std::uint32_t y = 0; y < size.height; ++y) {
      for (std::uint32_t x = 0; x < size.width; ++x) {
        const std::uint32_t index = texels.index(level, x, y, 0);
        if (texels.ready()[index >> DecodedTexels::kTileBits] == 0)
          texels.decode(bench.memory, index >> DecodedTexels::kTileBits);
        INFO(facts.name << " level " << level << " at " << x << ", " << y);
        REQUIRE(stored(texels, index) == reader.read(level, {x, y, 0, 0}).code);
      }
    }
  }
  CHECK(*texels.incomplete() == 0);
}

}  // namespace

TEST_CASE("decoded texels of every format are those that the stepwise reader finds", "[texels]") {
  unsigned formats = 0;
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!facts.sampling || facts.kind == gen9::FormatKind::kPalette) continue;
    try {
      check_format(facts, formats % 2 == 0 ? Tiling::kLinear : Tiling::kY);
    } catch (const Error& error) {
      REQUIRE(error.code() == ExitCode::kUnsupported);  // texels of 3, 6 or 12 bytes in tiles
      continue;
    }
    ++formats;
  }
  CHECK(formats > 120);
}

TEST_CASE("a write to the memory below drops decoded texels, one beside them does not", "[texels][generation]") {
  const SurfaceImage image{.width = 64, .height = 64};
  SamplerBench bench{image, noise(packed_bytes(image)), nearest_sampler()};
  DecodedTexels texels{source_of(bench, 1)};
  texels.prepare(bench.memory);
  texels.decode(bench.memory, 0);
  REQUIRE(texels.ready()[0] == 1);
  bench.memory.allocate("beside", ByteSize{4096});
  bench.memory.write_u32(ByteAddress{bench.state.base_address.value() + (1u << 20)}, 5);
  texels.prepare(bench.memory);
  CHECK(texels.ready()[0] == 1);
  bench.memory.write_u32(bench.state.base_address, 0x04030201);
  texels.prepare(bench.memory);
  REQUIRE(texels.ready()[0] == 0);
  texels.decode(bench.memory, 0);
  CHECK(stored(texels, 0) == std::array<std::uint32_t, 4>{1, 2, 3, 4});
}

TEST_CASE("decoded texels stay within their budget: the oldest surfaces give theirs back", "[texels]") {
  GpuMemory memory;
  const auto source = [&](std::uint32_t width) {
    TexelSource source;
    gen9::RenderSurfaceState state = build_surface(memory, "surface", {.width = width, .height = 64}, {});
    source.geometry = surface_geometry(state);
    return source;
  };
  constexpr std::uint64_t kTwo = 2 * (5 * 5 * 256 * 4);
  TexelCache cache{kTwo};
  const auto first = cache.find(memory, source(64)), second = cache.find(memory, source(63)),
             third = cache.find(memory, source(62));
  cache.prepare(memory, first);
  cache.prepare(memory, second);
  CHECK((first->allocated() && second->allocated()));
  cache.prepare(memory, third);
  CHECK((!first->allocated() && third->allocated()));
  cache.prepare(memory, first);
  CHECK((first->allocated() && !second->allocated()));
  CHECK(cache.find(memory, first->source()) == first);
  CHECK(cache.find(GpuMemory{}, first->source()) != first);
}

TEST_CASE("messages see what was written to texels and states since the last one", "[texels][generation][sampling]") {
  SamplerBench bench{{.width = 2, .height = 1}, rgba({0xFF0000FF, 0xFF0000FF}), nearest_sampler()};
  const Message message = bench.message(Op::kSampleLz, {0.25f, 0.5f});
  const auto red = [&] { return real(execute_sampler_message(bench.memory, message, PlanDetail::kNone), 0); };
  CHECK(red() == 1.0f);
  bench.memory.write_u32(bench.state.base_address, 0xFF000033);
  CHECK(red() == 0.2f);
  // The sampler state's first dword: disabled.
  const ByteAddress sampler{bench.heap().context().dynamic_state_base.value() +
                            bench.heap().context().sampler_state_offset};
  const std::uint32_t word = bench.memory.read_u32(sampler);
  bench.memory.write_u32(sampler, word | 0x80000000u);
  CHECK(red() == 0.0f);
  bench.memory.write_u32(sampler, word);
  CHECK(red() == 0.2f);
}
