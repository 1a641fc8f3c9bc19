#include "pictures/encoders/block_encoder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "functional/formats/block_decode.h"
#include "functional/formats/small_float.h"

namespace texpipe::study {

namespace {

using functional::Texel;
using gen9::BlockCode;

constexpr unsigned kMostTexels = functional::kMaxTexelsPerElement;

using Block = std::array<std::byte, 16>;
using Color = std::array<double, 3>;  // 0 to 255

/// A block's texels, row by row.
struct Colors {
  unsigned count = 16;
  std::array<Color, kMostTexels> texels{};
};

void put(Block& block, unsigned first, unsigned bits, std::uint64_t value) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    const std::byte mask = std::byte{1} << (first + bit) % 8;
    std::byte& byte = block[(first + bit) / 8];
    byte = value >> bit & 1 ? byte | mask : byte & ~mask;
  }
}

/// Bit n of the big-endian word of 64 bits that starts at byte `offset`.
void put_big_endian(Block& block, unsigned offset, unsigned first, unsigned bits, std::uint64_t value) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    const unsigned place = first + bit;
    put(block, 8 * (offset + 7 - place / 8) + place % 8, 1, value >> bit & 1);
  }
}

/// Layout of a block code's indices, in the part of the block that starts at byte `offset`.
struct IndexLayout {
  unsigned values;         // of an index
  unsigned anchor_values;  // of texel 0's
  void (*put)(Block& block, unsigned offset, unsigned texel, unsigned value);
};

constexpr IndexLayout kTwoBits{4, 4, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                                 put(block, 8 * offset + 32 + 2 * texel, 2, value);
                               }};
constexpr IndexLayout kThreeBits{8, 8, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                                   put(block, 8 * offset + 16 + 3 * texel, 3, value);
                                 }};
constexpr IndexLayout kFourBits{16, 8, [](Block& block, unsigned, unsigned texel, unsigned value) {
                                  if (texel == 0) return put(block, 65, 3, value);
                                  put(block, 64 + 4 * texel, 4, value);
                                }};
/// ETC counts texels column by column; the two bits of an index stand 16 apart.
constexpr IndexLayout kEtc{4, 4, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                             const unsigned n = texel % 4 * 4 + texel / 4;
                             put_big_endian(block, offset, n, 1, value & 1);
                             put_big_endian(block, offset, 16 + n, 1, value >> 1);
                           }};
constexpr IndexLayout kEac{8, 8, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                             put_big_endian(block, offset, 45 - 3 * (texel % 4 * 4 + texel / 4), 3, value);
                           }};
/// Seven colours between two; 8x4 texels, the left half first.
constexpr IndexLayout kFxt1{7, 7, [](Block& block, unsigned, unsigned texel, unsigned value) {
                              const unsigned x = texel % 8, y = texel / 8;
                              put(block, 3 * (x / 4 * 16 + y * 4 + x % 4), 3, value);
                            }};

struct Ends {
  Color first, second;
};

/// Ends of the line through the colours along their principal axis.
Ends ends_of(const Colors& colors) {
  const std::span texels{colors.texels.data(), colors.count};
  Color mean{};
  for (const Color& color : texels) {
    for (unsigned c = 0; c < 3; ++c) mean[c] += color[c] / colors.count;
  }
  Color axis{1, 1, 1};
  constexpr int kPowerSteps = 8;
  for (int step = 0; step < kPowerSteps; ++step) {
    Color next{};
    for (const Color& color : texels) {
      double along = 0;
      for (unsigned c = 0; c < 3; ++c) along += (color[c] - mean[c]) * axis[c];
      for (unsigned c = 0; c < 3; ++c) next[c] += (color[c] - mean[c]) * along;
    }
    const double length = std::sqrt(next[0] * next[0] + next[1] * next[1] + next[2] * next[2]);
    if (length < 1e-9) return {mean, mean};
    for (unsigned c = 0; c < 3; ++c) axis[c] = next[c] / length;
  }
  double low = 0, high = 0;
  for (const Color& color : texels) {
    double along = 0;
    for (unsigned c = 0; c < 3; ++c) along += (color[c] - mean[c]) * axis[c];
    low = std::min(low, along);
    high = std::max(high, along);
  }
  Ends ends;
  for (unsigned c = 0; c < 3; ++c) {
    ends.first[c] = std::clamp(mean[c] + high * axis[c], 0.0, 255.0);
    ends.second[c] = std::clamp(mean[c] + low * axis[c], 0.0, 255.0);
  }
  return ends;
}

