// Parameters of a microbenchmark: which one it is, and its own keys. Each is a published measurement's program.
#pragma once

#include <array>
#include <cstdint>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "isa/gen9/sampler_state_enums.h"
#include "isa/gen9/surface_format.h"
#include "workload/extent/image_extent.h"

namespace texpipe::study {

enum class Microbenchmark : std::uint8_t {
  kSamplerChain,
  kSamplerRate,
  kRandomSamples,
  kInstructions,
  kDataPortChain,
  kDataPortRate,
};

inline constexpr std::array<EnumRow, 6> kMicrobenchmarks{{
    {0, "sampler_chain", "one thread whose loads each wait for the index that the one before brought"},
    {1, "sampler_rate", "every thread loads or samples its part of a small surface again and again"},
    {2, "random_samples", "every pixel samples eight places from a random one on"},
    {3, "instructions", "one instruction many times, each waiting for the one before or none"},
    {4, "data_port_chain", "one thread whose untyped reads each wait for the address that the one before brought"},
    {5, "data_port_rate", "every thread reads or writes its part of a small buffer again and again"},
}};
inline EnumRows enum_rows(Microbenchmark) {
  return {"microbenchmark", kMicrobenchmarks};
}

struct SamplerChainParameters {
  ByteSize footprint{8 * 1024};
  ByteSize stride{64};
  std::uint32_t loads{1024};
  std::uint32_t lanes{1};

