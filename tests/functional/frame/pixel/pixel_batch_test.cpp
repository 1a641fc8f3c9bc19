// Words of a subspan's pixels as bits, against pixel after pixel.
#include "functional/frame/pixel/pixel_batch.h"

#include <catch2/catch.hpp>

#include <random>

namespace texpipe::functional {
namespace {

TEST_CASE("bits of a subspan's words are those of its pixels", "[frame][pixel]") {
  std::mt19937 random{38};
  for (unsigned round = 0; round < 1000; ++round) {
    PixelWords words;
    for (std::uint16_t& word : words) word = random() % 3 == 0 ? 0 : static_cast<std::uint16_t>(1u << random() % 16);
    const unsigned low = lowest_bits(words), some = nonzero_words(words);
    const PixelWords again = words_of_bits(low);
    for (unsigned p = 0; p < kPixelsOfSubspan; ++p) {
      CHECK((low >> p & 1) == (words[p] & 1u));
      CHECK((some >> p & 1) == (words[p] != 0 ? 1u : 0u));
      CHECK(again[p] == (words[p] & 1u));
    }
  }
}

}  // namespace
}  // namespace texpipe::functional