std::uint32_t scaled(double value, double greatest) {
  return static_cast<std::uint32_t>(value * greatest / 255 + 0.5);
}

std::uint32_t to_565(const Color& color) {
  return scaled(color[0], 31) << 11 | scaled(color[1], 63) << 5 | scaled(color[2], 31);
}

/// Blocks without indices among which the nearest is chosen.
using Candidates = std::vector<Block>;

Candidates bc1_candidates(const Colors& colors, unsigned offset, Block start) {
  const Ends ends = ends_of(colors);
  const std::uint32_t a = to_565(ends.first), b = to_565(ends.second);
  put(start, 8 * offset, 16, std::max(a, b));  // the larger first: four colours
  put(start, 8 * offset + 16, 16, std::min(a, b));
  return {start};
}

std::pair<double, double> range_of(const Colors& colors, unsigned channel) {
  double low = 255, high = 0;
  for (unsigned i = 0; i < colors.count; ++i) {
    low = std::min(low, colors.texels[i][channel]);
    high = std::max(high, colors.texels[i][channel]);
  }
  return {low, high};
}

Candidates bc4_candidates(const Colors& colors, unsigned channel, unsigned offset, bool is_signed, Block start) {
  const auto [low, high] = range_of(colors, channel);
  const auto code = [is_signed](double value) {
    return is_signed ? static_cast<std::uint32_t>(std::lround((2 * value / 255 - 1) * 127)) : scaled(value, 255);
  };
  put(start, 8 * offset, 8, code(high));
  put(start, 8 * offset + 8, 8, code(low));
  return {start};
}

/// Mode 6: one line, seven bits and a shared one, which is set so that alpha is 255.
Candidates bc7_candidates(const Colors& colors) {
  Candidates candidates;
  Ends ends = ends_of(colors);
  for (int turn = 0; turn < 2; ++turn, std::swap(ends.first, ends.second)) {
    Block block{};
    put(block, 6, 1, 1);
    for (unsigned c = 0; c < 3; ++c) {
      put(block, 7 + 14 * c, 7, scaled(ends.first[c], 255) / 2);
      put(block, 14 + 14 * c, 7, scaled(ends.second[c], 255) / 2);
    }
    put(block, 49, 16, 0xFFFF);  // both alphas, both shared bits
    candidates.push_back(block);
  }
  return candidates;
}

/// Mode 3: one line, ten bits, no differences. An end's code is the half's bits over 31, signed over 62.
Candidates bc6h_candidates(const Colors& colors, bool is_signed) {
  Candidates candidates;
  Ends ends = ends_of(colors);
  const auto code = [is_signed](double value) {
    const std::uint32_t half = functional::float_to_half_bits(
        std::bit_cast<std::uint32_t>(static_cast<float>(value / 255)), functional::Narrowing::kNearestEven);
    return half / (is_signed ? 62 : 31);
  };
  for (int turn = 0; turn < 2; ++turn, std::swap(ends.first, ends.second)) {
    Block block{};
    put(block, 0, 5, 3);
    for (unsigned c = 0; c < 3; ++c) {
      put(block, 5 + 10 * c, 10, code(ends.first[c]));
      put(block, 35 + 10 * c, 10, code(ends.second[c]));
    }
    candidates.push_back(block);
  }
  return candidates;
}

/// Mean colour of a half: left and right, or top and bottom.
Color mean_of_half(const Colors& colors, bool top_and_bottom, unsigned half) {
  Color mean{};
  for (unsigned i = 0; i < 16; ++i) {
    if ((top_and_bottom ? i / 8 : i % 4 / 2) != half) continue;
    for (unsigned c = 0; c < 3; ++c) mean[c] += colors.texels[i][c] / 8;
  }
  return mean;
}

