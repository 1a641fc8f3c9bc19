#include "pictures/format_sheet/tiny_font.h"

#include <array>

namespace texpipe::study {

namespace {

using Letter = std::array<std::uint8_t, kLetterHeight>;

constexpr Letter kDigits[] = {
    {7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 3, 1, 7}, {5, 5, 7, 1, 1},
    {7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 2, 2, 2}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7},
};

constexpr Letter kCapitals[] = {
    {2, 5, 7, 5, 5}, {6, 5, 6, 5, 6}, {3, 4, 4, 4, 3}, {6, 5, 5, 5, 6}, {7, 4, 6, 4, 7}, {7, 4, 6, 4, 4},
    {3, 4, 5, 5, 3}, {5, 5, 7, 5, 5}, {7, 2, 2, 2, 7}, {1, 1, 1, 5, 2}, {5, 5, 6, 5, 5}, {4, 4, 4, 4, 7},
    {5, 7, 7, 5, 5}, {5, 7, 7, 7, 5}, {2, 5, 5, 5, 2}, {6, 5, 6, 4, 4}, {2, 5, 5, 6, 3}, {6, 5, 6, 5, 5},
    {3, 4, 2, 1, 6}, {7, 2, 2, 2, 2}, {5, 5, 5, 5, 7}, {5, 5, 5, 5, 2}, {5, 5, 7, 7, 5}, {5, 5, 2, 5, 5},
    {5, 5, 2, 2, 2}, {7, 1, 2, 4, 7},
};

constexpr Letter kUnderscore{0, 0, 0, 0, 7};
constexpr Letter kBlank{};

}  // namespace

const std::uint8_t* letter_rows(char letter) {
  if (letter >= '0' && letter <= '9') return kDigits[letter - '0'].data();
  if (letter >= 'A' && letter <= 'Z') return kCapitals[letter - 'A'].data();
  return letter == '_' ? kUnderscore.data() : kBlank.data();
}

void draw_text(Picture& picture, std::uint32_t x, std::uint32_t y, std::string_view text) {
  for (const char letter : text) {
    const std::uint8_t* rows = letter_rows(letter);
    for (unsigned pixel = 0; pixel < kLetterWidth * kLetterHeight; ++pixel) {
      const unsigned column = pixel % kLetterWidth;
      const unsigned row = pixel / kLetterWidth;
      if (!(rows[row] >> (kLetterWidth - 1 - column) & 1) || x + column >= picture.width || y + row >= picture.height)
        continue;
      for (unsigned channel = 0; channel < 4; ++channel) {
        picture.rgba[(std::size_t{y + row} * picture.width + x + column) * 4 + channel] = 255;
      }
    }
    x += kLetterWidth + 1;
  }
}

}  // namespace texpipe::study
