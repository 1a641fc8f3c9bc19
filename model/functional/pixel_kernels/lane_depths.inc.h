// Text of the kernel that tests depths, compiled as pixel_kernels.inc.h is, behind lane_pairs.inc.h.

namespace {

[[gnu::always_inline]] inline void load_depths(unsigned bytes, std::byte* const* places, Words& elements) {
  if (bytes == sizeof(std::uint32_t)) return load_words(places, elements);
  Halves halves;
  load_pairs<std::uint32_t>(places, halves);
  elements = __builtin_convertvector(halves, Words);
}

[[gnu::always_inline]] inline void store_depths(unsigned bytes, const Words& elements, std::byte* const* places) {
  if (bytes == sizeof(std::uint32_t)) return store_words(elements, places);
  store_pairs<std::uint32_t>(__builtin_convertvector(elements, Halves), places);
}

std::uint32_t test_depths(const DepthRelation& relation, const LaneBits& all_codes, const LanePairs& pairs,
                          std::uint32_t asked, bool stores) {
  const std::uint32_t less = relation.less ? ~0u : 0u, equal = relation.equal ? ~0u : 0u,
                      greater = relation.greater ? ~0u : 0u;
  std::uint32_t passed = 0;
  for (unsigned first = 0; first < kLanes; first += kVectorLanes) {
    Words codes, elements;
    std::memcpy(&codes, all_codes.data() + first, sizeof codes);
    load_depths(relation.bytes, pairs.data() + first / 2, elements);
    const Words held = elements & relation.bits;
    const auto lower = reinterpret_cast<Words>(codes < held), same = reinterpret_cast<Words>(codes == held);
    Words lanes;
    lanes_of_bits(asked >> first, lanes);
    lanes &= (lower & less) | (same & equal) | (~(lower | same) & greater);
    passed |= bits_of_lanes(lanes) << first;
    if (!stores) continue;
    elements = (elements & ~lanes) | (codes & lanes);
    store_depths(relation.bytes, elements, pairs.data() + first / 2);
  }
  return passed;
}

}  // namespace