  template <class Visitor>
  void describe(Visitor& v) {
    v("footprint", footprint,
      {.range = {{ByteSize{64}, ByteSize{512ull << 20}}},
       .power_of_two = true,
       .help = "bytes of the typed buffer that the chain goes through, all of it in each round"});
    v("stride", stride,
      {.range = {{ByteSize{4}, ByteSize{1 << 20}}},
       .power_of_two = true,
       .help = "bytes from one place of the chain to the next in memory; each round visits every place once, in a "
               "scattered order; at most the footprint"});
    v("loads", loads, {.range = {{1u, 1u << 24}}, .help = "loads of the thread"});
    v("lanes", lanes, {.range = {{1u, 8u}}, .help = "channels of the SIMD8 loads, which all follow one chain"});
  }
};

enum class SamplerAccess : std::uint8_t { kLoad, kNearest, kBilinear };

inline constexpr std::array<EnumRow, 3> kSamplerAccesses{{
    {0, "load", "ld_lz, by texel"},
    {1, "nearest", "sample_lz at texel centres, the nearest texel"},
    {2, "bilinear", "sample_lz at texel centres, four texels"},
}};
inline EnumRows enum_rows(SamplerAccess) {
  return {"sampler access", kSamplerAccesses};
}

enum class BenchmarkSurface : std::uint8_t { kTexture, kBuffer };

inline constexpr std::array<EnumRow, 2> kBenchmarkSurfaces{{
    {0, "texture", "2D, in Y tiles"},
    {1, "buffer", "a typed buffer of as many entries"},
}};
inline EnumRows enum_rows(BenchmarkSurface) {
  return {"benchmark surface", kBenchmarkSurfaces};
}

enum class LaneSpread : std::uint8_t { kSame, kNeighbouring, kRandom };

inline constexpr std::array<EnumRow, 3> kLaneSpreads{{
    {0, "same", "all lanes start at texel 0"},
    {1, "neighbouring", "lane n of row m starts at texel (n, m); of a buffer at 16 m + n"},
    {2, "random", "lane n of row m starts at texel (3 n & 4, 3 m & 4); of a buffer at 3 (16 m + n) & 15"},
}};
inline EnumRows enum_rows(LaneSpread) {
  return {"spread of lanes", kLaneSpreads};
}

/// Work groups of 16x16 lanes in rows, as compute shaders have them: a message holds a row, so that a subspan is four
/// lanes beside each other. Each lane loads 16x16 texels from its start on.
struct SamplerRateParameters {
  SamplerAccess access{SamplerAccess::kLoad};
  BenchmarkSurface surface{BenchmarkSurface::kTexture};
  gen9::SurfaceFormat format{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  ImageExtent extent{32, 32};
  LaneSpread lanes{LaneSpread::kNeighbouring};
  std::uint32_t simd{16};
  std::uint32_t groups{3};
  std::uint32_t threads_per_group{16};
  std::uint32_t passes{1};
  std::uint32_t in_flight{4};

  template <class Visitor>
  void describe(Visitor& v) {
    v("access", access, {.help = "how texels are asked for; a buffer can only be loaded from"});
    v("surface", surface, {.help = "kind of surface that the texels are in"});
    v("format", format, {.help = "format of the surface; responses have as many channels as it stores"});
    v("extent", extent,
      {.help = "size of the surface in texels, WIDTHxHEIGHT, at least 32x32 so that every lane stays inside"});
    v("lanes", lanes, {.help = "texels at which the lanes of a group start"});
    v("simd", simd, {.range = {{8u, 16u}}, .power_of_two = true, .help = "channels of a message"});
    v("groups", groups, {.range = {{1u, 65535u}}, .help = "work groups"});
    v("threads_per_group", threads_per_group,
      {.range = {{1u, 64u}},
       .help = "threads of a group: so many, the first ones, of the 16 rows of its lanes (SIMD8: of 32 half rows)"});
    v("passes", passes, {.range = {{1u, 1'000'000u}}, .help = "repetitions of the 256 loads of every lane"});
    v("in_flight", in_flight,
      {.range = {{1u, 4u}}, .help = "messages that a thread sends before it uses the first's result"});
  }
};

struct RandomSamplesParameters {
  ImageExtent texture{64, 64};
  gen9::SurfaceFormat format{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  gen9::MapFilter filter{gen9::MapFilter::kLinear};
  std::uint32_t threads{1536};
  std::uint32_t seed{1};

  template <class Visitor>
  void describe(Visitor& v) {
    v("texture", texture, {.help = "size of the texture in texels, WIDTHxHEIGHT; it has one level"});
    v("format", format, {.help = "format of the texture"});
    v("filter", filter, {.help = "filter of the samples: NEAREST or LINEAR"});
    v("threads", threads,
      {.range = {{1u, 1u << 24}}, .help = "threads, of 16 pixels each; a pixel samples eight places"});
    v("seed", seed, {.help = "seed of the positions"});
  }
};

enum class BenchmarkInstruction : std::uint8_t {
  kMove,
  kAdd,
  kMultiply,
  kMultiplyAdd,
  kReciprocal,
  kIntegerAdd,
  kIntegerMultiply,
  kXor,
  kShift,
  kJump,
};

inline constexpr std::array<EnumRow, 10> kBenchmarkInstructions{{
    {0, "move", "moves 32 bits"},
    {1, "add", "float"},
    {2, "multiply", "float"},
    {3, "multiply_add", "float, three sources"},
    {4, "reciprocal", "float, extended math"},
    {5, "integer_add", "32 bits"},
    {6, "integer_multiply", "32 bits"},
    {7, "xor", "32 bits"},
    {8, "shift", "32 bits, to the right"},
    {9, "jump", "to the next instruction"},
}};
inline EnumRows enum_rows(BenchmarkInstruction) {
  return {"benchmark instruction", kBenchmarkInstructions};
}

struct InstructionBenchmarkParameters {
  BenchmarkInstruction instruction{BenchmarkInstruction::kAdd};
  bool chain{true};
  std::uint32_t simd{8};
  std::uint32_t count{64};
  std::uint32_t threads{1};

