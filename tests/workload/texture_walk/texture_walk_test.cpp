// Texture walks without time and on a timed machine.
#include "workload/texture_walk/texture_walk.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "pictures/texture/texture.h"
#include "study/execution/execution.h"
#include "timing/system/system.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

Texture brick() {
  return read_texture(std::string{TEXPIPE_SOURCE_DIR} + "/configs/textures/brick_512_bc1_mips.dds");
}

TextureWalkParameters floor_parameters() {
  TextureWalkParameters p;
  p.image = {96, 64};
  p.sampler.min_filter = gen9::MapFilter::kAnisotropic;
  p.sampler.mip_filter = gen9::MipFilter::kLinear;
  p.sampler.max_anisotropy = 4;
  return p;
}

functional::Workload walk(const TextureWalkParameters& parameters, const Texture& texture) {
  return make_texture_walk(parameters, texture.image, texture.texels, texture.palette, texture.channels);
}

std::vector<std::byte> untimed_picture(const TextureWalkParameters& parameters, const Texture& texture) {
  functional::Workload workload = walk(parameters, texture);
  functional::run_untimed(workload);
  return read_output(workload);
}

/// Every counter, account and histogram with its path.
std::string fingerprint(const machine::StatisticsRegistry& statistics) {
  std::string text;
  for (const auto& [path, group] : statistics.groups()) {
    for (const auto& statistic : group.statistics()) {
      text += path + "." + statistic->name;
      if (const auto* counter = std::get_if<machine::Counter>(&statistic->value)) {
        text += " " + std::to_string(counter->value());
      } else if (const auto* account = std::get_if<machine::CycleAccount>(&statistic->value)) {
        for (const EnumRow& row : account->categories().rows)
          text += " " + std::to_string(account->cycles(row.value).value());
      } else if (const auto* histogram = std::get_if<machine::Histogram>(&statistic->value)) {
        for (const auto& bucket : histogram->buckets()) {
          text += " " + std::to_string(bucket.low) + ":" + std::to_string(bucket.weight);
        }
      }
      text += "\n";
    }
  }
  return text;
}

struct TimedPicture {
  std::vector<std::byte> bytes;
  Cycles cycles;
  std::string statistics;
};

TimedPicture timed_picture(const TextureWalkParameters& parameters, const Texture& texture,
                           const timing::SystemOptions& options = {}) {
  functional::Workload workload = walk(parameters, texture);
  timing::System system{machine::MachineParameters{}, workload, timing::model_blocks(), options};
  const timing::SystemRun run = system.run();
  CHECK(run.complete);
  return {read_output(workload), run.cycles, fingerprint(system.statistics())};
}

int channel(const std::vector<std::byte>& picture, const TextureWalkParameters& p, unsigned x, unsigned y, unsigned c) {
  return std::to_integer<int>(picture[(std::size_t{y} * p.image.width + x) * 4 + c]);
}

}  // namespace

/// A texture of one colour.
Texture flat_texture(gen9::SurfaceFormat format, std::vector<std::byte> texel) {
  Texture texture{.image = {.format = format, .width = 32, .height = 32}, .texels = {}, .palette = {}};
  for (unsigned i = 0; i < 32 * 32; ++i) texture.texels.insert(texture.texels.end(), texel.begin(), texel.end());
  return texture;
}

/// The only colour of a rotating zoom's picture.
std::array<unsigned, 4> only_colour(const TextureWalkParameters& parameters, const Texture& texture) {
  const std::vector<std::byte> picture = untimed_picture(parameters, texture);
  std::array<unsigned, 4> colour{};
  for (std::size_t c = 0; c < 4; ++c) colour[c] = std::to_integer<unsigned>(picture[c]);
  for (std::size_t at = 0; at < picture.size(); ++at) CHECK(std::to_integer<unsigned>(picture[at]) == colour[at % 4]);
  return colour;
}

TEST_CASE("walks over texels of 3, 6 and 12 bytes choose linear memory, which alone can hold them", "[workload]") {
  TextureWalkParameters p;
  p.image = {16, 16};
  p.walk = Walk::kRotatingZoom;
  const std::byte half{0x80}, none{0};
  using enum gen9::SurfaceFormat;
  CHECK(only_colour(p, flat_texture(kR8G8B8Unorm, {std::byte{1}, std::byte{2}, std::byte{3}})) ==
        std::array{1u, 2u, 3u, 255u});
  CHECK(only_colour(p, flat_texture(kR16G16B16Unorm, {half, half, none, none, half, half})) ==
        std::array{128u, 0u, 128u, 255u});
  CHECK(only_colour(p, flat_texture(kR32G32B32Float, {none, none, half, std::byte{0x3F}, none, none, none, none, none,
                                                      none, half, std::byte{0x3F}})) ==
        std::array{255u, 0u, 255u, 255u});
  p.tiling = TextureTiling::kY;
  CHECK_THROWS_AS(walk(p, flat_texture(kR8G8B8Unorm, {half, half, half})), Error);
}

