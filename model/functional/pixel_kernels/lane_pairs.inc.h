// Vectors of kVectorLanes lanes, as many floats as a register of the instruction set holds, and how their elements come
// from pairs in memory and go there. Compiled as pixel_kernels.inc.h is.

namespace {

template <class Number>
using Vector [[gnu::vector_size(kVectorLanes * sizeof(Number))]] = Number;
using Floats = Vector<float>;
using Doubles = Vector<double>;
using Signed = Vector<std::int32_t>;
using Words = Vector<std::uint32_t>;
using Halves = Vector<std::uint16_t>;

/// A number of each of four subspans, or of each pixel of one.
template <class Number>
using Four [[gnu::vector_size(4 * sizeof(Number))]] = Number;
static_assert(kSubspans == 4);

/// Elements of two bytes each, or four: as many of `Pair` as there are pairs of lanes.
template <class Pair>
using Pairs [[gnu::vector_size(kVectorLanes / 2 * sizeof(Pair))]] = Pair;

template <class Pair>
[[gnu::always_inline]] inline Pair pair_at(const std::byte* place) {
  Pair pair;
  std::memcpy(&pair, place, sizeof pair);
  return pair;
}

/// @param Elements  a vector that is as large as the pairs together
template <class Pair, class Elements>
[[gnu::always_inline]] inline void load_pairs(std::byte* const* places, Elements& elements) {
  static_assert(sizeof(Elements) == sizeof(Pairs<Pair>));
  const auto at = [&](unsigned n) __attribute__((always_inline)) {
    return pair_at<Pair>(places[n]);
  };
  if constexpr (kVectorLanes == 16) {
    elements = reinterpret_cast<Elements>(Pairs<Pair>{at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)});
  } else if constexpr (kVectorLanes == 8) {
    elements = reinterpret_cast<Elements>(Pairs<Pair>{at(0), at(1), at(2), at(3)});
  } else {
    elements = reinterpret_cast<Elements>(Pairs<Pair>{at(0), at(1)});
  }
}

template <class Pair, class Elements>
[[gnu::always_inline]] inline void store_pairs(const Elements& elements, std::byte* const* places) {
  const auto pairs = reinterpret_cast<Pairs<Pair>>(elements);
  for (unsigned n = 0; n < kVectorLanes / 2; ++n) {
    const Pair pair = pairs[n];
    std::memcpy(places[n], &pair, sizeof pair);
  }
}

[[gnu::always_inline]] inline void load_words(std::byte* const* places, Words& words) {
  load_pairs<std::uint64_t>(places, words);
}
[[gnu::always_inline]] inline void store_words(const Words& words, std::byte* const* places) {
  store_pairs<std::uint64_t>(words, places);
}

/// All ones in lane n where bit n is set.
[[gnu::always_inline]] inline void lanes_of_bits(std::uint32_t bits, Words& lanes) {
  Words bit_of;
  for (unsigned i = 0; i < kVectorLanes; ++i) bit_of[i] = 1u << i;
  lanes = reinterpret_cast<Words>((bit_of & bits) != 0);
}

}  // namespace
