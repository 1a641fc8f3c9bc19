#include "functional/sampling/lane_plan.h"

#include <algorithm>
#include <bit>

#include "functional/sampling/footprint_group.h"
#include "functional/sampling/line_collector.h"
#include "functional/sampling/sample.h"

namespace texpipe::functional {
namespace {

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

/// Whether texels of a size can lie in two lines.
bool straddle(unsigned bytes, std::uint64_t low_bits, unsigned line_bits) {
  const bool power = (bytes & (bytes - 1)) == 0;  // std::has_single_bit would be a call
  return !power || bytes > 1u << line_bits || (low_bits & (bytes - 1)) != 0;
}

/// Adds the lines of a footprint's texels where each lies in one line: their numbers follow from sums of two offsets.
/// @tparam kLines   offsets that name lines
/// @tparam kBlocks  blocks are counted
/// @tparam kWords   words are noted
template <std::uint64_t AddressTables::Offset::*kLines, bool kBlocks, bool kWords>
void add_whole_texels(const AddressTables::Plane& plane, const lanes::LanePlaces& places, unsigned first, bool linear,
                      LineShape shape, Footprint& footprint) {
  LineCollector lines{shape, footprint};
  [[maybe_unused]] const unsigned last_byte =
      (kLines == &AddressTables::Offset::decoded ? footprint.texel_bytes : footprint.element_bytes) - 1u;
  const auto touch = [&](const AddressTables::Offset& column, const AddressTables::Offset& row) {
    lines.touch_line((column.*kLines + row.*kLines) >> shape.bits);
    if constexpr (kBlocks) lines.touch_block(column.stored + row.stored);
    if constexpr (kWords) {
      lines.touch_word(column.*kLines + row.*kLines);
      lines.touch_word(column.*kLines + row.*kLines + last_byte);
    }
  };
  const AddressTables::Offset *columns = plane.columns.data(), *rows = plane.rows.data();
  for (unsigned rest = footprint.pixels; rest != 0; rest &= rest - 1) {
    const unsigned lane = first + static_cast<unsigned>(std::countr_zero(rest));
    const AddressTables::Offset &left = columns[places.column[0][lane]], &top = rows[places.row[0][lane]];
    touch(left, top);
    if (!linear) continue;
    const AddressTables::Offset &right = columns[places.column[1][lane]], &bottom = rows[places.row[1][lane]];
    touch(right, top);
    touch(left, bottom);
    touch(right, bottom);
  }
}

/// Small numbers for the words or rows that a footprint reads.
class NumberSlots {
 public:
  static constexpr unsigned kCount = 16;

  NumberSlots() { taken_.fill(kFree); }
  static constexpr unsigned slot(unsigned number) { return number % kCount; }
  /// Whether the number's slot is its own.
  bool take(unsigned number) {
    std::uint16_t& taken = taken_[slot(number)];
    if (taken == kFree) taken = static_cast<std::uint16_t>(number);
    return taken == number;
  }

