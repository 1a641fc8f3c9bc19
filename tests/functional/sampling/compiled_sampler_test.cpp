#include "functional/sampling/compiled_sampler.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "functional/sampling/random_messages.h"
#include "functional/sampling/sampler_cache.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

struct Tally {
  unsigned messages = 0;
  unsigned compiled = 0;  // with a compiled sampler
  unsigned plain = 0;     // of those, with one of the most frequent form
};

std::string described(RandomMessages& messages, const Message& message, std::uint64_t seed) {
  const SurfaceImage& image = messages.image();
  SamplerRequest request;
  decode_sampler_request(message, request);
  return "seed " + std::to_string(seed) + ", " + std::string{request.operation->name} + " on " +
         std::string{gen9::format_facts(image.format).name} + " type " + std::to_string(static_cast<int>(image.type)) +
         " " + std::to_string(image.width) + "x" + std::to_string(image.height) + "x" + std::to_string(image.depth) +
         ", " + std::to_string(image.levels) + " levels";
}

/// First difference of two responses; empty when they are equal.
std::string difference(const MessageResponse& a, const MessageResponse& b) {
  if (a.byte_enables != b.byte_enables || a.registers.size() != b.registers.size()) return "byte enables";
  for (std::size_t r = 0; r < a.registers.size(); ++r) {
    for (unsigned i = 0; i < 8; ++i) {
      if (a.registers[r][i] == b.registers[r][i]) continue;
      std::array<char, 80> text{};
      std::snprintf(text.data(), text.size(), "register %zu dword %u: %08x, stepwise %08x", r, i, a.registers[r][i],
                    b.registers[r][i]);
      return text.data();
    }
  }
  return {};
}

std::string words(const Footprint& footprint) {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), "level %u, tap %u, half %u, pixels %x, texels %04x, %u lines, the first %llx",
                footprint.level, footprint.tap, footprint.slice_half, footprint.pixels, footprint.texels,
                footprint.line_count, static_cast<unsigned long long>(footprint.lines[0]));
  return text.data();
}

/// First difference of two plans; empty when they are equal.
std::string difference(const SamplerOutcome& a, const SamplerOutcome& b) {
  if (a.subspans.size() != b.subspans.size()) return "subspans";
  for (std::size_t i = 0; i < a.subspans.size(); ++i) {
    const SubspanPlan &x = a.subspans[i], &y = b.subspans[i];
    if (x.pixels != y.pixels || x.anisotropy != y.anisotropy || x.footprints.size() != y.footprints.size())
      return "subspan " + std::to_string(i);
    for (std::size_t f = 0; f < x.footprints.size(); ++f) {
      const Footprint &p = x.footprints[f], &q = y.footprints[f];
      bool equal = p.pixels == q.pixels && p.level == q.level && p.tap == q.tap && p.slice_half == q.slice_half &&
                   p.texels == q.texels && p.filter == q.filter;
      equal = equal && p.line_count == q.line_count && p.blocks == q.blocks && p.decoded_lines == q.decoded_lines &&
              p.word_count == q.word_count && p.wide_words == q.wide_words &&
              std::equal(p.words.place.begin(), p.words.place.begin() + p.word_count, q.words.place.begin());
      for (unsigned line = 0; equal && line < p.line_count; ++line) equal = p.lines[line] == q.lines[line];
      if (!equal)
        return "subspan " + std::to_string(i) + " footprint " + std::to_string(f) + ": " + words(p) + ", stepwise " +
               words(q);
    }
  }
  return difference(a.response, b.response);
}

/// Sends the messages of one surface through the stepwise form and through the kernels of every instruction set.
void compare_forms(std::uint64_t seed, Drawn drawn, Tally& tally) {
  Dice dice{seed};
  std::unique_ptr<RandomMessages> random;
  try {
    random = std::make_unique<RandomMessages>(dice, drawn);
  } catch (const Error&) {
    return;  // the format has no such surface
  }
  const lanes::LaneKernelList kernels = lanes::all_lane_kernels();
  std::vector<std::unique_ptr<SamplerCache>> caches;
  for (unsigned i = 0; i < kernels.count; ++i) caches.push_back(std::make_unique<SamplerCache>(kernels.first[i]));
  SamplerOutcome fast;
  const LineShape lines{.bits = static_cast<std::uint8_t>(2 + seed % 6),
                        .decoded = seed / 6 % 2 == 0,
                        .words = static_cast<PlannedWords>(seed / 12 % 3)};
  for (int i = 0; i < 16; ++i) {
    const Message message = random->message();
    SamplerOutcome steps;
    try {
      steps = execute_sampler_message(random->memory(), message, {PlanDetail::kOperands, lines});
    } catch (const Error& error) {
      CHECK_THROWS_WITH(execute_sampler_message(random->memory(), message, *caches[0], fast), error.what());
      return;
    }
    ++tally.messages;
    {
      INFO("with plans: " << described(*random, message, seed) << ", message " << i);
      REQUIRE(difference(execute_sampler_message(random->memory(), message, {PlanDetail::kFootprints, lines}), steps) ==
              "");
    }
    for (unsigned k = 0; k < kernels.count; ++k) {
      execute_sampler_message(random->memory(), message, *caches[k], fast);
      INFO(kernels.first[k].name << ": " << described(*random, message, seed) << ", message " << i);
      REQUIRE(difference(fast.response, steps.response) == "");
    }
    SamplerRequest request;
    decode_sampler_request(message, request);
    const CompiledSampler* compiled = caches[0]->find(random->memory(), message, request).compiled;
    tally.compiled += compiled != nullptr;
    tally.plain += compiled != nullptr && compiled->is_plain();
  }
}

