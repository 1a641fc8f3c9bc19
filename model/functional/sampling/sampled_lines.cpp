#include "functional/sampling/sampled_lines.h"

#include <optional>

#include "functional/sampling/load.h"

namespace texpipe::functional {
namespace {

constexpr unsigned kSubspans = lanes::kChannels / kPixelsPerSubspan;
constexpr unsigned kTexelsOfPixel = 4;

/// A tap of a level, as a lane reads it.
struct LaneTap {
  const lanes::LanePlaces& places;
  unsigned level = 0;  // of the surface
  std::uint32_t slice = 0;
};

/// Touches a texel's line. @param corner  (left, top), (right, top), (left, bottom), (right, bottom)
void touch_texel(AddressTables& addresses, const AddressTables::Plane* plane, const LaneTap& tap, unsigned lane,
                 unsigned corner, TouchedLines& lines) {
  const auto x = static_cast<std::uint32_t>(tap.places.column[corner & 1][lane]);
  const auto y = static_cast<std::uint32_t>(tap.places.row[corner >> 1][lane]);
  const std::uint64_t address = plane != nullptr ? plane->columns[x].stored + plane->rows[y].stored
                                                 : addresses(tap.level, {x, y, tap.slice, 0}).stored.value();
  lines.touch(address >> TouchedLines::kLineBits);
}

class Toucher {
 public:
  Toucher(const SurfaceBinding& surface, AddressTables& addresses, const SampledPlaces& sampled, TouchedLines& lines)
      : surface_{surface}, addresses_{addresses}, sampled_{sampled}, in_{sampled.lanes}, lines_{lines} {}

  void subspan(unsigned first) {
    if (are_alike(first)) return read(first, first, kPixelsPerSubspan);
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) read(first, first + p, 1);
  }

 private:
  bool are_alike(unsigned first) const {
    bool alike = sampled_.program.axes == 2;
    for (unsigned p = 1; p < kPixelsPerSubspan; ++p)
      alike = alike && in_.slice[first + p] == in_.slice[first] && is_like(first + p, first);
    return alike;
  }
  /// Whether two lanes share footprints.
  bool is_like(unsigned lane, unsigned other) const {
    return in_.first_level[lane] == in_.first_level[other] && in_.linear[lane] == in_.linear[other] &&
           in_.taps[lane] == in_.taps[other] && (in_.second_weight[lane] != 0) == (in_.second_weight[other] != 0);
  }

  /// Texels of lanes that are alike: of a whole subspan, or one.
  void read(unsigned subspan, unsigned first, unsigned count) {
    bool counts = true;
    for (unsigned lane = subspan; lane < first; ++lane) counts = counts && !is_like(lane, first);
    const bool volume = sampled_.program.axes == 3, linear = in_.linear[first] != 0;
    const auto taps = static_cast<unsigned>(in_.taps[first]);
    for (unsigned tap = 0; tap < taps; ++tap) {
      if (taps > 1 && sampled_.program.tap_weight[taps * lanes::kTaps + tap] == 0) continue;
      for (unsigned second = 0; second < (in_.second_weight[first] != 0 ? 2u : 1u); ++second) {
        for (unsigned half = 0; half < (volume && linear ? 2u : 1u); ++half) {
          const lanes::LanePlaces& places = sampled_.places[lanes::place_of(tap, second, half)];
          if (volume && places.slice_weight[first] == 0) continue;
          lines_.add_footprints(counts ? 1 : 0);
          touch({.places = places,
                 .level = surface_.first_level +
                          static_cast<unsigned>(second != 0 ? in_.second_level[first] : in_.first_level[first]),
                 .slice = static_cast<std::uint32_t>(volume ? places.slice[first] : in_.slice[first]) +
                          (volume ? 0 : surface_.state.minimum_array_element)},
                first, count, linear);
        }
      }
    }
  }

  void touch(const LaneTap& tap, unsigned first, unsigned count, bool linear) {
    const AddressTables::Plane* const plane = addresses_.plane(tap.level, tap.slice);
    const auto reads = [&](unsigned lane, unsigned corner) {
      if (sampled_.program.borders && (tap.places.border[lane] >> corner & 1) != 0) return;
      touch_texel(addresses_, plane, tap, lane, corner, lines_);
    };
    for (unsigned p = 0; p < count; ++p) {
      if (count == 1 && linear) {
        for (unsigned corner = 0; corner < kTexelsOfPixel; ++corner) reads(first, corner);
      } else {
        reads(first + p, linear ? p : 0);  // the pixel's corner that lies outside among those of the subspan
      }
    }
  }

  const SurfaceBinding& surface_;
  AddressTables& addresses_;
  const SampledPlaces& sampled_;
  const lanes::LaneInput& in_;
  TouchedLines& lines_;
};

}  // namespace

void touch_places(const SurfaceBinding& surface, AddressTables& addresses, const SampledPlaces& sampled,
                  TouchedLines& lines) {
  Toucher toucher{surface, addresses, sampled, lines};
  for (unsigned subspan = 0; subspan < kSubspans; ++subspan) toucher.subspan(subspan * kPixelsPerSubspan);
}

void touch_loads(const SurfaceBinding& surface, AddressTables& addresses, const SamplerRequest& request,
                 TouchedLines& lines) {
  for (unsigned subspan = 0; subspan < kSubspans; ++subspan) {
    bool reads = false;
    for (const unsigned pixel : {0u, kPixelsPerSubspan - 1}) {
      const std::optional<LoadPlace> at = load_place(surface, request, subspan * kPixelsPerSubspan + pixel);
      if (!at) continue;
      reads = true;
      lines.touch(addresses(surface.first_level + at->level, at->place).stored.value() >> TouchedLines::kLineBits);
    }
    lines.add_footprints(reads ? 1 : 0);
  }
}

}  // namespace texpipe::functional
