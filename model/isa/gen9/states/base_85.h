// Words as five letters each, as i915 and xe write the buffers of a hang (ascii85).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::gen9 {

/// Words of five digits to the base 85 each, the highest first, from `!` on; `z` is zero.
/// @param place  of the first digit, for errors
/// Errors: Error (kMalformedInput) for letters that are no digits and for a text that ends within a word.
std::vector<std::uint32_t> words_of_base_85(std::string_view text, SourcePosition place);

}  // namespace texpipe::gen9
