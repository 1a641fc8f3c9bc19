#include "machine/cache/footprint_lines.h"

#include <algorithm>
#include <bit>

namespace texpipe::machine {
namespace {

void add_line(FootprintLines& lines, LineKey key) {
  if (lines.count > 0 && lines.keys[lines.count - 1] == key) return;  // neighbours share lines
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
  for (unsigned texel = 0; texel < functional::kTexelsPerFootprint; ++texel) {
    if ((footprint.texels >> texel & 1) == 0) continue;
    const functional::TexelAddress& address = footprint.addresses[texel];
    const ByteAddress first = decoded ? address.decoded : address.stored;
    add_line(lines, {space, first.value() >> line_bits});
    add_line(lines, {space, (first.value() + bytes - 1) >> line_bits});
    const auto end = seen.begin() + lines.blocks;
    if (blocks && std::find(seen.begin(), end, address.stored) == end) seen[lines.blocks++] = address.stored;
  }
  return lines;
}

std::uint32_t blocks_per_line(const functional::Footprint& footprint, ByteSize line) {
  const std::uint64_t block = std::uint64_t{footprint.element_bytes} * footprint.expansion;
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(line.value() / block, 1));
}

}  // namespace texpipe::machine
