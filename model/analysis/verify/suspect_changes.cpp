#include "analysis/verify/suspect_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "analysis/verify/axis_names.h"
#include "analysis/verify/case_state.h"
#include "functional/sampling/rules/coordinate.h"

namespace texpipe::study {

namespace {

using functional::PixelSetup;
using functional::TextureBinding;
using gen9::TextureCoordinateMode;

using Value = decltype(Change::value);

struct ModeWord {
  TextureCoordinateMode mode;
  std::string_view word;
};
constexpr ModeWord kModes[] = {{TextureCoordinateMode::kWrap, "WRAP"},
                               {TextureCoordinateMode::kMirror, "MIRROR"},
                               {TextureCoordinateMode::kClamp, "CLAMP"},
                               {TextureCoordinateMode::kClampBorder, "CLAMP_BORDER"},
                               {TextureCoordinateMode::kMirrorOnce, "MIRROR_ONCE"}};
constexpr std::string_view kCompareNames[] = {"NEVER",   "LESS",      "EQUAL",         "LESS_EQUAL",
                                              "GREATER", "NOT_EQUAL", "GREATER_EQUAL", "ALWAYS"};
constexpr int kSteps[] = {1, -1, 2, -2, 4, -4, 8, -8, 16, -16, 32, -32, 64, -64, 128, -128, 256, -256, 512, -512};

Value with_state(std::function<void(gen9::SamplerState&)> change) {
  return [change](const RowProbe& probe) -> std::optional<Rgba> {
    gen9::SamplerState state = probe.binding().sampler.state;
    change(state);
    const auto binding = probe.rebound(state);
    return probe.result(*binding, probe.setup(*binding));
  };
}

Value with_pixel(std::function<bool(PixelSetup&, const TextureBinding&)> change) {
  return [change](const RowProbe& probe) -> std::optional<Rgba> {
    PixelSetup pixel = probe.pixel();
    if (!pixel.active || !change(pixel, probe.binding())) return std::nullopt;
    return probe.result(probe.binding(), pixel);
  };
}

TextureCoordinateMode& address(gen9::SamplerState& state, unsigned axis) {
  return axis == 0 ? state.address_u : axis == 1 ? state.address_v : state.address_r;
}

// Exchanges minification and magnification filter, with their rounding, which belongs to the filter (R19).
void exchange_filters(gen9::SamplerState& state) {
  std::swap(state.min_filter, state.mag_filter);
  std::swap(state.round_u_min, state.round_u_mag);
  std::swap(state.round_v_min, state.round_v_mag);
  std::swap(state.round_r_min, state.round_r_mag);
}

void add_sampler_changes(const GoldenCase& golden, const TextureBinding& binding, std::vector<Change>& changes) {
  const unsigned axes = binding.surface.axes.count;
  for (unsigned axis = 0; axis < axes && !binding.surface.is_cube(); ++axis) {
    for (const ModeWord& mode : kModes) {
      if (golden.sampler->address[axis] == mode.mode) continue;
      changes.push_back({"section 2 (address modes)", fmt::format("address mode of {} {}", kAxes[axis], mode.word),
                         with_state([axis, &mode](gen9::SamplerState& s) { address(s, axis) = mode.mode; })});
    }
  }
  changes.push_back({"C3 with R19", "coordinates truncated where they are rounded, rounded where truncated",
                     with_state([](gen9::SamplerState& s) {
                       s.round_u_mag = s.round_v_mag = s.round_r_mag = !s.round_u_mag;
                       s.round_u_min = s.round_v_min = s.round_r_min = !s.round_u_min;
                     })});
  changes.push_back({"L8", "the other of minification and magnification filter",
                     with_state([](gen9::SamplerState& s) { exchange_filters(s); })});
  for (const auto& [word, filter] : {std::pair{"NONE", gen9::MipFilter::kNone},
                                     {"NEAREST", gen9::MipFilter::kNearest},
                                     {"LINEAR", gen9::MipFilter::kLinear}}) {
    if (binding.sampler.state.mip_filter == filter) continue;
    changes.push_back({"L10", fmt::format("mip filter {}", word),
                       with_state([filter = filter](gen9::SamplerState& s) { s.mip_filter = filter; })});
  }
  changes.push_back({"L6", "no bias", with_state([](gen9::SamplerState& s) { s.lod_bias = {}; })});
  changes.push_back({"L6", "no limits of the level of detail", with_state([](gen9::SamplerState& s) {
                       s.min_lod = {};
                       s.max_lod = gen9::U4_8::nearest(14);
                     })});
  for (unsigned function = 0; function < 8 && golden.sampler->compare; ++function) {
    if (static_cast<ApiCompare>(function) == *golden.sampler->compare) continue;
    GoldenSampler other = *golden.sampler;
    other.compare = static_cast<ApiCompare>(function);
    changes.push_back({"F7 with R18", fmt::format("compare {}", kCompareNames[function]),
                       with_state([shadow = sampler_state(other).shadow_function](gen9::SamplerState& s) {
                         s.shadow_function = shadow;
                       })});
  }
  for (const auto& [word, rgb, alpha] : {std::tuple{"TB", 0.0f, 0.0f}, {"OB", 0.0f, 1.0f}, {"OW", 1.0f, 1.0f}}) {
    changes.push_back({"B1", fmt::format("border colour {}", word),
                       [rgb = rgb, alpha = alpha](const RowProbe& probe) -> std::optional<Rgba> {
                         const auto binding = probe.rebound(
                             probe.binding().sampler.state,
                             std::array{std::bit_cast<std::uint32_t>(rgb), std::bit_cast<std::uint32_t>(rgb),
                                        std::bit_cast<std::uint32_t>(rgb), std::bit_cast<std::uint32_t>(alpha)});
                         return probe.result(*binding, probe.setup(*binding));
                       }});
  }
}

void add_place_changes(const TextureBinding& binding, std::vector<Change>& changes) {
  changes.push_back({"C7", "no texel offset", with_pixel([](PixelSetup& p, const TextureBinding&) {
                       const bool any = p.offset != std::array<std::int32_t, 3>{};
                       p.offset = {};
                       return any;
                     })});
  changes.push_back({"C7", "texel offset of the other sign", with_pixel([](PixelSetup& p, const TextureBinding&) {
                       const bool any = p.offset != std::array<std::int32_t, 3>{};
                       for (std::int32_t& offset : p.offset) offset = -offset;
                       return any;
                     })});
  constexpr std::int32_t kOffsets = 16;
  for (unsigned axis = 0; axis < binding.surface.axes.count && !binding.surface.is_cube(); ++axis) {
    for (std::int32_t step = 1 - kOffsets; step < kOffsets; ++step) {
      changes.push_back({"C7", fmt::format("texel offset of {} {:+}", kAxes[axis], step),
                         with_pixel([axis, step](PixelSetup& p, const TextureBinding&) {
                           const bool any = p.offset != std::array<std::int32_t, 3>{};
                           p.offset[axis] += step;
                           return any && step != 0;
                         })});
    }
  }
  changes.push_back({"C1", "u and v exchanged", with_pixel([](PixelSetup& p, const TextureBinding& b) {
                       std::swap(p.coordinate[0], p.coordinate[1]);
                       return b.surface.axes.count >= 2;
                     })});
  changes.push_back(
      {"F1, F2", "NEAREST in place of LINEAR, or the reverse", with_pixel([](PixelSetup& p, const TextureBinding& b) {
         p.linear = !p.linear;
         return b.surface.filterable();
       })});
  changes.push_back({"L4, L5", "one tap at the centre", with_pixel([](PixelSetup& p, const TextureBinding&) {
                       return std::exchange(p.taps, std::uint8_t{1}) > 1;
                     })});
  if (binding.surface.is_cube()) {
    for (unsigned face = 0; face < 6; ++face) {
      constexpr std::string_view kFaces[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
      changes.push_back(
          {"Q1", fmt::format("face {}", kFaces[face]), with_pixel([face](PixelSetup& p, const TextureBinding&) {
             return std::exchange(p.face, static_cast<std::uint8_t>(face)) != face;
           })});
    }
  }
  for (const int step : {1, -1}) {
    changes.push_back(
        {"C8", fmt::format("array slice {:+}", step), with_pixel([step](PixelSetup& p, const TextureBinding& b) {
           const auto unit = static_cast<std::int64_t>(b.surface.is_cube() ? 6 : 1);
           const std::int64_t slice = p.slice + step * unit;
           if (!b.surface.axes.array_index || slice < 0 || slice >= b.surface.slices * unit) return false;
           p.slice = static_cast<std::uint32_t>(slice);
           return true;
         })});
  }
}

void add_level_changes(std::vector<Change>& changes) {
  for (const int step : kSteps) {
    changes.push_back({"L9, L10", fmt::format("level of detail {:+}/256", step),
                       with_pixel([step](PixelSetup& p, const TextureBinding& b) {
                         const bool blends = b.sampler.lod.mip_filter == gen9::MipFilter::kLinear;
                         if (!blends && step % functional::kOneLevel != 0) return false;
                         return move_to_level(p, b, p.levels.clamped + step);
                       })});
  }
  changes.push_back({"L10", "the first level alone", with_pixel([](PixelSetup& p, const TextureBinding&) {
                       return std::exchange(p.levels.second_weight, std::uint16_t{0}) != 0;
                     })});
  changes.push_back({"L10", "the second level alone", with_pixel([](PixelSetup& p, const TextureBinding&) {
                       p.levels.first = p.levels.second;
                       return std::exchange(p.levels.second_weight, std::uint16_t{0}) != 0;
                     })});
  changes.push_back(
      {"L10", "the weights of the two levels exchanged", with_pixel([](PixelSetup& p, const TextureBinding&) {
         const bool two = p.levels.second_weight != 0;
         if (two) p.levels.second_weight = static_cast<std::uint16_t>(256 - p.levels.second_weight);
         return two;
       })});
}

void add_position_changes(const TextureBinding& binding, std::vector<Change>& changes) {
  for (unsigned axis = 0; axis < binding.surface.axes.count; ++axis) {
    for (const int step : kSteps) {
      changes.push_back({"C3, C5, C6", fmt::format("{} {:+}/256 texel", kAxes[axis], step),
                         with_pixel([axis, step](PixelSetup& p, const TextureBinding& b) {
                           if (!p.linear && step % functional::kOneTexel != 0) return false;
                           const functional::LevelSize& size = b.surface.size[p.levels.first];
                           const unsigned extent = axis == 0 ? size.width : axis == 1 ? size.height : size.depth;
                           const double scale = b.sampler.state.non_normalized_coordinates ? 1.0 : extent;
                           p.coordinate[axis] += step / 256.0 / scale;
                           return true;
                         })});
    }
  }
}

// Adds changes of the colour's way behind the filter.
void add_colour_changes(const RowProbe& first, std::vector<Change>& changes) {
  if (first.gathers()) {
    for (unsigned channel = 0; channel < 4; ++channel) {
      if (channel == first.request().gather_channel) continue;
      changes.push_back({"section 6 (gather4)", fmt::format("gather channel {}", "RGBA"[channel]),
                         [channel](const RowProbe& probe) -> std::optional<Rgba> {
                           return probe.gathered(probe.binding(), probe.pixel(), channel);
                         }});
    }
    for (unsigned turn = 1; turn < 4; ++turn) {
      changes.push_back({"section 6 (gather4)", fmt::format("the four texels in another order, turned by {}", turn),
                         [turn](const RowProbe& probe) -> std::optional<Rgba> {
                           Rgba rgba = probe.result(probe.binding(), probe.pixel());
                           std::rotate(rgba.begin(), rgba.begin() + turn, rgba.end());
                           return rgba;
                         }});
    }
    return;
  }
  changes.push_back(
      {"F5 (Shader Channel Select)", "channels not selected",
       [](const RowProbe& probe) -> std::optional<Rgba> { return probe.unselected(probe.binding(), probe.pixel()); }});
  changes.push_back(
      {"F5 (Shader Channel Select)", "red and blue exchanged", [](const RowProbe& probe) -> std::optional<Rgba> {
         Rgba rgba = probe.result(probe.binding(), probe.pixel());
         std::swap(rgba[0], rgba[2]);
         return rgba;
       }});
}

}  // namespace

bool move_to_level(PixelSetup& pixel, const TextureBinding& binding, functional::Lod lod) {
  if (lod < 0 || lod > binding.surface.last_level * functional::kOneLevel) return false;
  pixel.levels.first = static_cast<std::uint8_t>(lod >> functional::kLodBits);
  pixel.levels.second = std::min<std::uint8_t>(pixel.levels.first + 1, binding.surface.last_level);
  pixel.levels.second_weight = static_cast<std::uint16_t>(lod & (functional::kOneLevel - 1));
  return true;
}

std::vector<Change> possible_changes(const GoldenCase& golden, const RowProbe& first) {
  std::vector<Change> changes;
  if (!first.loads() && golden.sampler) {
    add_sampler_changes(golden, first.binding(), changes);
    add_place_changes(first.binding(), changes);
    if (!first.gathers()) add_level_changes(changes);
    add_position_changes(first.binding(), changes);
  }
  add_colour_changes(first, changes);
  return changes;
}

}  // namespace texpipe::study