  template <class Visitor>
  void describe(Visitor& v) {
    v("instruction", instruction, {.help = "instruction that is repeated"});
    v("chain", chain, {.help = "each instruction reads what the one before wrote; false: none waits for another"});
    v("simd", simd, {.range = {{8u, 16u}}, .power_of_two = true, .help = "lanes of an instruction"});
    v("count", count, {.range = {{1u, 100'000u}}, .help = "instructions of a thread, without a loop"});
    v("threads", threads, {.range = {{1u, 65535u}}, .help = "threads of the whole run"});
  }
};

enum class BenchmarkMemory : std::uint8_t { kBuffer, kLocal };

inline constexpr std::array<EnumRow, 2> kBenchmarkMemories{{
    {0, "buffer", "a surface, through L3"},
    {1, "local", "shared local memory of the group"},
}};
inline EnumRows enum_rows(BenchmarkMemory) {
  return {"benchmark memory", kBenchmarkMemories};
}

inline constexpr ByteSize kLargestLocalMemory{64 * 1024};

struct DataPortChainParameters {
  BenchmarkMemory memory{BenchmarkMemory::kBuffer};
  ByteSize footprint{8 * 1024};
  ByteSize stride{64};
  std::uint32_t loads{1024};

  template <class Visitor>
  void describe(Visitor& v) {
    v("memory", memory, {.help = "memory that the chain goes through"});
    v("footprint", footprint,
      {.range = {{ByteSize{64}, ByteSize{512ull << 20}}},
       .power_of_two = true,
       .help =
           "bytes of memory that the chain goes through, all of them in each round; of local memory at most 64KiB"});
    v("stride", stride,
      {.range = {{ByteSize{4}, ByteSize{1 << 20}}},
       .power_of_two = true,
       .help = "bytes from one place of the chain to the next in memory; each round visits every place once, in a "
               "scattered order; at most the footprint"});
    v("loads", loads, {.range = {{1u, 1u << 24}}, .help = "reads of the thread, SIMD8 with one channel"});
  }
};

enum class DataPortAccess : std::uint8_t { kRead, kWrite };

inline constexpr std::array<EnumRow, 2> kDataPortAccesses{{
    {0, "read", "untyped surface read"},
    {1, "write", "untyped surface write"},
}};
inline EnumRows enum_rows(DataPortAccess) {
  return {"data port access", kDataPortAccesses};
}

/// Work groups of 256 lanes, 16 to a thread. Each lane has 256 accesses from its start on.
struct DataPortRateParameters {
  DataPortAccess access{DataPortAccess::kRead};
  BenchmarkMemory memory{BenchmarkMemory::kBuffer};
  std::uint32_t dwords{1};
  LaneSpread lanes{LaneSpread::kNeighbouring};
  std::uint32_t spacing{1};
  std::uint32_t step{1};
  std::uint32_t groups{3};
  std::uint32_t threads_per_group{16};
  std::uint32_t passes{1};
  std::uint32_t in_flight{4};

  template <class Visitor>
  void describe(Visitor& v) {
    v("access", access, {.help = "whether the SIMD16 messages read or write"});
    v("memory", memory, {.help = "memory that is accessed; local memory is 64KiB at most"});
    v("dwords", dwords, {.range = {{1u, 4u}}, .help = "DWords of an element; a lane accesses an element at a time"});
    v("lanes", lanes,
      {.help = "element at which lane n of a group starts. same: 0; neighbouring: n; random: 3 n & 15"});
    v("spacing", spacing,
      {.range = {{1u, 64u}}, .help = "factor of the elements at which lanes start: 2 leaves every other element out"});
    v("step", step, {.range = {{0u, 64u}}, .help = "elements from an access of a lane to its next; 0: the same again"});
    v("groups", groups, {.range = {{1u, 65535u}}, .help = "work groups"});
    v("threads_per_group", threads_per_group,
      {.range = {{1u, 16u}}, .help = "threads of a group: so many, the first ones, of 16"});
    v("passes", passes, {.range = {{1u, 1'000'000u}}, .help = "repetitions of the 256 accesses of every lane"});
    v("in_flight", in_flight,
      {.range = {{1u, 4u}}, .help = "messages that a thread sends before it uses the first's result"});
  }
};

struct MicrobenchmarkParameters {
  Microbenchmark benchmark{Microbenchmark::kSamplerChain};
  SamplerChainParameters sampler_chain;
  SamplerRateParameters sampler_rate;
  RandomSamplesParameters random_samples;
  InstructionBenchmarkParameters instructions;
  DataPortChainParameters data_port_chain;
  DataPortRateParameters data_port_rate;

  template <class Visitor>
  void describe(Visitor& v) {
    v("benchmark", benchmark, {.help = "what is measured", .required = true});
    v.group("sampler_chain", sampler_chain, "sampler_chain");
    v.group("sampler_rate", sampler_rate, "sampler_rate");
    v.group("random_samples", random_samples, "random_samples");
    v.group("instructions", instructions, "instructions");
    v.group("data_port_chain", data_port_chain, "data_port_chain");
    v.group("data_port_rate", data_port_rate, "data_port_rate");
  }
};

}  // namespace texpipe::study