 private:
  static constexpr std::uint16_t kFree = 0xFFFF;
  std::array<std::uint16_t, kCount> taken_;
};

/// Adds the lines and words of a footprint's texels where each lies in one word, of a plane whose words are apart. A
/// word has a line of its own only when it is new. Returns false where texels that lie far from each other are not told
/// apart.
template <std::uint64_t AddressTables::Offset::*kLines, bool kBlocks>
bool add_words_apart(const AddressTables::Plane& plane, const lanes::LanePlaces& places, unsigned first, bool linear,
                     LineShape shape, Footprint& footprint) {
  using Offset = AddressTables::Offset;
  constexpr auto kWord = kLines == &Offset::decoded ? &Offset::decoded_word : &Offset::stored_word;
  LineCollector lines{shape, footprint};
  std::uint64_t last_line = ~std::uint64_t{0};
  const auto add = [&](const Offset& column, const Offset& row) {
    footprint.words.place[footprint.word_count++] = (column.*kWord).place | (row.*kWord).place;
    const std::uint64_t line = (column.*kLines + row.*kLines) >> shape.bits;
    if (line != last_line) lines.touch_line(last_line = line);
    if constexpr (kBlocks) lines.touch_block(column.stored + row.stored);
  };
  const Offset *columns = plane.columns.data(), *rows = plane.rows.data();
  NumberSlots words_taken, rows_taken;
  std::array<std::uint16_t, NumberSlots::kCount> seen{};  // words, by row
  for (unsigned rest = footprint.pixels; rest != 0; rest &= rest - 1) {
    const unsigned lane = first + static_cast<unsigned>(std::countr_zero(rest));
    const unsigned far = linear ? 1 : 0;
    const Offset &left = columns[places.column[0][lane]], &right = columns[places.column[far][lane]];
    const Offset &top = rows[places.row[0][lane]], &bottom = rows[places.row[far][lane]];
    if (!words_taken.take((left.*kWord).number) || !words_taken.take((right.*kWord).number) ||
        !rows_taken.take((top.*kWord).number) || !rows_taken.take((bottom.*kWord).number))
      return false;
    const unsigned l = NumberSlots::slot((left.*kWord).number), r = NumberSlots::slot((right.*kWord).number);
    const unsigned pair = 1u << l | 1u << r;
    const auto touch = [&](const Offset& row, std::uint16_t& of_row) {
      const unsigned fresh = pair & ~of_row;
      if (fresh == 0) return;
      of_row = static_cast<std::uint16_t>(of_row | fresh);
      if ((fresh >> l & 1) != 0) add(left, row);
      if ((fresh >> r & 1) != 0 && r != l) add(right, row);
    };
    touch(top, seen[NumberSlots::slot((top.*kWord).number)]);
    touch(bottom, seen[NumberSlots::slot((bottom.*kWord).number)]);
  }
  return true;
}

template <std::uint64_t AddressTables::Offset::*kLines, bool kBlocks>
void add_whole_texels(const AddressTables::Plane& plane, const lanes::LanePlaces& places, unsigned first, bool linear,
                      LineShape shape, Footprint& footprint) {
  if (shape.words == PlannedWords::kNone)
    return add_whole_texels<kLines, kBlocks, false>(plane, places, first, linear, shape, footprint);
  constexpr bool kDecoded = kLines == &AddressTables::Offset::decoded;
  const bool apart = kDecoded ? plane.words_apart.decoded : plane.words_apart.stored;
  const unsigned bytes = kDecoded ? footprint.texel_bytes : footprint.element_bytes;
  const bool one_line = shape.bits >= kWordBits, one_block = !kBlocks || footprint.element_bytes >= 1u << kWordBits;
  const bool words_only = apart && one_line && one_block && !straddle(bytes, plane.low_bits.*kLines, kWordBits);
  if (words_only && add_words_apart<kLines, kBlocks>(plane, places, first, linear, shape, footprint)) return;
  add_whole_texels<kLines, kBlocks, true>(plane, places, first, linear, shape, footprint);
}

/// Adds the lines of the footprint's texels, one after the other.
void add_inner_texels(AddressTables& addresses, const lanes::LanePlaces& places,
                      const std::array<std::uint32_t, kPixelsPerSubspan>& slices, unsigned first, LineShape shape,
                      Footprint& footprint) {
  LineCollector lines{shape, footprint};
  for (unsigned rest = footprint.texels; rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned p = bit / kTexelsPerPixel, corner = bit % kTexelsPerPixel;
    const auto x = static_cast<std::uint32_t>(places.column[corner & 1][first + p]);
    const auto y = static_cast<std::uint32_t>(places.row[corner >> 1][first + p]);
    lines.add(addresses(footprint.level, {x, y, slices[p], 0}));
  }
}

/// Adds the lines of the texels that the pixels of a group read.
void add_texels(AddressTables& addresses, const lanes::LanePlaces& places,
                const std::array<std::uint32_t, kPixelsPerSubspan>& slices, unsigned first, bool linear,
                LineShape shape, Footprint& footprint) {
  const unsigned group = footprint.pixels;
  const std::uint32_t slice = slices[static_cast<unsigned>(std::countr_zero(group))];
  bool one_slice = true;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p)
    one_slice = one_slice && ((group >> p & 1) == 0 || slices[p] == slice);
  const AddressTables::Plane* plane = one_slice ? addresses.plane(footprint.level, slice) : nullptr;
  using Offset = AddressTables::Offset;
  const bool decoded = footprint.expansion > 1 && shape.decoded;
  if (plane != nullptr && decoded && !straddle(footprint.texel_bytes, plane->low_bits.decoded, shape.bits)) {
    const unsigned block_bytes = footprint.element_bytes * footprint.expansion;
    if (block_bytes != 1u << shape.bits ||
        straddle(block_bytes, plane->low_bits.stored * footprint.expansion, shape.bits))
      return add_whole_texels<&Offset::decoded, true>(*plane, places, first, linear, shape, footprint);
    add_whole_texels<&Offset::decoded, false>(*plane, places, first, linear, shape, footprint);
    footprint.blocks = footprint.line_count;  // a block is a line of decoded texels
    return;
  }
  if (plane != nullptr && !decoded && !straddle(footprint.element_bytes, plane->low_bits.stored, shape.bits)) {
    if (footprint.expansion > 1)
      return add_whole_texels<&Offset::stored, true>(*plane, places, first, linear, shape, footprint);
    return add_whole_texels<&Offset::stored, false>(*plane, places, first, linear, shape, footprint);
  }
  add_inner_texels(addresses, places, slices, first, shape, footprint);
}

/// Bits of the corners of a subspan's pixels that have the border colour.
unsigned border_corners(const lanes::LanePlaces& places, unsigned first) {
  unsigned bits = 0;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p)
    bits |= static_cast<unsigned>(places.border[first + p]) << (kTexelsPerPixel * p);
  return bits;
}