TEST_CASE("a walk samples a texture through its file's swizzle", "[workload]") {
  TextureWalkParameters p;
  p.image = {16, 16};
  p.walk = Walk::kRotatingZoom;
  Texture texture = flat_texture(gen9::SurfaceFormat::kR8Unorm, {std::byte{77}});
  using enum gen9::ShaderChannelSelect;
  texture.channels = {kZero, kRed, kRed, kOne};
  CHECK(only_colour(p, texture) == std::array{0u, 77u, 77u, 255u});
}

TEST_CASE("one headerless sample goes through every block to a written quad", "[walk]") {
  TextureWalkParameters p;
  p.walk = Walk::kRotatingZoom;
  p.simd = 8;
  p.image = {2, 2};
  p.tile = {4, 2};
  const Texture texture = brick();
  const TimedPicture timed = timed_picture(p, texture, {.check_protocols = true});
  CHECK(timed.bytes == untimed_picture(p, texture));
  CHECK(channel(timed.bytes, p, 0, 0, 3) == 255);
}

TEST_CASE("a timed picture has the bytes of the untimed one", "[walk]") {
  const Texture texture = brick();
  for (const Walk kind : {Walk::kPerspectiveFloor, Walk::kRotatingZoom, Walk::kRandomGather}) {
    TextureWalkParameters p = floor_parameters();
    p.walk = kind;
    p.image = {50, 38};  // no whole number of tiles
    if (kind == Walk::kRandomGather) p.message = WalkMessage::kSampleLz, p.simd = 8;
    const timing::SystemOptions options{.check_protocols = true};
    CHECK(timed_picture(p, texture, options).bytes == untimed_picture(p, texture));
  }
}

TEST_CASE("threads of 4 to 64 pixels draw one picture, with and without time, also where they cross its edges",
          "[walk]") {
  const Texture texture = brick();
  for (const Walk kind : {Walk::kPerspectiveFloor, Walk::kRotatingZoom, Walk::kRandomGather}) {
    TextureWalkParameters p = floor_parameters();
    p.walk = kind;
    p.image = {50, 38};
    p.tile = {8, 8};
    if (kind == Walk::kRandomGather) p.message = WalkMessage::kSampleB;
    const std::vector<std::byte> expected = untimed_picture(p, texture);
    for (const std::uint32_t lanes : {4u, 8u, 32u, 64u}) {
      INFO(name_of(kind) << ", " << lanes << " lanes");
      p.simd = lanes;
      CHECK(untimed_picture(p, texture) == expected);
      CHECK(timed_picture(p, texture, {.check_protocols = true}).bytes == expected);
    }
  }
}

TEST_CASE("a material of five textures fits the registers of threads of every width", "[walk]") {
  const Texture texture = brick();
  const std::vector<Texture> more(4, texture);
  for (const Walk kind : {Walk::kPerspectiveFloor, Walk::kRotatingZoom, Walk::kRandomGather}) {
    TextureWalkParameters p = floor_parameters();
    p.walk = kind;
    p.image = {50, 38};
    p.tile = {8, 8};
    p.message = WalkMessage::kSampleB;
    const auto picture = [&](std::uint32_t lanes) {
      p.simd = lanes;
      functional::Workload workload =
          make_texture_walk(p, texture.image, texture.texels, texture.palette, texture.channels, more);
      functional::run_untimed(workload);
      return read_output(workload);
    };
    const std::vector<std::byte> expected = picture(16);
    for (const std::uint32_t lanes : {4u, 8u, 32u, 64u}) {
      INFO(name_of(kind) << ", " << lanes << " lanes");
      CHECK(picture(lanes) == expected);
    }
  }
}

