#include "functional/sampling/lane_plan.h"

#include <algorithm>
#include <bit>

#include "functional/sampling/footprint_lines.h"
#include "functional/sampling/sample.h"

namespace texpipe::functional {
namespace {

/// What pixels have to share to go in the same footprints.
struct Sharing {
  std::int32_t level;
  bool two_levels;
  bool linear;
  std::int32_t taps;

  bool operator==(const Sharing&) const = default;
};

Sharing sharing_of(const lanes::LaneInput& lanes, unsigned lane) {
  return {lanes.first_level[lane], lanes.second_weight[lane] != 0, lanes.linear[lane] != 0, lanes.taps[lane]};
}

FilterClass filter_of(const Sharing& sharing) {
  if (sharing.taps > 1) return FilterClass::kAnisotropic;
  if (!sharing.linear) return FilterClass::kPoint;
  return sharing.two_levels ? FilterClass::kTrilinear : FilterClass::kBilinear;
}

/// Bit of the first corner of each pixel.
constexpr std::array<std::uint16_t, 16> kFirstCorners = [] {
  std::array<std::uint16_t, 16> bits{};
  for (unsigned pixels = 0; pixels < bits.size(); ++pixels) {
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      if ((pixels >> p & 1) != 0) bits[pixels] |= static_cast<std::uint16_t>(1u << (4 * p));
    }
  }
  return bits;
}();

/// Adds the lines of a pixel's texels.
void add_texels(AddressTables& addresses, unsigned level, std::uint32_t slice, const lanes::LanePlaces& places,
                unsigned lane, unsigned corners, LineCollector& lines) {
  const AddressTables::Plane* plane = addresses.plane(level, slice);
  for (unsigned corner = 0; corner < corners; ++corner) {
    const auto x = static_cast<std::uint32_t>(places.column[corner & 1][lane]);
    const auto y = static_cast<std::uint32_t>(places.row[corner >> 1][lane]);
    lines.add(plane != nullptr ? plane->at(x, y) : addresses(level, {x, y, slice, 0}));
  }
}

}  // namespace

void plan_from_places(const SurfaceBinding& surface, AddressTables& addresses, const SampledPlaces& sampled,
                      std::uint32_t pixels, unsigned subspan, LineShape shape, SubspanPlan& plan) {
  const lanes::LaneInput& lanes = sampled.lanes;
  const unsigned first = subspan * kPixelsPerSubspan;
  unsigned remaining = pixels >> first & 0xF;
  plan.pixels = static_cast<std::uint8_t>(remaining);
  while (remaining != 0) {
    const unsigned leader = first + static_cast<unsigned>(std::countr_zero(remaining));
    const Sharing sharing = sharing_of(lanes, leader);
    unsigned group = 0;
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      if ((remaining >> p & 1) != 0 && sharing_of(lanes, first + p) == sharing) group |= 1u << p;
    }
    remaining &= ~group;
    const auto taps = static_cast<unsigned>(sharing.taps);
    const unsigned corners = sharing.linear ? kTexelsPerPixel : 1;
    plan.anisotropy = std::max(plan.anisotropy, static_cast<std::uint8_t>(taps));
    for (unsigned tap = 0; tap < taps; ++tap) {
      if (taps > 1 && sampled.program.tap_weight[taps * lanes::kTaps + tap] == 0) continue;
      for (unsigned second = 0; second < (sharing.two_levels ? 2u : 1u); ++second) {
        const std::int32_t level = second != 0 ? lanes.second_level[leader] : lanes.first_level[leader];
        Footprint& footprint = add_footprint(surface, plan.footprints);
        footprint.pixels = static_cast<std::uint8_t>(group);
        footprint.level = static_cast<std::uint8_t>(surface.first_level + level);
        footprint.tap = static_cast<std::uint8_t>(tap);
        footprint.filter = filter_of(sharing);
        footprint.texels = static_cast<std::uint16_t>(kFirstCorners[group] * (sharing.linear ? 0xF : 1));
        LineCollector lines{shape, footprint};
        for (unsigned rest = group; rest != 0; rest &= rest - 1) {
          const unsigned lane = first + static_cast<unsigned>(std::countr_zero(rest));
          const std::uint32_t slice =
              static_cast<std::uint32_t>(lanes.slice[lane]) + surface.state.minimum_array_element;
          add_texels(addresses, footprint.level, slice, sampled.places[2 * tap + second], lane, corners, lines);
        }
      }
    }
  }
}

}  // namespace texpipe::functional