/// Notes the slices of a volume that the members of a group read. Returns those of them to whom they have weight.
unsigned take_slices(const lanes::LanePlaces& places, unsigned first, unsigned members,
                     std::array<std::uint32_t, kPixelsPerSubspan>& slices) {
  unsigned pixels = 0;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    slices[p] = static_cast<std::uint32_t>(places.slice[first + p]);
    if (places.slice_weight[first + p] != 0) pixels |= 1u << p;
  }
  return pixels & members;
}

}  // namespace

void plan_from_places(const SurfaceBinding& surface, AddressTables& addresses, const SampledPlaces& sampled,
                      std::uint32_t pixels, unsigned subspan, LineShape shape, SubspanPlan& plan) {
  const lanes::LaneInput& lanes = sampled.lanes;
  const unsigned first = subspan * kPixelsPerSubspan;
  plan.pixels = static_cast<std::uint8_t>(pixels >> first & 0xF);
  std::array<std::uint32_t, kPixelsPerSubspan> slices;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p)
    slices[p] = static_cast<std::uint32_t>(lanes.slice[first + p]) + surface.state.minimum_array_element;
  const auto group_of = [&](unsigned p) {
    return FootprintGroup{.level = lanes.first_level[first + p],
                          .two_levels = lanes.second_weight[first + p] != 0,
                          .linear = lanes.linear[first + p] != 0,
                          .taps = lanes.taps[first + p]};
  };
  const bool volume = sampled.program.axes == 3;
  for_each_group(plan.pixels, group_of, [&](const FootprintGroup& group, unsigned members) {
    const unsigned leader = first + static_cast<unsigned>(std::countr_zero(members));
    const auto taps = static_cast<unsigned>(group.taps);
    plan.anisotropy = std::max(plan.anisotropy, static_cast<std::uint8_t>(taps));
    const auto add = [&](unsigned tap, unsigned second, unsigned half) {
      const lanes::LanePlaces& places = sampled.places[lanes::place_of(tap, second, half)];
      const unsigned pixels_here = volume ? take_slices(places, first, members, slices) : members;
      if (pixels_here == 0) return;
      const std::int32_t level = second != 0 ? lanes.second_level[leader] : group.level;
      Footprint& footprint = add_footprint(surface, plan.footprints);
      footprint.pixels = static_cast<std::uint8_t>(pixels_here);
      footprint.level = static_cast<std::uint8_t>(surface.first_level + level);
      footprint.tap = static_cast<std::uint8_t>(tap);
      footprint.slice_half = static_cast<std::uint8_t>(half);
      footprint.filter = group.filter();
      const unsigned corners = kFirstCorners[pixels_here] * (group.linear ? 0xFu : 1u);
      const unsigned border = sampled.program.borders ? border_corners(places, first) : 0;
      footprint.texels = static_cast<std::uint16_t>(corners & ~border);
      if ((corners & border) != 0) return add_inner_texels(addresses, places, slices, first, shape, footprint);
      add_texels(addresses, places, slices, first, group.linear, shape, footprint);
    };
    for (unsigned tap = 0; tap < taps; ++tap) {
      if (taps > 1 && sampled.program.tap_weight[taps * lanes::kTaps + tap] == 0) continue;
      for (unsigned second = 0; second < (group.two_levels ? 2u : 1u); ++second) {
        for (unsigned half = 0; half < (volume && group.linear ? 2u : 1u); ++half) add(tap, second, half);
      }
    }
  });
}

}  // namespace texpipe::functional