TEST_CASE("a thread of 64 pixels sends four SIMD16 messages, one of 4 a SIMD8 message with a masked half", "[walk]") {
  const Texture texture = brick();
  struct Row {
    std::uint32_t lanes;
    unsigned threads, samples, writes;  // of an image of 16x8 pixels
    unsigned registers;                 // of a sample's payload, u and v
  };
  for (const Row& row : {Row{4, 32, 32, 32, 2}, Row{8, 16, 16, 16, 2}, Row{16, 8, 8, 16, 4}, Row{32, 4, 8, 16, 4},
                         Row{64, 2, 8, 16, 4}}) {
    TextureWalkParameters p;
    p.walk = Walk::kRotatingZoom;
    p.image = {16, 8};
    p.tile = {8, 8};
    p.simd = row.lanes;
    functional::Workload workload = walk(p, texture);
    unsigned threads = 0, samples = 0, writes = 0;
    std::uint64_t pixels = 0;
    for (unsigned group = 0; group < workload.threads->groups(); ++group) {
      for (unsigned thread = 0; thread < workload.threads->threads_per_group(); ++thread, ++threads) {
        functional::ThreadRegisters registers;
        std::unique_ptr<functional::EuProgram> program;
        workload.threads->start(group, thread, registers, program);
        functional::MessageSend send;
        std::set<unsigned> lanes_of_thread;
        while (program->peek() != nullptr) {
          if (!program->issue(registers, send) || send.end_of_thread) continue;
          if (send.message.shared_function != functional::kSamplerSfid) {
            ++writes;
            continue;
          }
          ++samples;
          CHECK(send.message.payload.size() == row.registers);
          for (unsigned lane = 0; lane < 16; ++lane) {
            if ((send.message.execution_mask >> lane & 1) != 0) lanes_of_thread.insert(send.first_channel + lane);
          }
        }
        CHECK(lanes_of_thread.size() == row.lanes);
        CHECK(*lanes_of_thread.rbegin() == row.lanes - 1);
        pixels += lanes_of_thread.size();
      }
    }
    INFO(row.lanes << " lanes");
    CHECK(threads == row.threads);
    CHECK(samples == row.samples);
    CHECK(writes == row.writes);
    CHECK(pixels == 16 * 8);
  }
}

TEST_CASE("a steady walk sends as many messages from threads of any width, each part in its turn", "[walk]") {
  const Texture texture = brick();
  for (const std::uint32_t lanes : {4u, 16u, 64u}) {
    TextureWalkParameters p;
    p.walk = Walk::kSteady;
    p.simd = lanes;
    p.message = WalkMessage::kSampleB;
    p.steady.groups = 1;
    p.steady.threads_per_group = 2;
    p.steady.messages = 24;
    p.steady.in_flight = 8;
    const std::string statistics = timed_picture(p, texture).statistics;
    CHECK(statistics.find("sampler.front_end.messages 48\n") != std::string::npos);
  }
}

TEST_CASE(
    "a one-bit map through a MONO filter: the timed picture is the untimed one, in as many greys as its box has texels",
    "[walk]") {
  Texture bits{
      .image = {.format = gen9::SurfaceFormat::kMono8, .width = 32, .height = 32}, .texels = {}, .palette = {}};
  for (unsigned i = 0; i < 32 * 32 / 8; ++i) bits.texels.push_back(static_cast<std::byte>(i * 37 ^ i >> 2));
  TextureWalkParameters p;
  p.image = {32, 32};
  p.walk = Walk::kRotatingZoom;
  p.zoom.turn = 0;
  p.zoom.scale = 1;
  p.sampler.min_filter = p.sampler.mag_filter = gen9::MapFilter::kMono;
  p.sampler.address_u = p.sampler.address_v = gen9::TextureCoordinateMode::kClampBorder;
  p.sampler.mono_filter = {3, 1};
  const auto untimed = untimed_picture(p, bits);
  CHECK(timed_picture(p, bits).bytes == untimed);
  std::set<int> greys;
  for (unsigned y = 0; y < 32; ++y) {
    for (unsigned x = 0; x < 32; ++x) greys.insert(channel(untimed, p, x, y, 0));
  }
  CHECK(greys == std::set<int>{0, 85, 170, 255});
  p.sampler.mono_filter = {3, 8};
  CHECK_THROWS_WITH(walk(p, bits), Catch::Contains("3x8 is too large"));
}

TEST_CASE("neither the order of building nor that of processes changes picture, time or a statistic", "[walk]") {
  const Texture texture = brick();
  const TextureWalkParameters p = floor_parameters();
  const TimedPicture reference = timed_picture(p, texture);
  for (const std::uint32_t order : {1u, 77u, 123456u}) {
    const TimedPicture other = timed_picture(p, texture, {.shuffle_seed = 3 * order, .build_order = order});
    CHECK(other.bytes == reference.bytes);
    CHECK(other.cycles == reference.cycles);
    CHECK(other.statistics == reference.statistics);
  }
}

