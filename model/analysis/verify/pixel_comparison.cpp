#include "analysis/verify/pixel_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "workload/pixel_shader/shader_quad.h"

namespace texpipe::study {

namespace {

using functional::ChannelKind;

constexpr unsigned kChannels = 4;
/// Beside the band, of what depends on levels of detail: a share of the channel's range, and of the pixels.
constexpr double kLodShare = 0.01;
constexpr double kAnisotropicShare = 0.08;
constexpr double kOutliers = 0.02;
constexpr double kOutliersOfDiscards = 0.03;

/// Values of all pixels, by pixel and channel.
using Values = std::vector<std::array<double, kChannels>>;

/// How far a channel's values may be away.
struct Allowance {
  double absolute = 0;
  double relative = 0;

  bool holds(double got, double expected) const {
    if (std::isnan(expected)) return std::isnan(got);
    if (got == expected) return true;
    return std::abs(got - expected) <= absolute + relative * std::abs(expected);
  }
};

double value_of(ChannelKind kind, std::uint32_t bits) {
  if (kind == ChannelKind::kUint) return bits;
  if (kind == ChannelKind::kSint) return static_cast<std::int32_t>(bits);
  return std::bit_cast<float>(bits);
}

Values pixel_values(const functional::ElementDecoder& decoder, std::span<const std::byte> texels, std::size_t pixels,
                    unsigned samples) {
  const std::size_t bytes = decoder.facts().element_bytes();
  Values values(pixels);
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    for (unsigned c = 0; c < kChannels; ++c) {
      if (decoder.coding()[c].constant) continue;  // no pixel has it
      const ChannelKind kind = decoder.coding()[c].kind;
      const unsigned averaged = kind == ChannelKind::kUint || kind == ChannelKind::kSint ? 1 : samples;
      double sum = 0;
      for (unsigned s = 0; s < averaged; ++s) {
        const auto texel = decoder.texel(texels.data() + (s * pixels + pixel) * bytes, 0, 0);
        sum += value_of(kind, texel_to_rgba(decoder.coding(), texel)[c]);
      }
      values[pixel][c] = sum / averaged;
    }
  }
  return values;
}

/// Bits of a stored channel; 0: the format lacks it.
unsigned stored_bits(const gen9::FormatFacts& facts, unsigned channel) {
  for (const gen9::StoredChannel& stored : facts.channels) {
    if (stored.name == "RGBA"[channel]) return stored.bits;
  }
  return 0;
}

/// Rounding alone: two steps of fixed point, and of floats what their mantissa holds.
Allowance rounding(const functional::ElementDecoder& decoder, unsigned channel) {
  const functional::ChannelCoding& coding = decoder.coding()[channel];
  if (coding.kind == ChannelKind::kUint || coding.kind == ChannelKind::kSint) return {};
  constexpr double kSteps = 2.01;
  if (coding.kind == ChannelKind::kFixed) {
    // A format that is linearised has more codes than it stores: its steps are those of 8 bits, at their widest.
    constexpr double kWidestStep = 1 / 100.0;
    const double stored = std::ldexp(1.0, static_cast<int>(stored_bits(decoder.facts(), channel))) - 1;
    return {.absolute = coding.denominator > stored ? kSteps * kWidestStep : kSteps / coding.denominator};
  }
  constexpr double kHalf = 1e-3, kFull = 1e-5;
  constexpr unsigned kFullBits = 32;
  const double relative = stored_bits(decoder.facts(), channel) == kFullBits ? kFull : kHalf;
  // Sums that cancel keep the error of their terms, which are near 1.
  return {.absolute = relative, .relative = relative};
}

double range_of(const Values& values, unsigned channel) {
  double low = 0, high = 0;
  for (const auto& value : values) {
    if (!std::isfinite(value[channel])) continue;
    low = std::min(low, value[channel]);
    high = std::max(high, value[channel]);
  }
  return high - low;
}

/// Pixels of a square picture that an edge of the quad crosses, or touches within 1/256 of a pixel.
std::vector<bool> quad_edge_pixels(std::uint32_t size) {
  constexpr std::array<std::array<unsigned, 2>, 5> kEdges{{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}};
  constexpr double kTouch = 1.0 / 256;
  std::vector<bool> crossed(std::size_t{size} * size);
  for (const auto& edge : kEdges) {
    std::array<std::array<double, 2>, 2> ends{};
    for (unsigned e = 0; e < 2; ++e) {
      const std::array<float, 4>& at = quad_position(edge[e]);
      for (unsigned axis = 0; axis < 2; ++axis) ends[e][axis] = (double{at[axis]} / at[3] + 1) * size / 2;
    }
    const double dx = ends[1][0] - ends[0][0], dy = ends[1][1] - ends[0][1];
    for (std::size_t i = 0; i < crossed.size(); ++i) {
      // The line crosses a pixel whose corners do not all lie on one side of it.
      const std::size_t row = i / size;
      const double x = static_cast<double>(i % size) + 0.5, y = static_cast<double>(row) + 0.5;
      const double distance = (x - ends[0][0]) * dy - (y - ends[0][1]) * dx;
      if (std::abs(distance) <= (0.5 + kTouch) * (std::abs(dx) + std::abs(dy))) crossed[i] = true;
    }
  }
  return crossed;
}

/// Marks the pixels of 2x2 blocks that are written in part, where both implementations wrote, or neither did.
void mark_partial_blocks(const Values& ours, const Values& theirs, std::uint32_t width, std::vector<bool>& marked) {
  const auto written = [](const Values& values, std::size_t pixel) {
    return std::any_of(values[pixel].begin(), values[pixel].end(), [](double value) { return value != 0; });
  };
  for (std::size_t pixel = 0; pixel < ours.size(); ++pixel) {
    if (written(ours, pixel) != written(theirs, pixel)) continue;
    const std::size_t x = pixel % width / 2 * 2, y = pixel / width / 2 * 2;
    for (const std::size_t other : {y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1}) {
      if (other < ours.size() && !(written(ours, other) && written(theirs, other))) marked[pixel] = true;
    }
  }
}

/// Distances from the band that the rules allow each channel.
std::array<Allowance, kChannels> allowances(const functional::ElementDecoder& decoder, const Values& theirs,
                                            const PixelRules& rules) {
  std::array<Allowance, kChannels> allowed;
  for (unsigned c = 0; c < kChannels; ++c) {
    allowed[c] = rounding(decoder, c);
    const ChannelKind kind = decoder.coding()[c].kind;
    if (!rules.rounding_alone() && kind != ChannelKind::kUint && kind != ChannelKind::kSint)
      allowed[c].absolute += (rules.anisotropic ? kAnisotropicShare : kLodShare) * range_of(theirs, c);
  }
  return allowed;
}

/// Scales each pixel to the share of its samples that the other implementation kept.
void scale_to(Values& ours, const Values& theirs) {
  for (std::size_t pixel = 0; pixel < ours.size(); ++pixel) {
    double product = 0, square = 0;
    for (unsigned c = 0; c < kChannels; ++c) {
      product += ours[pixel][c] * theirs[pixel][c];
      square += ours[pixel][c] * ours[pixel][c];
    }
    const double scale = square > 0 ? product / square : 0;
    const bool kept = square > 0 && scale > 0;
    for (unsigned c = 0; c < kChannels; ++c) ours[pixel][c] = kept ? ours[pixel][c] * scale : theirs[pixel][c];
  }
}

/// The values between which a right one lies.
class Bands {
 public:
  void add(Values values) {
    if (own_.empty()) {
      own_ = low_ = high_ = std::move(values);
      return;
    }
    for (std::size_t pixel = 0; pixel < values.size(); ++pixel) {
      for (unsigned c = 0; c < kChannels; ++c) {
        low_[pixel][c] = std::min(low_[pixel][c], values[pixel][c]);
        high_[pixel][c] = std::max(high_[pixel][c], values[pixel][c]);
      }
    }
  }
  const Values& own() const { return own_; }
  double own(std::size_t pixel, unsigned c) const { return own_[pixel][c]; }
  /// The value of the band that is nearest to another one; the draw's own where the band holds what is no number.
  double nearest(std::size_t pixel, unsigned c, double value) const {
    if (std::isnan(own_[pixel][c]) || std::isnan(value)) return own_[pixel][c];
    return std::min(std::max(value, low_[pixel][c]), high_[pixel][c]);
  }
  std::string text(std::size_t pixel, unsigned c) const {
    if (low_[pixel][c] == high_[pixel][c]) return {};
    return fmt::format(" (band {:.7g} to {:.7g})", low_[pixel][c], high_[pixel][c]);
  }

