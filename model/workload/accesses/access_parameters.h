// Parameters of a workload of accesses: the file of quads, and the textures and samplers that it counts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/parameter.h"
#include "isa/gen9/surface_format.h"
#include "workload/extent/image_extent.h"
#include "workload/texture_walk/texture_walk_parameters.h"

namespace texpipe::study {

/// A sampler by the keys of a walk's, or by the bits of its state.
struct AccessSamplerParameters {
  WalkSamplerParameters keys;
  std::vector<std::uint32_t> words;

  template <class Visitor>
  void describe(Visitor& v) {
    keys.describe(v);
    v("words", words,
      {.help = "the four DWords of a SAMPLER_STATE, which then stand for all other keys but "
               "mono_filter; their border colour is transparent black"});
  }
};

struct AccessesParameters {
  std::string file;
  std::vector<std::string> textures;
  std::vector<TextureTiling> tiling{TextureTiling::kAuto};
  std::uint32_t samplers{1};
  std::vector<AccessSamplerParameters> sampler{samplers};
  std::uint32_t simd{16};
  std::uint32_t threads_per_group{1};
  std::uint32_t in_flight{4};
  std::uint32_t instructions{4};
  ImageExtent image{640, 480};
  gen9::SurfaceFormat output_format{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  ByteSize max_memory{std::uint64_t{2} << 30};

  template <class Visitor>
  void describe(Visitor& v) {
    v("file", file, {.help = "quads, as CSV or JSON Lines; may be packed by zstd", .required = true, .is_path = true});
    v("textures", textures,
      {.help = "texture files, which the quads count from 0: DDS, KTX or PNG", .required = true, .is_path = true});
    v("tiling", tiling, {.help = "how the textures lie in memory: one word for each, or one for all"});
    v("samplers", samplers, {.range = {{1u, 64u}}, .help = "samplers, which the quads count from 0"});
    v.list("sampler", sampler, samplers, "SAMPLER_STATE");
    v("simd", simd,
      {.range = {{8u, 16u}},
       .power_of_two = true,
       .help = "channels of a message whose quads do not say, four of a quad"});
    v("threads_per_group", threads_per_group,
      {.range = {{1u, 64u}}, .help = "threads of a work group, in the order in which the file names them"});
    v("in_flight", in_flight,
      {.range = {{1u, 8u}}, .help = "messages that a thread sends before it waits for the first"});
    v("instructions", instructions,
      {.range = {{0u, 100'000u}}, .help = "arithmetic instructions before each message, each waiting for the last"});
    v("image", image, {.help = "size of the picture, WIDTHxHEIGHT, of files whose quads name their pixels"});
    v("output_format", output_format, {.help = "format of the picture, one that typed writes have"});
    v("max_memory", max_memory, {.help = "most memory for the messages of the file; one that needs more is refused"});
  }
};

}  // namespace texpipe::study
