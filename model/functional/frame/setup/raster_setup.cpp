#include "functional/frame/setup/raster_setup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/setup_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr unsigned kApiOfOpenGl = 0;
constexpr std::array<double, 4> kRegions{0.5, 1, 2, 4};  // pixels, by the code of an antialiasing region's width
constexpr unsigned kBitsOfASample = 8;                   // in 3DSTATE_SAMPLE_PATTERN: y, then x

/// Fields of the first of several samples that stand one after the other.
struct SampleRun {
  unsigned count;  // of the pattern
  unsigned first;  // sample
  unsigned length;
  gen9::FieldBits x, y;
};
constexpr std::array kRuns{
    SampleRun{1, 0, 1, command::kSamplePattern["1x Sample0 X Offset"], command::kSamplePattern["1x Sample0 Y Offset"]},
    SampleRun{2, 0, 2, command::kSamplePattern["2x Sample0 X Offset"], command::kSamplePattern["2x Sample0 Y Offset"]},
    SampleRun{4, 0, 4, command::kSamplePattern["4x Sample0 X Offset"], command::kSamplePattern["4x Sample0 Y Offset"]},
    SampleRun{8, 0, 4, command::kSamplePattern["8x Sample0 X Offset"], command::kSamplePattern["8x Sample0 Y Offset"]},
    SampleRun{8, 4, 4, command::kSamplePattern["8x Sample4 X Offset"], command::kSamplePattern["8x Sample4 Y Offset"]},
    SampleRun{16, 0, 16, command::kSamplePattern["16x Sample0 X Offset"],
              command::kSamplePattern["16x Sample0 Y Offset"]},
};

SamplePattern sample_pattern(const PipelineState& state, unsigned count) {
  const SamplePattern standard = standard_pattern(count);
  const auto words = state.words(gen9::CommandId::kSamplePattern);
  if (words.empty()) return standard;
  std::array<SamplePosition, kMaxSamples> positions{};
  for (const SampleRun& run : kRuns) {
    if (run.count != count) continue;
    gen9::FieldBits x = run.x, y = run.y;
    x.stride = y.stride = kBitsOfASample;
    for (unsigned i = 0; i < run.length; ++i)
      positions[run.first + i] = {static_cast<std::uint8_t>(gen9::read_field(words, x, i)),
                                  static_cast<std::uint8_t>(gen9::read_field(words, y, i))};
  }
  return positions == standard.positions ? standard : programmed_pattern(std::span{positions}.first(count));
}

/// Every sample at the centre: what multisampled targets get when the raster is not multisampled (resolution R42).
SamplePattern centre_pattern(unsigned count) {
  const std::array<SamplePosition, kMaxSamples> centres{};
  return programmed_pattern(std::span{centres}.first(count));
}

unsigned samples_of(std::uint64_t log2, const char* field) {
  if (log2 > 4)
    throw Error{ExitCode::kMalformedInput,
                std::string{field} + " says 2^" + std::to_string(log2) + " samples; expected at most 16"};
  return 1u << log2;
}

/// Lines by OpenGL's rules are as wide as pixels that are drawn beside each other, others are rectangles
/// (resolution R61).
LineRule line_rule(const PipelineState& state, bool multisampled, std::int32_t width) {
  if (multisampled) return LineRule::kRectangle;
  if (width <= kSubpixelsPerPixel) return LineRule::kDiamondExit;
  return state.value(command::kRaster["API Mode"]) == kApiOfOpenGl ? LineRule::kReplicated : LineRule::kRectangle;
}

SmoothLineWidths smooth_line_widths(const PipelineState& state, std::int32_t width) {
  const auto region = [&](gen9::FieldBits field) { return kRegions[state.value(field)]; };
  return {.line = static_cast<double>(width) / kSubpixelsPerPixel,
          .side_region = region(command::kWm["Line Antialiasing Region Width"]),
          .end_region = region(command::kWm["Line End Cap Antialiasing Region Width"])};
}

LineStipple line_stipple(const PipelineState& state) {
  return {
      .pattern = static_cast<std::uint16_t>(state.value(command::kLineStipple["Line Stipple Pattern"])),
      .repeat = std::max(1u, static_cast<unsigned>(state.value(command::kLineStipple["Line Stipple Repeat Count"])))};
}

void take_depth_bias(const PipelineState& state, RasterSetup& setup) {
  setup.bias_constant = state.real(command::kRaster["Global Depth Offset Constant"]);
  setup.bias_scale = state.real(command::kRaster["Global Depth Offset Scale"]);
  setup.bias_clamp = state.real(command::kRaster["Global Depth Offset Clamp"]);
  setup.bias_solid = state.flag(command::kRaster["Global Depth Offset Enable Solid"]);
  setup.bias_lines = state.flag(command::kRaster["Global Depth Offset Enable Wireframe"]);
  setup.bias_points = state.flag(command::kRaster["Global Depth Offset Enable Point"]);
}

}  // namespace

RasterSetup raster_setup(const PipelineState& state) {
  if (state.value(command::kMultisample["Pixel Location"]) != 0)
    unsupported("3DSTATE_MULTISAMPLE with Pixel Location UL_CORNER");
  if (state.flag(command::kSf["Vertex Sub Pixel Precision Select"]))
    unsupported("3DSTATE_SF with 4 bits of sub-pixel precision");
  RasterSetup setup;
  setup.target_samples =
      samples_of(state.value(command::kMultisample["Number of Multisamples"]), "3DSTATE_MULTISAMPLE");
  const bool multisampled = state.flag(command::kRaster["DX Multisample Rasterization Enable"]);
  const std::uint64_t forced = state.value(command::kRaster["Forced Sample Count"]);
  if (forced != 0) {
    setup.raster.pattern = sample_pattern(state, samples_of(forced - 1, "Forced Sample Count of 3DSTATE_RASTER"));
  } else {
    setup.raster.pattern = multisampled || setup.target_samples == 1 ? sample_pattern(state, setup.target_samples)
                                                                     : centre_pattern(setup.target_samples);
  }
  const auto mask = state.words(gen9::CommandId::kSampleMask).empty()
                        ? ~std::uint64_t{0}
                        : state.value(command::kSampleMask["Sample Mask"]);
  setup.raster.sample_mask = static_cast<std::uint16_t>(mask & setup.raster.pattern.full_mask());
  if (state.flag(command::kRaster["Conservative Rasterization Enable"]))
    setup.raster.conservative = Conservative::kOver;
  const float width = state.real(command::kSf["Line Width"]);
  if (width > 0) setup.line_width = std::max(1, static_cast<std::int32_t>(std::lround(width * kSubpixelsPerPixel)));
  setup.line_rule = line_rule(state, multisampled, setup.line_width);
  setup.point_width_of_state = state.flag(command::kSf["Point Width Source"]);
  setup.point_width = state.real(command::kSf["Point Width"]);
  if (state.flag(command::kWm["Line Stipple Enable"])) setup.line_stipple = line_stipple(state);
  setup.polygon_stipple = state.flag(command::kWm["Polygon Stipple Enable"]);
  if (state.flag(command::kRaster["Antialiasing Enable"]) && !multisampled)
    setup.smooth_lines = smooth_line_widths(state, setup.line_width);
  setup.smooth_points = !multisampled && (state.flag(command::kRaster["Smooth Point Enable"]) ||
                                          state.flag(command::kSf["Smooth Point Enable"]));
  setup.last_pixels = state.flag(command::kSf["Last Pixel Enable"]) && setup.line_rule == LineRule::kDiamondExit;
  take_depth_bias(state, setup);
  return setup;
}

}  // namespace texpipe::functional
