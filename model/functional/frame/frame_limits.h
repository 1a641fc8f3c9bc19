// Limits of what a stream may ask for.
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// Commands that a submission may execute, where nobody says another number.
inline constexpr std::uint64_t kMostCommands = std::uint64_t{1} << 26;

/// Most work that a stream may ask for: one that asks for more, by a damaged count, would go on as good as for ever.
struct FrameLimits {
  std::uint64_t commands = kMostCommands;           // of a submission
  std::uint64_t vertices = std::uint64_t{1} << 24;  // of a draw, over its instances
  std::uint64_t groups = std::uint64_t{1} << 24;    // of a compute walker
};

}  // namespace texpipe::functional
