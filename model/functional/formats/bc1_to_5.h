// Denominators of BC1 to BC5, chosen so that interpolated values are exact.
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// Colours of BC1, BC2, BC3: endpoints of 8 bits, thirds and halves between them.
inline constexpr std::uint32_t kBcColorDenominator = 255 * 6;
/// Alpha of BC3, channels of BC4 and BC5: endpoints of 8 bits, sevenths and fifths between them.
inline constexpr std::uint32_t kBc4Denominator = 255 * 35;
inline constexpr std::uint32_t kBc4SignedDenominator = 127 * 35;
/// Alpha of BC2.
inline constexpr std::uint32_t kBc2AlphaDenominator = 15;

}  // namespace texpipe::functional
