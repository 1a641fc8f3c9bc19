// Size of a scene's feed of subspans where no machine has one.
#pragma once

#include <cstdint>

namespace texpipe::study {

inline constexpr std::uint32_t kUntimedSlots = 256;  // a machine brings its own number

}  // namespace texpipe::study
