// sRGB to linear and back, with tables that basic IEEE arithmetic makes, the same on every host.
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// Denominator of a linearised sRGB channel: 16 bits, the code of 1.0. Within 1/39 of an 8-bit sRGB step of the exact
/// curve.
inline constexpr std::uint32_t kLinearDenominator = 65535;

/// The sRGB curve (specification/sampling-rules 7). @param value  0 to 1, in sRGB space
double srgb_to_linear(double value);

/// Linear codes of the sRGB values 0/steps, 1/steps ... steps/steps: `steps + 1` numbers over kLinearDenominator,
/// rounded to nearest.
/// @param steps  15, 31, 63, 255, 1023 (UNORM of 4 to 10 bits) or 1530 (thirds and halves of 8 bits)
/// Errors: kInternalError for another number of steps.
const std::uint16_t* srgb_to_linear_codes(unsigned steps);

/// sRGB code nearest to a linear value, in sRGB space (specification/sampling-rules 7, back conversions). NaN gives 0.
/// @param steps  15, 31, 63, 255 or 1023
std::uint32_t linear_to_srgb_code(float linear, unsigned steps);

}  // namespace texpipe::functional