 private:
  Values own_, low_, high_;
};

}  // namespace

PixelVerdict compare_pixels(const functional::SurfaceImage& image, std::span<const std::vector<std::byte>> draws,
                            std::span<const std::byte> expected, const PixelRules& rules) {
  const functional::ElementDecoder decoder{image.format};
  const std::size_t pixels = expected.size() / decoder.facts().element_bytes();
  const Values theirs = pixel_values(decoder, expected, pixels, 1);
  Bands bands;
  for (const std::vector<std::byte>& draw : draws) {
    Values values = pixel_values(decoder, draw, pixels, 1u << image.sample_bits);
    if (rules.agreement == Agreement::kImplementation) scale_to(values, theirs);
    bands.add(std::move(values));
  }
  const std::array<Allowance, kChannels> allowed = allowances(decoder, theirs, rules);
  std::vector<bool> left_out(pixels);
  const bool edges = rules.agreement == Agreement::kEdge || rules.agreement == Agreement::kImplementation;
  if (edges && image.width == image.height) left_out = quad_edge_pixels(image.width);
  if (rules.partial_blocks) mark_partial_blocks(bands.own(), theirs, image.width, left_out);
  PixelVerdict verdict;
  double farthest = -1;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    if (left_out[pixel]) continue;
    ++verdict.pixels;
    bool fails = false;
    for (unsigned c = 0; c < kChannels; ++c) {
      if (decoder.coding()[c].constant) continue;
      ++verdict.values;
      const double nearest = bands.nearest(pixel, c, theirs[pixel][c]);
      if (allowed[c].holds(nearest, theirs[pixel][c])) continue;
      fails = true;
      ++verdict.failing;
      const double distance = std::abs(nearest - theirs[pixel][c]);
      if (distance <= farthest) continue;
      farthest = distance;
      verdict.problem =
          fmt::format("pixel ({}, {}) {}: expected {:.7g}, got {:.7g}{}", pixel % image.width, pixel / image.width,
                      "RGBA"[c], theirs[pixel][c], bands.own(pixel, c), bands.text(pixel, c));
    }
    verdict.failing_pixels += fails ? 1 : 0;
  }
  const double share = rules.rounding_alone() ? 0 : rules.partial_blocks ? kOutliersOfDiscards : kOutliers;
  const double outliers = share * static_cast<double>(pixels);
  verdict.passed = static_cast<double>(verdict.failing_pixels) <= outliers;
  if (!verdict.passed)
    verdict.problem =
        fmt::format("{} of {} pixels differ; farthest: {}", verdict.failing_pixels, verdict.pixels, verdict.problem);
  return verdict;
}

}  // namespace texpipe::study
