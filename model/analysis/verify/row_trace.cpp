#include "analysis/verify/row_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/verify/axis_names.h"
#include "analysis/verify/row_trace_text.h"
#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/swizzle.h"

namespace texpipe::study {

namespace {

using functional::PixelSetup;
using functional::TextureBinding;

constexpr std::string_view kFaces[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
constexpr double kLodUnit = functional::kOneLevel;

std::string size_of(const TextureBinding& binding, unsigned level) {
  const functional::LevelSize& size = binding.surface.size[level];
  const unsigned axes = binding.surface.axes.count;
  if (axes == 1) return fmt::format("{}", size.width);
  if (axes == 2) return fmt::format("{}x{}", size.width, size.height);
  return fmt::format("{}x{}x{}", size.width, size.height, size.depth);
}

std::string_view mode_word(gen9::TextureCoordinateMode mode) {
  constexpr std::string_view kWords[] = {"WRAP",         "MIRROR",      "CLAMP",      "CUBE",
                                         "CLAMP_BORDER", "MIRROR_ONCE", "HALF_BORDER"};
  return kWords[static_cast<unsigned>(mode)];
}

// A level of detail that rounding to 1/256 put onto a whole or a half level: everything within 1/512 of it does: what
// its rounding to 1/256 decides there.
std::optional<std::string> rounded_onto(const functional::LevelChoice& levels, const functional::LodControls& lod) {
  constexpr functional::Lod kHalfLevel = functional::kOneLevel / 2;
  const functional::Lod place = levels.unclamped;
  const functional::Lod last = std::min<functional::Lod>(lod.maximum, lod.last_level * functional::kOneLevel);
  if (place % kHalfLevel != 0 || place < lod.minimum || place > last) return std::nullopt;
  const bool half = place % functional::kOneLevel != 0;
  const bool blends = lod.mip_filter == gen9::MipFilter::kLinear;
  const bool border = place == lod.base;  // between the two filters
  const bool tie = half && lod.mip_filter == gen9::MipFilter::kNearest;
  if (!border && !tie && (half || !blends)) return std::nullopt;
  std::string text = fmt::format("rounded to 1/256: all within 1/512 of level {:.6g} counts as it", place / kLodUnit);
  if (tie) text += ", and a tie takes the higher level";
  if (!half && blends) text += ", and reads one level alone";
  if (border) text += "; the magnification filter serves up to it";
  return text;
}

/// Source of a level of detail before the bias, and the rules for it.
TraceStep source_of_level(const RowProbe& probe, double bias) {
  using gen9::LodSource;
  using gen9::SamplerParameter;
  const bool anisotropic = probe.binding().sampler.anisotropic;
  const double level = probe.pixel().levels.unclamped / kLodUnit - bias;
  const LodSource source = probe.request().operation->lod;
  switch (source) {
    case LodSource::kQuad:
    case LodSource::kQuadBias: {
      const double own =
          source == LodSource::kQuadBias ? probe.request().real(SamplerParameter::kBias, probe.channel()) : 0;
      std::string text = fmt::format("{:.6g} from the differences of the quad", level - own);
      if (own != 0) text += fmt::format(", with {:.6g} of the message", own);
      return {anisotropic ? "L1, L2, L4, L9" : "L1, L2, L3, L9", std::move(text)};
    }
    case LodSource::kGradients:
      return {anisotropic ? "L1, L4, L9" : "L1, L3, L9", fmt::format("{:.6g} from the gradients", level)};
    default:
      return {"L9", fmt::format("{:.9g} given", probe.request().real(SamplerParameter::kLod, probe.channel()))};
  }
}

void add_level_of_detail(const RowProbe& probe, std::vector<TraceStep>& steps) {
  const functional::LevelChoice& levels = probe.pixel().levels;
  const functional::LodControls& lod = probe.binding().sampler.lod;
  const double bias = lod.bias / kLodUnit;
  const TraceStep source = source_of_level(probe, bias);
  steps.push_back({source.rule, fmt::format("level of detail {}, with bias {:.6g}: {}/256 = {:.6g}", source.text, bias,
                                            levels.unclamped, levels.unclamped / kLodUnit)});
  if (auto text = rounded_onto(levels, lod)) steps.push_back({"L9, L10", *std::move(text)});
  steps.push_back({"L6, L8", fmt::format("clamped to [{:.6g}, {:.6g}] and {} level{}: {}; {} filter",
                                         lod.minimum / kLodUnit, lod.maximum / kLodUnit, lod.last_level + 1,
                                         lod.last_level == 0 ? "" : "s", fmt::format("{}/256", levels.clamped),
                                         levels.magnify ? "magnification" : "minification")});
  if (levels.second_weight != 0) {
    steps.push_back(
        {"L10", fmt::format("level {} x {}/256 + level {} x {}/256", levels.first,
                            functional::kOneLevel - levels.second_weight, levels.second, levels.second_weight)});
  } else {
    steps.push_back({"L10", fmt::format("level {}", levels.first)});
  }
}

void add_place(const RowProbe& probe, std::vector<TraceStep>& steps) {
  using P = gen9::SamplerParameter;
  const functional::SurfaceBinding& surface = probe.binding().surface;
  const PixelSetup& pixel = probe.pixel();
  if (surface.is_cube()) {
    steps.push_back({"Q1", fmt::format("face {}, s {:.9g}, t {:.9g}", kFaces[pixel.face], pixel.coordinate[0],
                                       pixel.coordinate[1])});
  }
  if (surface.axes.array_index) {
    steps.push_back({"C8", fmt::format("array index {:.9g}: slice {} of {}",
                                       probe.request().real(*surface.axes.array_index, probe.channel()),
                                       pixel.slice / (surface.is_cube() ? 6 : 1), surface.slices)});
  }
  if (probe.request().operation->compares)
    steps.push_back({"F7 with R18", fmt::format("reference {:.9g} as the hardware gets it",
                                                probe.request().real(P::kRef, probe.channel()))});
  if (pixel.taps > 1)
    steps.push_back({"L4, L5", fmt::format("{} taps along the longer axis, ({:.6g}, {:.6g}) of the map apart",
                                           pixel.taps, pixel.spacing[0], pixel.spacing[1])});
}

// Texel indices of one axis of a level, before and after the address mode.
std::string axis_text(const RowProbe& probe, unsigned level, unsigned axis, unsigned tap, std::string& rule) {
  const TextureBinding& binding = probe.binding();
  const PixelSetup& pixel = probe.pixel();
  const functional::LevelSize& size = binding.surface.size[level];
  const std::uint32_t extent = axis == 0 ? size.width : axis == 1 ? size.height : size.depth;
  const functional::SubtexelPosition position = functional::tap_position(binding, pixel, axis, extent, tap);
  const bool unnormalised = binding.sampler.state.non_normalized_coordinates;
  const bool rounded = binding.sampler.rounding[pixel.magnify][axis] == functional::CoordinateRounding::kNearest;
  std::string text = fmt::format("{} {:.9g}{} = {:.9g} texels, {} to {}/256", kAxes[axis], pixel.coordinate[axis],
                                 unnormalised ? "" : fmt::format(" x {}", extent),
                                 static_cast<float>(pixel.coordinate[axis] * (unnormalised ? 1 : extent)),
                                 rounded ? "rounded" : "truncated", position);
  const auto mode = binding.sampler.address[axis];
  const auto addressed = [&](std::int32_t index) {
    if (binding.sampler.seamless) return fmt::format("{}", index);
    const functional::AddressedTexel at =
        functional::apply_address_mode(mode, index, static_cast<std::int32_t>(extent));
    return at.border ? std::string{"border"} : fmt::format("{}", at.texel);
  };
  const std::int32_t offset = pixel.offset[axis];
  rule = pixel.linear ? "C1, C2, C3, C6" : "C1, C2, C3, C5";
  std::int32_t first = functional::nearest_texel(position) + offset;
  if (pixel.linear) {
    const functional::LinearTap linear = functional::linear_tap(position);
    first = linear.first + offset;
    text += fmt::format("; texels {} and {}, weights {} and {} of 256", first, first + 1,
                        functional::kOneTexel - linear.second_weight, linear.second_weight);
  } else {
    text += fmt::format("; texel {}", first);
  }
  if (offset != 0) text += fmt::format(" (offset {})", offset);
  if (offset != 0) rule += ", C7";
  text += fmt::format("; {} of {}: {}", binding.sampler.seamless ? "CUBE" : mode_word(mode), extent, addressed(first));
  if (pixel.linear) text += fmt::format(" and {}", addressed(first + 1));
  rule += binding.sampler.seamless ? ", Q2" : ", section 2";
  return text;
}

void add_axes(const RowProbe& probe, const std::vector<ProbedTexel>& texels, std::vector<TraceStep>& steps) {
  std::vector<std::pair<unsigned, unsigned>> seen;  // level and tap
  for (const ProbedTexel& texel : texels) {
    const std::pair key{texel.level, texel.tap};
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
    seen.push_back(key);
    for (unsigned axis = 0; axis < probe.binding().surface.axes.count; ++axis) {
      TraceStep step;
      const std::string text = axis_text(probe, texel.level, axis, texel.tap, step.rule);
      const std::string tap = probe.pixel().taps > 1 ? fmt::format(" tap {}", texel.tap) : "";
      step.text = fmt::format("level {} of {}{}: {}", texel.level, size_of(probe.binding(), texel.level), tap, text);
      steps.push_back(std::move(step));
    }
  }
}

void add_levels(const RowProbe& probe, const std::vector<ProbedTexel>& texels, std::vector<TraceStep>& steps) {
  const functional::LevelChoice& levels = probe.pixel().levels;
  if (levels.second_weight == 0) return;
  for (const unsigned level : {unsigned{levels.first}, unsigned{levels.second}}) {
    Rgba sum{};
    double weight = 0;
    for (const ProbedTexel& texel : texels) {
      if (texel.level != level || texel.weight == 0) continue;
      weight += texel.weight;
      for (unsigned c = 0; c < 4; ++c) sum[c] += texel.weight * texel.value[c];
    }
    for (double& channel : sum) channel /= weight;
    steps.push_back({"F2", fmt::format("level {} alone: {}", level, color_text(sum))});
  }
}

// Values of a texel's channel that put the failing value inside.
std::optional<Interval> needed_value(const RowProbe& probe, const ProbedTexel& texel, const Rgba& unselected,
                                     const ValueFailure& failure) {
  if (std::isnan(failure.low) || texel.missing) return std::nullopt;
  if (probe.gathers()) {
    constexpr unsigned kColumnOfCorner[] = {3, 2, 0, 1};
    if (kColumnOfCorner[texel.corner] != failure.column) return std::nullopt;
    return Interval{failure.low, failure.high};
  }
  const std::optional<unsigned> channel = source_channel(probe, failure.column);
  if (!channel || texel.weight == 0) return std::nullopt;
  const functional::Prefilter prefilter{probe.binding(), *probe.request().operation};
  const functional::ChannelCoding& coding = prefilter.coding()[*channel];
  const double rest = unselected[*channel] - texel.weight * texel.value[*channel];
  const Interval needed{(failure.low - rest) / texel.weight, (failure.high - rest) / texel.weight};
  if (coding.kind != functional::ChannelKind::kFixed) return needed;
  // The values that the format can hold are [-1 or 0, 1]; crossed limits: it holds none that is needed.
  return Interval{std::max(needed.low, coding.is_signed ? -1.0 : 0.0), std::min(needed.high, 1.0)};
}

}  // namespace

std::string bytes_text(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes)
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", std::to_integer<unsigned>(byte));
  return text;
}

std::optional<unsigned> source_channel(const RowProbe& probe, unsigned column) {
  using Select = gen9::ShaderChannelSelect;
  const auto selects = functional::channel_selects(probe.binding().surface.state);
  const Select select = selects[probe.gathers() ? probe.request().gather_channel : column];
  if (select < Select::kRed) return std::nullopt;
  return static_cast<unsigned>(select) - static_cast<unsigned>(Select::kRed);
}

std::vector<TraceStep> place_steps(const RowProbe& probe, const std::vector<ProbedTexel>& texels) {
  std::vector<TraceStep> steps;
  if (probe.loads()) {
    if (texels.empty()) {
      steps.push_back(
          {"section 6", "a coordinate or the level is out of range: 0, and 1 for alpha that the format lacks"});
    } else {
      steps.push_back({"section 6", fmt::format("level {} of {}: texel ({}, {}), slice {}", texels[0].level,
                                                size_of(probe.binding(), texels[0].level), texels[0].place.x,
                                                texels[0].place.y, texels[0].place.slice)});
      steps.push_back({"sections 7 and 9",
                       fmt::format("{} element: {}", gen9::format_facts(probe.binding().surface.state.format).name,
                                   bytes_text(probe.element(texels[0])))});
    }
  } else {
    if (probe.gathers()) {
      steps.push_back({"section 6", fmt::format("level 0; channel {} of left bottom, right bottom, right top, "
                                                "left top",
                                                "RGBA"[probe.request().gather_channel])});
    } else {
      add_level_of_detail(probe, steps);
    }
    if (probe.pixel().levels.out_of_bounds)
      steps.push_back({"L7", "the resource's limit lies beyond its last level: nothing is read"});
    add_place(probe, steps);
    add_axes(probe, texels, steps);
  }
  return steps;
}

RowTrace trace_row(const RowProbe& probe, const ValueFailure& failure) {
  RowTrace trace;
  const std::vector<ProbedTexel> texels = probe.texels();
  trace.steps = place_steps(probe, texels);
  const Rgba unselected = probe.gathers() ? Rgba{} : probe.unselected(probe.binding(), probe.pixel());
  for (const ProbedTexel& texel : texels) {
    trace.texels.push_back({texel, needed_value(probe, texel, unselected, failure)});
  }
  if (!probe.gathers() && !probe.loads()) add_levels(probe, texels, trace.steps);
  trace.result = probe.result(probe.binding(), probe.pixel());
  if (!probe.gathers()) trace.steps.push_back({"F1, F2", fmt::format("filtered: {}", color_text(unselected))});
  trace.steps.push_back({"F5", fmt::format("selected channels: {}", color_text(trace.result))});
  const double got = trace.result[failure.column];
  if (std::fabs(got - failure.got) > 1e-5 * std::max(1.0, std::fabs(got))) {
    trace.steps.push_back({"F2", fmt::format("returned {:.9g}: other than these intermediates give", failure.got)});
  }
  return trace;
}

}  // namespace texpipe::study
