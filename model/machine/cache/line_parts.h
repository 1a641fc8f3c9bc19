// Requests of a cache whose lines are longer than those of the next level.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/quantity.h"

namespace texpipe::machine {

/// Longest line of a level that takes requests of any length: a memory.
inline constexpr ByteSize kAnyLine{std::uint64_t{1} << 48};

/// Parts that one request becomes for the next level: equal ones, one behind the other, none of which crosses a line
/// there.
struct LineParts {
  ByteAddress first;
  ByteSize size;
  std::uint32_t count = 1;

  constexpr ByteAddress operator[](std::uint32_t part) const {
    return first + ByteAddress{std::uint64_t{part} * size.value()};
  }
};

/// Parts of the request for `bytes` bytes at `address`.
/// @param address    a multiple of `bytes`
/// @param bytes      a power of two
/// @param next_line  bytes of a line of the next level, a power of two; when longer than `bytes`, the request stays
///                   whole
constexpr LineParts parts_of(ByteAddress address, ByteSize bytes, ByteSize next_line) {
  const ByteSize part = std::min(bytes, next_line);
  return {address, part, static_cast<std::uint32_t>(bytes / part)};
}

}  // namespace texpipe::machine