/// Two halves with every pair of tables: base colours of four bits each or, with differences, of five and what the
/// second differs.
Candidates etc_candidates(const Colors& colors, unsigned offset, bool differences, const Block& start) {
  Candidates candidates;
  for (unsigned turned = 0; turned < 2; ++turned) {
    Block block = start;
    put_big_endian(block, offset, 32, 1, turned);
    put_big_endian(block, offset, 33, 1, differences);  // of the punch-through code: opaque
    const Color first = mean_of_half(colors, turned, 0), second = mean_of_half(colors, turned, 1);
    for (unsigned c = 0; c < 3; ++c) {
      if (differences) {
        const auto base = static_cast<std::int32_t>(scaled(first[c], 31));
        const std::int32_t delta = std::clamp(static_cast<std::int32_t>(scaled(second[c], 31)) - base, -4, 3);
        put_big_endian(block, offset, 59 - 8 * c, 5, static_cast<std::uint32_t>(base));
        put_big_endian(block, offset, 56 - 8 * c, 3, static_cast<std::uint32_t>(delta));
      } else {
        put_big_endian(block, offset, 60 - 8 * c, 4, scaled(first[c], 15));
        put_big_endian(block, offset, 56 - 8 * c, 4, scaled(second[c], 15));
      }
    }
    for (unsigned tables = 0; tables < 64; ++tables) {
      put_big_endian(block, offset, 34, 6, tables);
      candidates.push_back(block);
    }
  }
  return candidates;
}

/// Every table, with a multiplier that spans the texels and the one above it.
Candidates eac_candidates(const Colors& colors, unsigned channel, unsigned offset, bool is_signed, Block start) {
  const auto [low, high] = range_of(colors, channel);
  constexpr double kTableSpan = 8 * 25;  // of most tables, in codes over 2047
  const auto multiplier = static_cast<unsigned>((high - low) / 255 * 2047 / kTableSpan);
  const double middle = (low + high) / 2;
  const auto base =
      is_signed ? static_cast<std::uint32_t>(std::lround((2 * middle / 255 - 1) * 127)) : scaled(middle, 255);
  put_big_endian(start, offset, 56, 8, base);
  Candidates candidates;
  for (unsigned table = 0; table < 16; ++table) {
    for (unsigned more = 0; more < 2; ++more) {
      put_big_endian(start, offset, 48, 4, table);
      put_big_endian(start, offset, 52, 4, std::min(multiplier + more, 15u));
      candidates.push_back(start);
    }
  }
  return candidates;
}

Candidates fxt1_candidates(const Colors& colors) {
  const Ends ends = ends_of(colors);
  Block block{};
  for (unsigned c = 0; c < 3; ++c) {
    put(block, 106 - 5 * c, 5, scaled(ends.first[c], 31));
    put(block, 121 - 5 * c, 5, scaled(ends.second[c], 31));
  }
  return {block};
}

/// Channels in which texels are compared: R, G, B from `first`, `count` of them.
struct Channels {
  unsigned first = 0;
  unsigned count = 3;
};

class BlockEncoder {
 public:
  explicit BlockEncoder(BlockCode code)
      : code_{code}, decode_{functional::block_decoder(code)}, coding_{functional::block_coding(code)} {}

  Block encode(const Colors& colors) const {
    Block block{};
    switch (code_) {
      case BlockCode::kBc1Opaque:
      case BlockCode::kBc1:
        return best(colors, bc1_candidates(colors, 0, block), kTwoBits, 0, {});
      case BlockCode::kBc2:
        put(block, 0, 64, ~std::uint64_t{0});
        return best(colors, bc1_candidates(colors, 8, block), kTwoBits, 8, {});
      case BlockCode::kBc3:
        put(block, 0, 16, 0xFFFF);
        return best(colors, bc1_candidates(colors, 8, block), kTwoBits, 8, {});
      case BlockCode::kBc4:
      case BlockCode::kBc4Signed:
        return bc4(colors, 0, block);
      case BlockCode::kBc5:
      case BlockCode::kBc5Signed:
        return bc4(colors, 1, bc4(colors, 0, block));
      case BlockCode::kBc6h:
      case BlockCode::kBc6hSigned:
        return best(colors, bc6h_candidates(colors, code_ == BlockCode::kBc6hSigned), kFourBits, 0, {});
      case BlockCode::kBc7:
        return best(colors, bc7_candidates(colors), kFourBits, 0, {});
      case BlockCode::kEtc1:
      case BlockCode::kEtc2:
        return best(colors, etc_candidates(colors, 0, false, block), kEtc, 0, {});
      case BlockCode::kEtc2PunchThrough:
        return best(colors, etc_candidates(colors, 0, true, block), kEtc, 0, {});
      case BlockCode::kEtc2EacAlpha:
        put(block, 0, 8, 255);  // alpha's base; its multiplier is 0
        return best(colors, etc_candidates(colors, 8, false, block), kEtc, 8, {});
      case BlockCode::kEacR11:
      case BlockCode::kEacR11Signed:
        return eac(colors, 0, block);
      case BlockCode::kEacRg11:
      case BlockCode::kEacRg11Signed:
        return eac(colors, 1, eac(colors, 0, block));
      case BlockCode::kFxt1:
        return best(colors, fxt1_candidates(colors), kFxt1, 0, {});
      case BlockCode::kNone:
        break;
    }
    return block;
  }

