// Requests of a cache whose lines are longer than those of the next level.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/quantity.h"

namespace texpipe::machine {

/// Longest line of a level that takes requests of any length: a memory.
inline constexpr ByteSize kAnyLine{std::uint64_t{1} << 48};

/// A part of a request, which crosses no line of the level that it goes to.
struct LinePart {
  ByteAddress address;
  ByteSize size;

  bool operator==(const LinePart&) const = default;
};

/// Parts that one request becomes for the next level, one behind the other.
struct LineParts {
  ByteAddress first;
  ByteSize bytes;  // of all parts
  ByteSize next_line;
  std::uint32_t count = 1;

  constexpr LinePart operator[](std::uint32_t part) const {
    const std::uint64_t line = first.value() & ~(next_line.value() - 1);  // of the next level, that the first lies in
    const std::uint64_t begin = std::max(first.value(), line + part * next_line.value());
    const std::uint64_t end = std::min(first.value() + bytes.value(), line + (part + 1) * next_line.value());
    return {ByteAddress{begin}, ByteSize{end - begin}};
  }
};

/// Parts of the request for `bytes` bytes at `address`.
/// @param bytes      at least 1
/// @param next_line  bytes of a line of the next level, a power of two
constexpr LineParts parts_of(ByteAddress address, ByteSize bytes, ByteSize next_line) {
  const std::uint64_t mask = next_line.value() - 1;
  const auto bits = static_cast<unsigned>(std::countr_zero(next_line.value()));
  const std::uint64_t lines = ((address.value() & mask) + bytes.value() + mask) >> bits;
  return {address, bytes, next_line, static_cast<std::uint32_t>(lines)};
}

}  // namespace texpipe::machine