/// Compares as many surfaces as asked for by hand (TEXPIPE_RANDOM_SURFACES=20000), each with 16 messages.
Tally compare_surfaces(Drawn drawn, std::uint64_t surfaces) {
  if (const char* wanted = std::getenv("TEXPIPE_RANDOM_SURFACES")) surfaces = std::strtoull(wanted, nullptr, 10);
  const char* first = std::getenv("TEXPIPE_RANDOM_SEED");
  const std::uint64_t start = first != nullptr ? std::strtoull(first, nullptr, 10) : 1;
  Tally tally;
  for (std::uint64_t seed = start; seed < start + surfaces; ++seed) compare_forms(seed, drawn, tally);
  CHECK(tally.messages >= surfaces * 5);  // some formats have no surface of some shape
  return tally;
}

}  // namespace

TEST_CASE("the compiled form equals the stepwise form bit for bit, for any surface, sampler and message",
          "[sampling][compiled]") {
  const Tally tally = compare_surfaces(Drawn::kAny, 200);
  INFO(tally.messages << " messages, " << tally.compiled << " compiled");
  CHECK(tally.compiled >= tally.messages / 2);  // the compiled form took part
}

TEST_CASE("the form that most messages have equals the stepwise form bit for bit", "[sampling][compiled]") {
  const Tally tally = compare_surfaces(Drawn::kPlain, 200);
  INFO(tally.messages << " messages, " << tally.compiled << " compiled, " << tally.plain << " plain");
  CHECK(tally.plain >= tally.messages / 8);
}

TEST_CASE("what few messages ask for equals the stepwise form bit for bit", "[sampling][compiled]") {
  const Tally tally = compare_surfaces(Drawn::kRare, 200);
  INFO(tally.messages << " messages, " << tally.compiled << " compiled");
  CHECK(tally.compiled >= tally.messages * 3 / 4);
}

TEST_CASE("means of float texels equal the stepwise form's bit for bit", "[sampling][compiled]") {
  const Tally tally = compare_surfaces(Drawn::kFloats, 200);
  INFO(tally.messages << " messages, " << tally.compiled << " compiled, " << tally.plain << " plain");
  CHECK(tally.compiled >= tally.messages * 3 / 4);
}

TEST_CASE("means that double precision cannot round are rounded as the exact ones", "[sampling][compiled][F2]") {
  // (4 + 2^-22) / 4 lies in the middle of 1 and the next float32; what is added lies beyond a double's last bit.
  for (const float least : {0.0f, -0x1p-57f}) {
    for (const std::uint32_t size : {2u, 3u}) {  // the form that most messages have, and the general one
      const SurfaceImage image{.format = gen9::SurfaceFormat::kR32Float, .width = size, .height = size};
      std::vector<float> texels(std::size_t{size} * size, 0.0f);
      texels[0] = 4;
      texels[1] = 0x1p-22f;
      texels[size] = 0x1p-56f;
      texels[size + 1] = least;
      const auto bytes = std::as_bytes(std::span{texels});
      SamplerBench bench{image, {bytes.begin(), bytes.end()}, linear_sampler(gen9::TextureCoordinateMode::kClamp)};
      const std::vector<float> corner(8, 1.0f / static_cast<float>(size));
      const Message message = bench.message(Op::kSample, {corner, corner}, {});
      for (const lanes::LaneKernels& kernels :
           std::span{lanes::all_lane_kernels().first, lanes::all_lane_kernels().count}) {
        INFO(kernels.name << ", " << size << "x" << size << ", " << least);
        SamplerCache cache{kernels};
        SamplerOutcome outcome;
        execute_sampler_message(bench.memory, message, cache, outcome);
        CHECK(std::bit_cast<float>(outcome.response.registers[0][0]) == 0x1.000002p+0f);
      }
    }
  }
}

TEST_CASE("slices of levels of one slice have the stepwise form's weights at coordinates far beyond them",
          "[sampling][compiled]") {
  Tally tally;
  compare_forms(502098, Drawn::kRare, tally);  // gather4 of a volume that wraps, coordinates in texels
  CHECK(tally.messages > 0);
}

