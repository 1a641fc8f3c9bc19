// Letters of 3x5 pixels, for labels in pictures.
#pragma once

#include <cstdint>
#include <string_view>

#include "pictures/texture/png.h"

namespace texpipe::study {

inline constexpr unsigned kLetterWidth = 3;
inline constexpr unsigned kLetterHeight = 5;

/// Rows of a letter from the top, bit 2 the left pixel. Capital letters, digits and `_`; everything else is blank.
const std::uint8_t* letter_rows(char letter);

/// Draws a text in white with its top left corner at (x, y), one pixel between letters; what lies outside the picture
/// is cut.
void draw_text(Picture& picture, std::uint32_t x, std::uint32_t y, std::string_view text);

}  // namespace texpipe::study
