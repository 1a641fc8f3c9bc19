#include "analysis/verify/pixel_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "analysis/verify/pixel_exceptions.h"
#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"

namespace texpipe::study {

namespace {

using functional::ChannelKind;

constexpr unsigned kChannels = kPixelChannels;
/// Share of a channel's range that levels of detail decide, and of the pixels that may be farther away.
constexpr double kLodShare = 0.04;
constexpr double kAnisotropicShare = 0.08;
constexpr double kOutliers = 0.02;
/// Rounding of numbers of samples that follow from colours.
constexpr double kRoundingOfSamples = 0.1;

using Values = PixelValues;

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

/// Distances from the band that the rules allow each channel.
std::array<Allowance, kChannels> allowances(const functional::ElementDecoder& decoder, const Values& theirs,
                                            const PixelRules& rules) {
  std::array<Allowance, kChannels> allowed;
  for (unsigned c = 0; c < kChannels; ++c) {
    allowed[c] = rounding(decoder, c);
    const ChannelKind kind = decoder.coding()[c].kind;
    if (rules.rounding_alone() || kind == ChannelKind::kUint || kind == ChannelKind::kSint) continue;
    const bool wide = rules.anisotropic && rules.agreement != Agreement::kExact;
    allowed[c].absolute += (wide ? kAnisotropicShare : kLodShare) * range_of(theirs, c);
  }
  return allowed;
}

/// Samples of a pixel that hold something.
std::vector<unsigned> kept_samples(const functional::ElementDecoder& decoder, std::span<const std::byte> texels,
                                   std::size_t pixels, unsigned samples) {
  const std::size_t bytes = decoder.facts().element_bytes();
  std::vector<unsigned> kept(pixels);
  for (std::size_t i = 0; i < pixels * samples; ++i) {
    const std::span<const std::byte> texel = texels.subspan(i * bytes, bytes);
    const bool written = std::any_of(texel.begin(), texel.end(), [](std::byte b) { return b != std::byte{}; });
    kept[i % pixels] += written ? 1 : 0;
  }
  return kept;
}

/// Scales each pixel to the share of its samples that the other implementation kept, where alpha to coverage can have
/// kept as many: targets begin as zeros, so that colours of averaged samples tell how many there are.
void scale_to(Values& ours, const Values& theirs, const std::vector<unsigned>& kept, std::optional<unsigned> apart) {
  for (std::size_t pixel = 0; pixel < ours.size(); ++pixel) {
    double product = 0, square = 0;
    for (unsigned c = 0; c < kChannels; ++c) {
      product += ours[pixel][c] * theirs[pixel][c];
      square += ours[pixel][c] * ours[pixel][c];
    }
    const double scale = square > 0 ? product / square : 0;
    if (square > 0 && apart && std::abs(scale - 1) * kept[pixel] > *apart + kRoundingOfSamples) continue;
    for (unsigned c = 0; c < kChannels; ++c) ours[pixel][c] = scale > 0 ? ours[pixel][c] * scale : theirs[pixel][c];
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

/// Pictures that may be drawn: the bands of the model's draw and its variations, and of other draws with the model's.
class Pictures {
 public:
  Pictures(const functional::SurfaceImage& image, const PossiblePixels& possible, const Values& theirs,
           const PixelRules& rules) {
    const functional::ElementDecoder decoder{image.format};
    const unsigned samples = 1u << image.sample_bits;
    const auto values_of = [&](const std::vector<std::byte>& draw) {
      Values values = pixel_values(decoder, draw, theirs.size(), samples);
      if (rules.agreement == Agreement::kImplementation)
        scale_to(values, theirs, kept_samples(decoder, draw, theirs.size(), samples), rules.coverage_samples);
      return values;
    };
    bands_.emplace_back();
    for (const std::vector<std::byte>& draw : possible.draws) bands_.front().add(values_of(draw));
    for (const std::vector<std::byte>& draw : possible.others) {
      bands_.push_back(bands_.front());
      bands_.back().add(values_of(draw));
    }
  }

  const Values& own() const { return bands_.front().own(); }
  /// The first band that holds a pixel; the model's when none does.
  const Bands& nearest(std::size_t pixel, const functional::ElementDecoder& decoder,
                       const std::array<Allowance, kChannels>& allowed,
                       const std::array<double, kChannels>& value) const {
    for (const Bands& bands : bands_) {
      bool holds = true;
      for (unsigned c = 0; c < kChannels; ++c) {
        if (!decoder.coding()[c].constant) holds &= allowed[c].holds(bands.nearest(pixel, c, value[c]), value[c]);
      }
      if (holds) return bands;
    }
    return bands_.front();
  }

 private:
  std::vector<Bands> bands_;
};

}  // namespace

PixelVerdict compare_pixels(const functional::SurfaceImage& image, const PossiblePixels& possible,
                            std::span<const std::byte> expected, const PixelRules& rules) {
  const functional::ElementDecoder decoder{image.format};
  const std::size_t pixels = expected.size() / decoder.facts().element_bytes();
  const Values theirs = pixel_values(decoder, expected, pixels, 1);
  const Pictures pictures{image, possible, theirs, rules};
  const std::array<Allowance, kChannels> allowed = allowances(decoder, theirs, rules);
  std::vector<bool> left_out(pixels);
  const bool edges = rules.agreement == Agreement::kEdge || rules.agreement == Agreement::kImplementation;
  if (edges && image.width == image.height) left_out = quad_edge_pixels(image.width);
  if (rules.partial_blocks) mark_partial_blocks(pictures.own(), theirs, image.width, left_out);
  PixelVerdict verdict;
  double farthest = -1;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    if (left_out[pixel]) continue;
    ++verdict.pixels;
    const Bands& bands = pictures.nearest(pixel, decoder, allowed, theirs[pixel]);
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
  const double outliers = (rules.rounding_alone() ? 0 : kOutliers) * static_cast<double>(pixels);
  verdict.passed = static_cast<double>(verdict.failing_pixels) <= outliers;
  if (!verdict.passed)
    verdict.problem =
        fmt::format("{} of {} pixels differ; farthest: {}", verdict.failing_pixels, verdict.pixels, verdict.problem);
  return verdict;
}

}  // namespace texpipe::study
