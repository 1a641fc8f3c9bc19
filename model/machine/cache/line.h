// Names of cache lines.
#pragma once

#include <compare>
#include <cstdint>

#include "base/quantity.h"

namespace texpipe::machine {

/// Lines of stored bytes and lines of decoded texels are different lines even where their addresses are equal, so that
/// block decompression can stand before or after a cache.
enum class AddressSpace : std::uint8_t { kStored, kDecoded };

struct LineKey {
  AddressSpace space = AddressSpace::kStored;
  std::uint64_t line = 0;  // address / line size

  auto operator<=>(const LineKey&) const = default;
};

constexpr LineKey line_of(AddressSpace space, ByteAddress address, ByteSize line) {
  return {space, address.value() / line.value()};
}

}  // namespace texpipe::machine
