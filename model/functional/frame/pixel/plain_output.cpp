// Writes of sixteen lanes with one sample a pixel, whose colours go to the target as they are: most of them.
#include <algorithm>

#include "functional/frame/pixel/pixel_output.h"

namespace texpipe::functional {

/// Finds out about a write as `parse_plain_write` does, unless the last one was alike.
const PixelOutput::KnownWrite& PixelOutput::known_write(const KeptWrite& kept) {
  const std::uint32_t first = kept.payload.empty() ? 0 : kept.payload[0][0],
                      third = kept.payload.empty() ? 0 : kept.payload[0][2];
  KnownWrite& known = last_write_;
  if (known.descriptor == kept.descriptor && known.extended_descriptor == kept.extended_descriptor &&
      known.registers == kept.payload.size() && (!known.header || (known.first == first && known.third == third)))
    return known;
  std::array<const std::uint32_t*, 4> color;
  PlainWrite& write = known.write;
  known = {.descriptor = kept.descriptor,
           .extended_descriptor = kept.extended_descriptor,
           .registers = kept.payload.size(),
           .first = first,
           .third = third};
  known.plain = parse_plain_write(kept, write, color);
  known.header = !known.plain || write.header;
  if (!known.plain) return known;
  for (unsigned c = 0; c < 4; ++c) known.color[c] = static_cast<std::uint16_t>(color[c] - kept.payload.front().data());
  known.target = &target_of(write.binding_table_index, write.bindless_surface_offset, write.target);
  known.plain = known.target->null() || known.target->takes_subspans();
  return known;
}

/// Most writes: sixteen lanes with a colour each, of which those are written that were shaded. False: another one.
bool PixelOutput::apply_plain(const PixelBatch& batch, const PixelThread& thread, const KeptWrite& kept) {
  const KnownWrite& known = known_write(kept);
  if (!known.plain) return false;
  const PlainWrite& write = known.write;
  const unsigned first = write.first_lane / kPixelsOfSubspan;
  if (first >= thread.subspans) return true;
  constexpr unsigned kSubspans = SubspanColors::kSubspans;
  SubspanColors colors;
  colors.layer = batch.primitives[thread.primitive].layer;
  colors.lanes = kept.execution_mask & thread.dispatched >> write.first_lane & 0xFFFF;
  const std::uint32_t* const registers = kept.payload.front().data();
  for (unsigned c = 0; c < 4; ++c) colors.source[c] = registers + known.color[c];
  std::array<std::array<std::uint32_t, std::size_t{2} * kColorLanes>, 4> replicated;
  for (unsigned c = 0; write.replicated && c < 4; ++c) {
    replicated[c].fill(*colors.source[c]);
    colors.source[c] = replicated[c].data();
  }
  for (unsigned s = 0; s < std::min(kSubspans, thread.subspans - first); ++s) {
    const ShadedSubspan& subspan = batch.subspans[thread.first_subspan + first + s];
    colors.x[s] = subspan.x;
    colors.y[s] = subspan.y;
  }
  const std::uint32_t deciding = colors.lanes & ~(decided_ >> write.first_lane);
  if (context_.time != TestTime::kBefore && context_.counts) context_.statistics.samples_passed += ones_of(deciding);
  decided_ |= deciding << write.first_lane;
  if (!known.target->null() && colors.lanes != 0) known.target->write_subspans(context_.memory, tiles_, colors);
  return true;
}

}  // namespace texpipe::functional
