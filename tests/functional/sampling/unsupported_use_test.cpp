#include "functional/sampling/unsupported_use.h"

#include <catch2/catch.hpp>

#include "functional/sampling/sampler_bench.h"
#include "functional/sampling/sampler_cache.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using gen9::SurfaceType;
using Mode = gen9::TextureCoordinateMode;

namespace {

/// A message to a surface, and what is changed of states that the manual supports.
struct Asked {
  const char* part;  // of the one warning; empty: there is none
  Op op = Op::kSample;
  SurfaceImage image = {};
  void (*change)(SamplerBench& bench) = [](SamplerBench&) {};
  MessageOptions options = {};
};

const Asked kAsked[] = {
    {"", Op::kSample},
    {"", Op::kSampleC, {.format = SurfaceFormat::kR32Float}},
    {"sample of R32_SINT, SURFTYPE_2D: the manual does not support a map filter other than NEAREST on a format without "
     "filter",
     Op::kSample,
     {.format = SurfaceFormat::kR32Sint},
     [](SamplerBench& b) { b.sampler.min_filter = gen9::MapFilter::kLinear; }},
    {"",
     Op::kLd,
     {.format = SurfaceFormat::kR32Sint},
     [](SamplerBench& b) { b.sampler.min_filter = gen9::MapFilter::kLinear; }},
    {"mip filter LINEAR on a format without filter",
     Op::kSample,
     {.format = SurfaceFormat::kR32Sint},
     [](SamplerBench& b) { b.sampler.mip_filter = gen9::MipFilter::kLinear; }},
    {"sample_c of BC7_UNORM, SURFTYPE_2D: the manual does not support comparison",
     Op::kSampleC,
     {.format = SurfaceFormat::kBc7Unorm}},
    {"comparison on a 3D surface",
     Op::kSampleC,
     {.type = SurfaceType::k3D, .format = SurfaceFormat::kR32Float, .depth = 4}},
    {"border colour mode DX9 with integers",
     Op::kSample,
     {.format = SurfaceFormat::kR8G8B8A8Uint},
     [](SamplerBench& b) { b.sampler.border_color_mode = gen9::BorderColorMode::kDx9; }},
    {"with unnormalised coordinates",
     Op::kSample,
     {},
     [](SamplerBench& b) {
       b.sampler.non_normalized_coordinates = true;
       b.sampler.address_v = Mode::kWrap;
     }},
    {"", Op::kSample, {}, [](SamplerBench& b) { b.sampler.non_normalized_coordinates = true; }},
    {"unnormalised coordinates on a surface other than 2D and 3D",
     Op::kSample,
     {.type = SurfaceType::k1D, .height = 1},
     [](SamplerBench& b) { b.sampler.non_normalized_coordinates = true; }},
    {"a mip filter with unnormalised coordinates",
     Op::kSample,
     {.levels = 2},
     [](SamplerBench& b) {
       b.sampler.non_normalized_coordinates = true;
       b.sampler.mip_filter = gen9::MipFilter::kNearest;
     }},
    {"texel offsets with unnormalised coordinates",
     Op::kSample,
     {},
     [](SamplerBench& b) { b.sampler.non_normalized_coordinates = true; },
     {.header = 0x100}},
    {"", Op::kSample, {}, [](SamplerBench&) {}, {.header = 0x100}},
    {"texel offsets on a cube", Op::kSample, {.type = SurfaceType::kCube}, [](SamplerBench&) {}, {.header = 0x100}},
    {"ANISOTROPIC on a 3D surface",
     Op::kSample,
     {.type = SurfaceType::k3D, .depth = 4},
     [](SamplerBench& b) { b.sampler.mag_filter = gen9::MapFilter::kAnisotropic; }},
    {"sample_min or sample_max on a surface other than 2D", Op::kSampleMin, {.type = SurfaceType::k3D, .depth = 4}},
    {"address mode CUBE on a surface that is no cube",
     Op::kSample,
     {},
     [](SamplerBench& b) { b.sampler.address_u = Mode::kCube; }},
    {"on a cube",
     Op::kSample,
     {.type = SurfaceType::kCube},
     [](SamplerBench& b) { b.sampler.address_u = Mode::kMirror; }},
    {"a chroma key with map filter ANISOTROPIC or MONO",
     Op::kSample,
     {.format = SurfaceFormat::kB8G8R8A8Unorm},
     [](SamplerBench& b) {
       b.sampler.chroma_key_enable = true;
       b.sampler.min_filter = gen9::MapFilter::kAnisotropic;
     }},
    {"a chroma key on a format that has none",
     Op::kSample,
     {.format = SurfaceFormat::kR32G32B32A32Float},
     [](SamplerBench& b) { b.sampler.chroma_key_enable = true; }},
    {"a chroma key with a Resource Min LOD",
     Op::kSample,
     {.format = SurfaceFormat::kB8G8R8A8Unorm, .levels = 2},
     [](SamplerBench& b) {
       b.sampler.chroma_key_enable = true;
       b.state.resource_min_lod = gen9::U4_8::nearest(1.0);
     }},
    {"derivatives in a message without subspans", Op::kSample, {}, [](SamplerBench&) {}, {.header = 0, .simd_mode = 1}},
    {"a comparing gather of a channel other than red",
     Op::kGather4C,
     {.format = SurfaceFormat::kR32Float},
     [](SamplerBench&) {},
     {.header = 1u << 16}},
};

std::vector<std::string> warnings_of(const Asked& asked, unsigned messages) {
  SurfaceImage image = asked.image;
  if (image.width == 1) image.width = 8;
  if (image.height == 1 && image.type != SurfaceType::k1D) image.height = 8;
  SamplerBench bench{image, std::vector<std::byte>(packed_bytes(image)), nearest_sampler()};
  asked.change(bench);
  Message message = bench.message(asked.op, {0.5f, 0.5f, 0.5f, 0.0f}, asked.options);
  UnsupportedUses uses;
  MessageContext context = *message.context;
  context.unsupported = &uses;
  message.context = &context;
  SamplerCache cache;
  SamplerOutcome outcome;
  for (unsigned i = 0; i < messages; ++i) execute_sampler_message(bench.memory, message, cache, outcome);
  return uses.texts();
}

}  // namespace

TEST_CASE("what the manual does not support is told once, and nothing else is", "[sampling][unsupported]") {
  for (const Asked& asked : kAsked) {
    const std::vector<std::string> texts = warnings_of(asked, 3);
    INFO("expected: " << asked.part);
    for (const std::string& text : texts) UNSCOPED_INFO("told: " << text);
    CHECK(texts.size() == (*asked.part == 0 ? 0 : 1));
    if (texts.size() == 1) CHECK(texts[0].find(asked.part) != std::string::npos);
  }
}

TEST_CASE("a null surface and a disabled sampler are nothing that the manual forbids", "[sampling][unsupported]") {
  const auto linear_integers = [](SamplerBench& b) { b.sampler.min_filter = gen9::MapFilter::kLinear; };
  Asked asked{"", Op::kSample, {.format = SurfaceFormat::kR32Sint}, linear_integers};
  CHECK(warnings_of(asked, 1).size() == 1);
  asked.change = [](SamplerBench& b) {
    b.sampler.min_filter = gen9::MapFilter::kLinear;
    b.sampler.disable = true;
  };
  CHECK(warnings_of(asked, 1).empty());
  asked.change = [](SamplerBench& b) {
    b.sampler.min_filter = gen9::MapFilter::kLinear;
    b.state.type = SurfaceType::kNull;
  };
  CHECK(warnings_of(asked, 1).empty());
}
