#include "pictures/encoders/block_encoder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "pictures/encoders/block_candidates.h"

namespace texpipe::study {

namespace {

using functional::Texel;
using gen9::BlockCode;

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
        return best(colors, fxt1_candidates(colors), kFxt1Indices, 0, {});
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
