#include "machine/cache/footprint_lines.h"

#include <algorithm>
#include <bit>

namespace texpipe::machine {
namespace {

void add_line(FootprintLines& lines, LineKey key) {
  const auto end = lines.keys.begin() + lines.count;
  if (std::find(lines.keys.begin(), end, key) == end) lines.keys[lines.count++] = key;
}

}  // namespace

FootprintLines lines_of(const functional::Footprint& footprint, DecompressionPlace place, ByteSize line) {
  const bool blocks = footprint.expansion > 1;
  const bool decoded = blocks && place == DecompressionPlace::kBeforeL1;
  const AddressSpace space = decoded ? AddressSpace::kDecoded : AddressSpace::kStored;
  const std::uint64_t bytes = decoded ? footprint.texel_bytes : footprint.element_bytes;
  const auto line_bits = static_cast<unsigned>(std::countr_zero(line.value()));
  FootprintLines lines;
  std::array<ByteAddress, functional::kTexelsPerFootprint> seen;
  ByteAddress block{~std::uint64_t{0}};         // of the texel before
  std::uint64_t last_line = ~std::uint64_t{0};  // that it touched: neighbours share lines
  for (unsigned bits = footprint.texels; bits != 0; bits &= bits - 1) {
    const functional::TexelAddress& address = footprint.addresses[static_cast<unsigned>(std::countr_zero(bits))];
    const std::uint64_t first = (decoded ? address.decoded : address.stored).value();
    const std::uint64_t from = first >> line_bits, to = (first + bytes - 1) >> line_bits;
    if (from != last_line) add_line(lines, {space, from});
    if (to != from) add_line(lines, {space, to});
    last_line = to;
    if (!blocks || address.stored == block) continue;
    block = address.stored;
    const auto end = seen.begin() + lines.blocks;
    if (std::find(seen.begin(), end, block) == end) seen[lines.blocks++] = block;
  }
  return lines;
}

std::uint32_t blocks_per_line(const functional::Footprint& footprint, ByteSize line) {
  const std::uint64_t block = std::uint64_t{footprint.element_bytes} * footprint.expansion;
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(line.value() / block, 1));
}

}  // namespace texpipe::machine
