#include "functional/formats/srgb.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::functional {
namespace {

/// Fifth root of a number in (0, 1], by Newton's method from above until it stops falling.
double fifth_root(double a) {
  double root = 1.0;
  for (;;) {
    const double square = root * root;
    const double next = root - (root - a / (square * square)) / 5.0;
    if (!(next < root)) return root;
    root = next;
  }
}

}  // namespace

double srgb_to_linear(double value) {
  if (value <= 0.04045) return value / 12.92;
  const double base = (value + 0.055) / 1.055;
  const double square = base * base;  // x^2.4 = x^2 * (x^2)^(1/5)
  return square * fifth_root(square);
}

namespace {

std::vector<std::uint16_t> linear_codes(unsigned steps) {
  std::vector<std::uint16_t> codes(steps + 1);
  for (unsigned i = 0; i <= steps; ++i) {
    codes[i] = static_cast<std::uint16_t>(srgb_to_linear(double(i) / steps) * kLinearDenominator + 0.5);
  }
  return codes;
}

/// Linear values half way (in sRGB space) between neighbouring codes: entry c parts c and c + 1.
std::vector<double> linear_thresholds(unsigned steps) {
  std::vector<double> thresholds(steps);
  for (unsigned i = 0; i < steps; ++i) thresholds[i] = srgb_to_linear((i + 0.5) / steps);
  return thresholds;
}

constexpr unsigned kSteps[] = {15, 31, 63, 255, 1023, 1530};

/// Numbers in [0, 1) whose floats have the same upper bits: narrow enough that few thresholds lie in one.
constexpr unsigned kSliceBits = 16;
constexpr std::uint32_t kOneBits = 0x3F80'0000;

/// Code of the smallest number of each slice: of slices and thresholds that both rise.
std::vector<std::uint16_t> first_codes(const std::vector<double>& thresholds) {
  std::vector<std::uint16_t> codes(kOneBits >> kSliceBits);
  std::size_t slice = 0;
  for (std::size_t code = 0; code <= thresholds.size(); ++code) {
    while (slice < codes.size() && (code == thresholds.size() || std::bit_cast<float>(static_cast<std::uint32_t>(
                                                                     slice << kSliceBits)) < thresholds[code]))
      codes[slice++] = static_cast<std::uint16_t>(code);
  }
  return codes;
}

/// Tables of one direction; a run seldom needs both.
struct DecodeTables {
  std::vector<std::uint16_t> codes[std::size(kSteps)];

  DecodeTables() {
    for (std::size_t i = 0; i < std::size(kSteps); ++i) codes[i] = linear_codes(kSteps[i]);
  }
};
struct EncodeTables {
  std::vector<double> thresholds[std::size(kSteps)];
  std::vector<std::uint16_t> first[std::size(kSteps)];

  EncodeTables() {
    for (std::size_t i = 0; i < std::size(kSteps); ++i) {
      thresholds[i] = linear_thresholds(kSteps[i]);
      first[i] = first_codes(thresholds[i]);
    }
  }
};

std::size_t table_of(unsigned steps) {
  const auto* found = std::find(std::begin(kSteps), std::end(kSteps), steps);
  if (found == std::end(kSteps))
    throw Error{ExitCode::kInternalError, "no sRGB table of " + std::to_string(steps) + " steps"};
  return static_cast<std::size_t>(found - std::begin(kSteps));
}

}  // namespace

const std::uint16_t* srgb_to_linear_codes(unsigned steps) {
  static const DecodeTables tables;
  return tables.codes[table_of(steps)].data();
}

std::uint32_t linear_to_srgb_code(float linear, unsigned steps) {
  if (!(linear > 0.0f)) return 0;
  const auto bits = std::bit_cast<std::uint32_t>(linear);
  if (bits >= kOneBits) return steps;
  static const EncodeTables tables;
  const std::size_t table = table_of(steps);
  const std::vector<double>& thresholds = tables.thresholds[table];
  std::uint32_t code = tables.first[table][bits >> kSliceBits];
  while (code < steps && thresholds[code] <= double{linear}) ++code;
  return code;
}

}  // namespace texpipe::functional
