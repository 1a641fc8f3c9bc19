// Text of the kernel that writes colours to words, compiled as pixel_kernels.inc.h is, behind lane_pairs.inc.h.

namespace {

using Colors = std::array<Floats, 4>;

[[gnu::always_inline]] inline void clamp_colors(const WordColors& facts, Colors& colors) {
  const Floats low = Floats{} + facts.low, high = Floats{} + facts.high;
  for (Floats& channel : colors) {
    const Floats below = channel < high ? channel : high;
    channel = channel > low ? below : low;
  }
}

[[gnu::always_inline]] inline void weigh(const WordColors& facts, const BlendWeight& weight, const Colors& source,
                                         const Colors& target, Floats& out) {
  switch (weight.of) {
    case WeightOf::kOne:
    case WeightOf::kSecond:
      out = Floats{} + 1.0f;
      break;
    case WeightOf::kSource:
      out = source[weight.channel];
      break;
    case WeightOf::kTarget:
      out = target[weight.channel];
      break;
    case WeightOf::kConstant:
      out = Floats{} + facts.constant[weight.channel];
      break;
    case WeightOf::kSaturate: {
      const Floats rest = 1.0f - target[3];
      out = rest < source[3] ? rest : source[3];
      break;
    }
  }
  if (weight.inverse) out = 1.0f - out;
}

[[gnu::always_inline]] inline void blend_channel(const WordColors& facts, unsigned c, const Colors& source,
                                                 const Colors& target, Floats& out) {
  const BlendRule& rule = facts.rules[c];
  const Floats &from = source[c], &to = target[c];
  if (rule.joined == Joined::kSmaller) {
    out = to < from ? to : from;
  } else if (rule.joined == Joined::kLarger) {
    out = from < to ? to : from;
  } else {
    Floats source_weight, target_weight;
    weigh(facts, rule.source, source, target, source_weight);
    weigh(facts, rule.target, source, target, target_weight);
    out = rule.source_sign * (from * source_weight) + rule.target_sign * (to * target_weight);
  }
}

/// Colours become those blended with what the words hold.
[[gnu::always_inline]] inline void blend_with_words(const WordColors& facts, const Words& words, Colors& colors) {
  Colors target, result;
  for (unsigned c = 0; c < 4; ++c) {
    const WordChannel& channel = facts.channels[c];
    // Codes have 16 bits at most: as signed ones they are one conversion.
    const Signed codes = reinterpret_cast<Signed>(words >> channel.shift & channel.most);
    target[c] = channel.most == 0 ? Floats{} + channel.missing
                                  : __builtin_convertvector(codes, Floats) / static_cast<float>(channel.most);
  }
  if (facts.clamps_target) clamp_colors(facts, target);
  for (unsigned c = 0; c < 4; ++c) blend_channel(facts, c, colors, target, result[c]);
  if (facts.clamps_result) clamp_colors(facts, result);
  colors = result;
}

/// `encode_unorm` of all lanes.
[[gnu::always_inline]] inline void encode_lanes(const Floats& values, double scale, Words& codes) {
  constexpr std::int32_t kOne = 0x3F80'0000, kInfinity = 0x7F80'0000;
  const Signed bits = reinterpret_cast<Signed>(values);
  const Signed inside = ((bits < 0) | (bits > kInfinity)) ? Signed{} : bits;
  const Signed most = inside > kOne ? Signed{} + kOne : inside;
  const Doubles scaled = __builtin_convertvector(reinterpret_cast<Floats>(most), Doubles) * scale + 0.5;
  codes = reinterpret_cast<Words>(__builtin_convertvector(scaled, Signed));
}

/// `write_words` of all bits of all lanes, where nothing happens to colours but that they are encoded.
[[gnu::always_inline]] inline void write_whole_words(const WordColors& facts,
                                                     const std::array<const std::uint32_t*, 4>& source,
                                                     const LanePairs& pairs) {
  for (unsigned first = 0; first < kLanes; first += kVectorLanes) {
    Words words{};
    const auto add = [&](unsigned c) __attribute__((always_inline)) {
      // Codes of a channel that words lack are 0.
      Floats values;
      std::memcpy(&values, source[c] + first, sizeof values);
      Words codes;
      encode_lanes(values, facts.channels[c].most, codes);
      words |= codes << facts.channels[c].shift;
    };
    add(0);
    add(1);
    add(2);
    add(3);
    store_words(words, pairs.data() + first / 2);
  }
}

void write_words(const WordColors& facts, const std::array<const std::uint32_t*, 4>& source, std::uint32_t lanes,
                 const LanePairs& pairs) {
  if (!facts.blends && !facts.clamps_source && facts.written == ~0u && (lanes & 0xFFFF) == 0xFFFF)
    return write_whole_words(facts, source, pairs);
  const bool keeps = facts.blends || facts.written != ~0u || (lanes & 0xFFFF) != 0xFFFF;
  for (unsigned first = 0; first < kLanes; first += kVectorLanes) {
    Colors colors;
    for (unsigned c = 0; c < 4; ++c) std::memcpy(&colors[c], source[c] + first, sizeof colors[c]);
    Words words{}, fresh{};
    if (keeps) load_words(pairs.data() + first / 2, words);
    if (facts.clamps_source) clamp_colors(facts, colors);
    if (facts.blends) blend_with_words(facts, words, colors);
    for (unsigned c = 0; c < 4; ++c) {
      const WordChannel& channel = facts.channels[c];
      if (channel.most == 0) continue;
      Words codes;
      encode_lanes(colors[c], channel.most, codes);
      fresh |= codes << channel.shift;
    }
    Words changed;
    lanes_of_bits(lanes >> first, changed);
    changed &= facts.written;
    words = (words & ~changed) | (fresh & changed);
    store_words(words, pairs.data() + first / 2);
  }
}

}  // namespace
