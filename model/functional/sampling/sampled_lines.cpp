#include "functional/sampling/sampled_lines.h"

#include <array>
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

  void message() {
    if (all_are_alike()) return alike();
    for (unsigned first = 0; first < lanes::kChannels; first += kPixelsPerSubspan) subspan(first);
  }

 private:
  /// Without branches, for all lanes at once.
  bool all_are_alike() const {
    std::int32_t differ = 0;
    for (unsigned lane = 0; lane < lanes::kChannels; ++lane)
      differ |= (in_.slice[lane] ^ in_.slice[0]) | (in_.first_level[lane] ^ in_.first_level[0]) |
                (in_.linear[lane] ^ in_.linear[0]) | (in_.taps[lane] ^ in_.taps[0]) |
                static_cast<std::int32_t>((in_.second_weight[lane] != 0) != (in_.second_weight[0] != 0));
    return differ == 0 && sampled_.program.axes == 2;
  }

  /// Texels of lanes that all read the same levels: what subspan() touches, in its order.
  void alike() {
    struct Read {
      LaneTap tap;
      const AddressTables::Plane* plane;
    };
    std::array<std::optional<Read>, std::size_t{2} * lanes::kTaps> reads;
    std::size_t count = 0;
    const auto taps = static_cast<unsigned>(in_.taps[0]), levels = in_.second_weight[0] != 0 ? 2u : 1u;
    for (unsigned tap = 0; tap < taps; ++tap) {
      if (taps > 1 && sampled_.program.tap_weight[taps * lanes::kTaps + tap] == 0) continue;
      for (unsigned second = 0; second < levels; ++second) {
        const LaneTap read = tap_of(sampled_.places[lanes::place_of(tap, second, 0)], second, 0);
        reads[count++].emplace(read, addresses_.plane(read.level, read.slice));
      }
    }
    lines_.add_footprints(static_cast<unsigned>(kSubspans * count));
    for (unsigned first = 0; first < lanes::kChannels; first += kPixelsPerSubspan)
      for (std::size_t i = 0; i < count; ++i)
        touch(reads[i]->tap, reads[i]->plane, first, kPixelsPerSubspan, in_.linear[0] != 0);
  }

  void subspan(unsigned first) {
    if (are_alike(first)) return read(first, first, kPixelsPerSubspan);
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) read(first, first + p, 1);
  }
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
          const LaneTap at = tap_of(places, second, first);
          touch(at, addresses_.plane(at.level, at.slice), first, count, linear);
        }
      }
    }
  }

  LaneTap tap_of(const lanes::LanePlaces& places, unsigned second, unsigned lane) const {
    const bool volume = sampled_.program.axes == 3;
    return {.places = places,
            .level = surface_.first_level +
                     static_cast<unsigned>(second != 0 ? in_.second_level[lane] : in_.first_level[lane]),
            .slice = static_cast<std::uint32_t>(volume ? places.slice[lane] : in_.slice[lane]) +
                     (volume ? 0 : surface_.state.minimum_array_element)};
  }

  /// Whether the texels of a subspan that touch() reads stand in one line.
  static bool in_one_line(const LaneTap& tap, const AddressTables::LineBlock& block, unsigned first, bool linear) {
    const std::int32_t *left = tap.places.column[0] + first, *right = tap.places.column[linear ? 1 : 0] + first;
    const std::int32_t *top = tap.places.row[0] + first, *bottom = tap.places.row[linear ? 1 : 0] + first;
    const std::int32_t columns = (left[0] ^ right[1]) | (left[0] ^ left[2]) | (left[0] ^ right[3]);
    const std::int32_t rows = (top[0] ^ top[1]) | (top[0] ^ bottom[2]) | (top[0] ^ bottom[3]);
    return (columns >> block.column_bits | rows >> block.row_bits) == 0;
  }

  void touch(const LaneTap& tap, const AddressTables::Plane* plane, unsigned first, unsigned count, bool linear) {
    if (count == kPixelsPerSubspan && plane != nullptr && !sampled_.program.borders &&
        in_one_line(tap, plane->line_block, first, linear))
      return touch_texel(addresses_, plane, tap, first, 0, lines_);
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
  Toucher{surface, addresses, sampled, lines}.message();
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