TEST_CASE("a perspective floor has its sky, its horizon and its texture in the right places", "[walk]") {
  const Texture texture = brick();
  TextureWalkParameters p = floor_parameters();
  p.image = {128, 96};
  p.floor.horizon = 0.5;
  const auto picture = untimed_picture(p, texture);
  // Sky: from blue to white, whole rows alike, opaque.
  for (const unsigned y : {0u, 20u, 47u}) {
    CHECK(channel(picture, p, 0, y, 0) == channel(picture, p, 127, y, 0));
    CHECK(channel(picture, p, 5, y, 2) > channel(picture, p, 5, y, 0));
    CHECK(channel(picture, p, 64, y, 3) == 255);
  }
  CHECK(channel(picture, p, 0, 47, 0) > channel(picture, p, 0, 0, 0));
  // Far away a pixel covers the whole texture: near its mean, and calmer than the foreground.
  const auto spread = [&](unsigned y) {
    int low = 255, high = 0;
    for (unsigned x = 0; x < 128; ++x) {
      low = std::min(low, channel(picture, p, x, y, 0));
      high = std::max(high, channel(picture, p, x, y, 0));
    }
    return high - low;
  };
  CHECK(spread(48) < spread(90));
  CHECK(spread(90) > 20);
}

TEST_CASE("a zoom of one texel per pixel without turn copies the texture", "[walk]") {
  // 16x16 texels of different colours, nearest filter: pixel (x, y) shows texel (x, y).
  Texture texture;
  texture.image = {.width = 16, .height = 16};
  for (unsigned i = 0; i < 256; ++i) {
    for (const unsigned c : {i, 255 - i, i ^ 0x55u, 255u}) texture.texels.push_back(static_cast<std::byte>(c));
  }
  TextureWalkParameters p;
  p.walk = Walk::kRotatingZoom;
  p.image = {16, 16};
  p.zoom.turn = 0;
  p.sampler.min_filter = p.sampler.mag_filter = gen9::MapFilter::kNearest;
  CHECK(untimed_picture(p, texture) == texture.texels);
  p.simd = 8;
  CHECK(untimed_picture(p, texture) == texture.texels);
}

TEST_CASE("the limits of the level of detail act before the level is chosen, unless LOD PreClamp is off",
          "[walk][R32]") {
  // Level 0 is white, level 1 black; two texels a pixel are level 1, which max_lod keeps out.
  Texture texture{.image = {.width = 64, .height = 64, .levels = 2}, .texels = {}, .palette = {}};
  texture.texels.assign(functional::packed_bytes(texture.image), std::byte{0});
  std::fill_n(texture.texels.begin(), 64 * 64 * 4, std::byte{255});
  TextureWalkParameters p;
  p.walk = Walk::kRotatingZoom;
  p.image = {16, 16};
  p.zoom = {.turn = 0.0, .scale = 2.0};
  p.sampler.min_filter = p.sampler.mag_filter = gen9::MapFilter::kNearest;
  p.sampler.mip_filter = gen9::MipFilter::kNearest;
  p.sampler.max_lod = 0.4;
  CHECK(channel(untimed_picture(p, texture), p, 5, 5, 0) == 255);
  p.sampler.lod_preclamp = gen9::LodPreclamp::kNone;
  CHECK(channel(untimed_picture(p, texture), p, 5, 5, 0) == 0);
}

TEST_CASE("a walk that the manual does not support runs with one warning, with and without time",
          "[walk][unsupported]") {
  Texture texture{.image = {.format = gen9::SurfaceFormat::kR32Uint, .width = 16, .height = 16},
                  .texels = std::vector<std::byte>(16 * 16 * 4),
                  .palette = {}};
  TextureWalkParameters p;
  p.image = {32, 16};
  const timing::BlockRegistry blocks = timing::model_blocks();
  for (const Timing timing : {Timing::kUntimed, Timing::kLooselyTimed, Timing::kApproximatelyTimed}) {
    functional::Workload workload = walk(p, texture);
    const Execution linear = execute(machine::MachineParameters{}, workload, {.timing = timing, .blocks = &blocks});
    REQUIRE(linear.warnings.size() == 1);
    CHECK(linear.warnings[0].text().find("sample of R32_UINT, SURFTYPE_2D: the manual does not support a map filter") ==
          0);
    CHECK(workload.context->unsupported == nullptr);
  }
  p.sampler.min_filter = p.sampler.mag_filter = gen9::MapFilter::kNearest;
  functional::Workload workload = walk(p, texture);
  CHECK(execute(machine::MachineParameters{}, workload, {}).warnings.empty());
}