 private:
  Block bc4(const Colors& colors, unsigned channel, const Block& start) const {
    return best(colors, bc4_candidates(colors, channel, 8 * channel, coding_[0].is_signed, start), kThreeBits,
                8 * channel, {channel, 1});
  }

  Block eac(const Colors& colors, unsigned channel, const Block& start) const {
    return best(colors, eac_candidates(colors, channel, 8 * channel, coding_[0].is_signed, start), kEac, 8 * channel,
                {channel, 1});
  }

  /// Squared distance of a decoded texel, in codes over 255.
  double distance(const Texel& texel, const Color& color, Channels channels) const {
    double sum = 0;
    for (unsigned c = channels.first; c < channels.first + channels.count; ++c) {
      const functional::ChannelCoding& coding = coding_[c];
      double value = coding.kind == functional::ChannelKind::kFloat
                         ? std::bit_cast<float>(texel.code[c])
                         : static_cast<double>(static_cast<std::int32_t>(texel.code[c])) / coding.denominator;
      if (coding.is_signed) value = (value + 1) / 2;
      sum += (255 * value - color[c]) * (255 * value - color[c]);
    }
    return sum;
  }

  Block best(const Colors& colors, const Candidates& candidates, const IndexLayout& layout, unsigned offset,
             Channels channels) const {
    Block chosen{};
    double least = -1;
    for (const Block& candidate : candidates) {
      std::array<unsigned, kMostTexels> indices{};
      std::array<double, kMostTexels> distances;
      distances.fill(1e30);
      Block block = candidate;
      for (unsigned value = 0; value < layout.values; ++value) {
        for (unsigned texel = 0; texel < colors.count; ++texel) {
          layout.put(block, offset, texel, texel == 0 ? value % layout.anchor_values : value);
        }
        std::array<Texel, kMostTexels> decoded{};
        decode_(block.data(), decoded.data());
        for (unsigned texel = value < layout.anchor_values ? 0 : 1; texel < colors.count; ++texel) {
          const double d = distance(decoded[texel], colors.texels[texel], channels);
          if (d < distances[texel]) {
            distances[texel] = d;
            indices[texel] = value;
          }
        }
      }
      double sum = 0;
      for (unsigned texel = 0; texel < colors.count; ++texel) sum += distances[texel];
      if (least >= 0 && sum >= least) continue;
      least = sum;
      for (unsigned texel = 0; texel < colors.count; ++texel) layout.put(block, offset, texel, indices[texel]);
      chosen = block;
    }
    return chosen;
  }

  BlockCode code_;
  functional::BlockDecoder decode_;
  functional::TexelCoding coding_;
};

}  // namespace

std::vector<std::byte> encode_blocks(const gen9::FormatFacts& facts, const Picture& picture) {
  const BlockEncoder encoder{facts.block_code};
  const unsigned width = facts.element_width(), height = facts.element_height();
  std::vector<std::byte> bytes;
  for (std::uint32_t top = 0; top < picture.height; top += height) {
    for (std::uint32_t left = 0; left < picture.width; left += width) {
      Colors colors{.count = width * height};
      for (unsigned texel = 0; texel < colors.count; ++texel) {
        const std::size_t pixel = std::size_t{top + texel / width} * picture.width + left + texel % width;
        for (unsigned c = 0; c < 3; ++c) colors.texels[texel][c] = picture.rgba[pixel * 4 + c];
      }
      const Block block = encoder.encode(colors);
      bytes.insert(bytes.end(), block.begin(), block.begin() + facts.element_bytes());
    }
  }
  return bytes;
}

}  // namespace texpipe::study
