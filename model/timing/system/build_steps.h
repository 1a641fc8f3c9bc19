// Order in which the blocks of a module are built. Any order gives the same results.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace texpipe::timing {

/// 0: the order in which the steps are written; another number: a shuffle that depends on this number only.
enum class BuildOrder : std::uint32_t { kAsWritten = 0 };

using BuildStep = std::function<void()>;

inline void build(std::vector<BuildStep> steps, BuildOrder order) {
  auto random = static_cast<std::uint32_t>(order);
  for (std::size_t left = steps.size(); random != 0 && left > 1; --left) {
    random = random * 1664525u + 1013904223u;
    std::swap(steps[left - 1], steps[(random >> 8) % left]);
    if (random == 0) random = 1;
  }
  for (const BuildStep& step : steps) step();
}

}  // namespace texpipe::timing