TEST_CASE("a palette texture is walked with its palette", "[walk]") {
  Texture texture{.image = {.format = gen9::SurfaceFormat::kP8UnormPalette0, .width = 16, .height = 16},
                  .texels = {},
                  .palette = {}};
  std::vector<std::byte> expected;
  for (unsigned i = 0; i < 256; ++i) {
    texture.texels.push_back(static_cast<std::byte>(255 - i));
    texture.palette.push_back(0xFF000000 | (i * 7 & 255) << 16 | (i ^ 0x55) << 8 | i);
  }
  for (unsigned i = 0; i < 256; ++i) {
    const std::uint32_t entry = texture.palette[255 - i];
    for (const unsigned shift : {16u, 8u, 0u, 24u}) expected.push_back(static_cast<std::byte>(entry >> shift));
  }
  TextureWalkParameters p;
  p.walk = Walk::kRotatingZoom;
  p.image = {16, 16};
  p.zoom.turn = 0;
  p.sampler.min_filter = p.sampler.mag_filter = gen9::MapFilter::kNearest;
  CHECK(untimed_picture(p, texture) == expected);
}

TEST_CASE("a machine that waits too long ends with every queue and its head", "[walk]") {
  const Texture texture = brick();
  functional::Workload workload = walk(floor_parameters(), texture);
  timing::System system{machine::MachineParameters{}, workload, timing::model_blocks(), {.watchdog_limit = Cycles{50}}};
  try {
    system.run();
    FAIL("finished");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kWatchdog);
    const std::string text = error.what();
    CHECK(text.find("slice.subslice[0].sampler.l1") != std::string::npos);
    CHECK(text.find("head: ") != std::string::npos);
  }
}

TEST_CASE("a run stops between two steps when it is asked to, with accounts that sum", "[walk]") {
  const Texture texture = brick();
  functional::Workload workload = walk(floor_parameters(), texture);
  timing::System system{machine::MachineParameters{}, workload, timing::model_blocks()};
  unsigned asked = 0;
  const timing::SystemRun run = system.run({.step = Cycles{500}, .proceed = [&asked] { return ++asked < 3; }});
  CHECK_FALSE(run.complete);
  CHECK(run.cycles == Cycles{1500});
  CHECK(asked == 3);
}

TEST_CASE("a walk over a material multiplies the colours of its textures", "[workload]") {
  TextureWalkParameters p;
  p.image = {16, 16};
  p.walk = Walk::kRotatingZoom;
  using enum gen9::SurfaceFormat;
  const auto bytes = [](int r, int g, int b) {
    return std::vector{std::byte(r), std::byte(g), std::byte(b), std::byte{255}};
  };
  const Texture albedo = flat_texture(kR8G8B8A8Unorm, bytes(255, 128, 64));
  const std::vector<Texture> more{flat_texture(kR8G8B8A8Unorm, bytes(128, 255, 0)),
                                  flat_texture(kR8G8B8A8Unorm, bytes(255, 128, 255))};
  functional::Workload workload = make_texture_walk(p, albedo.image, albedo.texels, {}, albedo.channels, more);
  functional::run_untimed(workload);
  const std::vector<std::byte> picture = read_output(workload);
  CHECK(std::to_integer<int>(picture[0]) == 128);
  CHECK(std::to_integer<int>(picture[1]) == 64);
  CHECK(std::to_integer<int>(picture[2]) == 0);
  CHECK(std::to_integer<int>(picture[3]) == 255);
}

TEST_CASE("a material's pixels are the same in every timing, and its sky is the walk's", "[workload]") {
  const TextureWalkParameters p = floor_parameters();
  const Texture texture = brick();
  const std::vector<Texture> more{texture, texture};
  const auto make = [&] { return make_texture_walk(p, texture.image, texture.texels, {}, texture.channels, more); };
  functional::Workload untimed = make();
  functional::run_untimed(untimed);
  const std::vector<std::byte> expected = read_output(untimed);
  for (const char* name : {"loosely_timed", "approximately_timed"}) {
    functional::Workload workload = make();
    timing::System system{
        machine::MachineParameters{}, workload, timing::model_blocks(), {.timing = timing::system_timing(name)}};
    CHECK(system.run().complete);
    CHECK(read_output(workload) == expected);
  }
  const std::vector<std::byte> plain = untimed_picture(p, texture);
  const std::size_t sky = std::size_t{p.image.width} * 4 * 4;  // four rows
  CHECK(std::equal(plain.begin(), plain.begin() + sky, expected.begin()));
  CHECK(plain != expected);
}