namespace {

/// Pixels of a message that the compiled form leaves to the stepwise one; all when there is no compiled form.
std::uint32_t pixels_left(SamplerBench& bench, const Message& message) {
  SamplerRequest request;
  decode_sampler_request(message, request);
  SamplerCache cache{lanes::lane_kernels()};
  const BoundSampler bound = cache.find(bench.memory, message, request);
  if (bound.compiled == nullptr) return request.pixels;
  SamplerResults results;
  return bound.compiled->sample(bench.memory, request, PlaceKeeping::kNone, results.rows());
}

/// Requests that few messages make, of a surface of 16x16 texels.
struct Rare {
  const char* name;
  SurfaceImage image;
  Op op;
  void (*change)(SamplerBench& bench);
  float scale = 1.0f;  // of the coordinates
};

void use_mono(SamplerBench& bench) {
  bench.sampler.min_filter = bench.sampler.mag_filter = gen9::MapFilter::kMono;
}

void use_key(SamplerBench& bench, gen9::ChromaKeyMode mode) {
  bench.sampler.chroma_key_enable = true;
  bench.sampler.chroma_key_mode = mode;
}

void use_taps(SamplerBench& bench) {
  bench.sampler.min_filter = bench.sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  bench.sampler.max_anisotropy = 16;
}

const Rare kRare[] = {
    {"black for a chroma key",
     {},
     Op::kSample,
     [](SamplerBench& b) { use_key(b, gen9::ChromaKeyMode::kReplaceBlack); }},
    {"killed by a chroma key",
     {},
     Op::kSampleKillpix,
     [](SamplerBench& b) { use_key(b, gen9::ChromaKeyMode::kKillOnAnyMatch); }},
    {"MONO filters", {.format = gen9::SurfaceFormat::kR1Unorm}, Op::kSample, use_mono},
    {"repeated coordinates in texels",
     {},
     Op::kSample,
     [](SamplerBench& b) { b.sampler.non_normalized_coordinates = true; },
     50.0f},
    {"24 bits with anisotropy", {.format = gen9::SurfaceFormat::kR24UnormX8Typeless}, Op::kSample, use_taps},
    {"24 bits in a volume",
     {.type = gen9::SurfaceType::k3D, .format = gen9::SurfaceFormat::kR24UnormX8Typeless, .depth = 4},
     Op::kSample,
     [](SamplerBench&) {}},
    {"NaN and infinite texels", {.format = gen9::SurfaceFormat::kR32G32B32A32Float}, Op::kSample, [](SamplerBench&) {}},
    {"a gather at the corner of a cube",
     {.type = gen9::SurfaceType::kCube},
     Op::kGather4,
     [](SamplerBench& b) { b.sampler.address_u = gen9::TextureCoordinateMode::kCube; }},
    {"a minimum with the border",
     {},
     Op::kSampleMin,
     [](SamplerBench& b) { b.sampler.address_u = gen9::TextureCoordinateMode::kClampBorder; }},
};

}  // namespace

TEST_CASE("what few messages ask for stays in the compiled form", "[sampling][compiled]") {
  for (const Rare& rare : kRare) {
    SurfaceImage image = rare.image;
    image.width = image.height = 16;
    // Floats: infinity, NaN and numbers.
    std::vector<std::byte> texels(packed_bytes(image));
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i % 12 < 8 ? 0x7F : 0x3C);
    SamplerBench bench{image, texels, linear_sampler(gen9::TextureCoordinateMode::kWrap)};
    rare.change(bench);
    std::array<std::vector<float>, 3> at;
    for (int pixel = 0; pixel < 8; ++pixel) {
      const float place = static_cast<float>(pixel % 2) * 0.6f;
      at[0].push_back((image.type == gen9::SurfaceType::kCube ? 1.0f : 0.97f + place) * rare.scale);
      at[1].push_back((image.type == gen9::SurfaceType::kCube ? 1.0f : 0.03f + place / 16) * rare.scale);
      at[2].push_back(1.0f);
    }
    Message message = bench.message(rare.op, {at[0], at[1], at[2]}, {});
    bench.heap().set_chroma_key(0, 0x00000000, 0x7F7F7F7F);
    INFO(rare.name);
    CHECK(pixels_left(bench, message) == 0);
  }
}

TEST_CASE("pixels at the edges and corners of a cube stay in the compiled form", "[sampling][compiled][cube]") {
  SurfaceImage image{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = 8, .height = 8, .levels = 4};
  image.type = gen9::SurfaceType::kCube;
  for (const std::uint8_t faces : {0x3F, 0x2D}) {
    SamplerBench bench{image, std::vector<std::byte>(packed_bytes(image), std::byte{0x5A}),
                       linear_sampler(gen9::TextureCoordinateMode::kCube, gen9::MipFilter::kLinear)};
    bench.state.cube_face_enables = faces;
    const std::vector<float> x{1.0f, 1.0f, 0.99f, 1.0f}, y{1.0f, 0.99f, -1.0f, 0.2f}, z{1.0f, 0.3f, 0.98f, -1.0f};
    const Message message = bench.message(Op::kSample, {x, y, z}, {});
    INFO("faces " << int{faces});
    CHECK(pixels_left(bench, message) == 0);
  }
}
