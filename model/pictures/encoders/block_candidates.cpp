#include "pictures/encoders/block_candidates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "functional/formats/small_float.h"

namespace texpipe::study {

namespace {

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

std::pair<double, double> range_of(const Colors& colors, unsigned channel) {
  double low = 255, high = 0;
  for (unsigned i = 0; i < colors.count; ++i) {
    low = std::min(low, colors.texels[i][channel]);
    high = std::max(high, colors.texels[i][channel]);
  }
  return {low, high};
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

}  // namespace

void put(Block& block, unsigned first, unsigned bits, std::uint64_t value) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    const std::byte mask = std::byte{1} << (first + bit) % 8;
    std::byte& byte = block[(first + bit) / 8];
    byte = value >> bit & 1 ? byte | mask : byte & ~mask;
  }
}

void put_big_endian(Block& block, unsigned offset, unsigned first, unsigned bits, std::uint64_t value) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    const unsigned place = first + bit;
    put(block, 8 * (offset + 7 - place / 8) + place % 8, 1, value >> bit & 1);
  }
}

Candidates bc1_candidates(const Colors& colors, unsigned offset, Block start) {
  const Ends ends = ends_of(colors);
  const std::uint32_t a = to_565(ends.first), b = to_565(ends.second);
  put(start, 8 * offset, 16, std::max(a, b));  // the larger first: four colours
  put(start, 8 * offset + 16, 16, std::min(a, b));
  return {start};
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

}  // namespace texpipe::study
