#include "workload/accesses/access_quad.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "base/shortened.h"
#include "base/spelling.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kShownValue = 60;  // bytes of a value in a message

using gen9::SamplerMessageFacts;
using gen9::SamplerMessageType;
using gen9::SamplerParameter;
using gen9::SamplerParameterType;

/// Reads the cells of one row.
class QuadReader {
 public:
  QuadReader(const AccessRow& row, const AccessLimits& limits, const std::string& file)
      : row_{row}, limits_{limits}, file_{file} {}

  AccessQuad read() {
    AccessQuad quad;
    quad.thread = whole(QuadColumn::kThread, 0, ~std::uint64_t{0});
    if (given(QuadColumn::kCall)) quad.call = whole(QuadColumn::kCall, 0, ~std::uint64_t{0});
    quad.mask = static_cast<std::uint32_t>(whole(QuadColumn::kMask, 0xF, 0xF));
    AccessKind& kind = quad.kind;
    kind.texture = numbered(QuadColumn::kTexture, limits_.textures, "texture");
    kind.sampler = numbered(QuadColumn::kSampler, limits_.samplers, "sampler");
    kind.type = message_type();
    const SamplerMessageFacts& facts = gen9::sampler_message_facts(kind.type);
    kind.simd = channels(facts);
    kind.header = static_cast<std::uint32_t>(whole(QuadColumn::kHeader, 0, 0xFFFF'FFFF));
    kind.response = static_cast<std::uint8_t>(whole(QuadColumn::kResponse, 0, 9));
    kind.half = whole(QuadColumn::kHalf, 0, 1) != 0;
    read_parameters(quad, facts);
    read_pixels(quad);
    return quad;
  }

 private:
  [[noreturn]] void refuse(const AccessCell& cell, std::string problem, std::string hint) const {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = file_, .line = row_.line, .column = std::max(cell.column, 1)},
                           .problem = std::move(problem),
                           .hint = std::move(hint)}};
  }
  const AccessCell& cell(ColumnNumber column) const { return row_.cells[column]; }
  bool given(QuadColumn column) const { return !cell(column_of(column)).text.empty(); }

  std::uint64_t whole(QuadColumn column, std::uint64_t otherwise, std::uint64_t most) const {
    return given(column) ? whole(column_of(column), most) : otherwise;
  }
  /// Whole numbers, those with 0x in base 16.
  std::uint64_t whole(ColumnNumber column, std::uint64_t most) const {
    const AccessCell& from = cell(column);
    std::string_view digits = from.text;
    const int base = digits.starts_with("0x") ? 16 : 10;
    if (base == 16) digits.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const bool number = end == digits.data() + digits.size() && !digits.empty() && error != std::errc::invalid_argument;
    if (number && error == std::errc{} && value <= most) return value;
    refuse(from,
           column_name(column) + " '" + shortened(from.text, kShownValue) + "' is " +
               (number ? "too large" : "no whole number from 0 on"),
           most == ~std::uint64_t{0} ? "as 3" : "expected 0 to " + std::to_string(most));
  }

  std::uint32_t numbered(QuadColumn column, std::uint32_t count, const char* what) const {
    const std::uint64_t number = whole(column, 0, ~std::uint64_t{0});
    if (number < count) return static_cast<std::uint32_t>(number);
    refuse(cell(column_of(column)), std::string{"there is no "} + what + " " + std::to_string(number),
           "the study has " + std::to_string(count) + ", counted from 0");
  }

  bool any_of(SamplerParameter parameter) const {
    for (unsigned pixel = 0; pixel <= kAnyPixel; ++pixel)
      if (!cell(parameter_column(parameter, pixel)).text.empty()) return true;
    return false;
  }

  SamplerMessageType message_type() const {
    if (!given(QuadColumn::kMessage)) {
      return any_of(SamplerParameter::kLod)    ? SamplerMessageType::kSampleL
             : any_of(SamplerParameter::kBias) ? SamplerMessageType::kSampleB
                                               : SamplerMessageType::kSample;
    }
    const AccessCell& from = cell(column_of(QuadColumn::kMessage));
    if (const auto type = value_of<SamplerMessageType>(from.text)) {
      const SamplerMessageFacts& facts = gen9::sampler_message_facts(*type);
      if (facts.exists_in(gen9::SimdMode::kSimd8)) return *type;
    }
    std::vector<std::string_view> names;
    for (const SamplerMessageFacts& facts : gen9::all_sampler_message_types())
      if (facts.exists_in(gen9::SimdMode::kSimd8)) names.push_back(facts.name);
    refuse(from, "'" + shortened(from.text, kShownValue) + "' is no message of quads", spelling_hint(from.text, names));
  }

  std::uint8_t channels(const SamplerMessageFacts& facts) const {
    const bool both = facts.exists_in(gen9::SimdMode::kSimd16);
    if (!given(QuadColumn::kSimd)) return static_cast<std::uint8_t>(both ? limits_.simd : 8);
    const std::uint64_t simd = whole(QuadColumn::kSimd, 0, 16);
    if (simd == 8 || (simd == 16 && both)) return static_cast<std::uint8_t>(simd);
    refuse(cell(column_of(QuadColumn::kSimd)),
           std::string{facts.name} + " has no " + std::to_string(simd) + " channels",
           both ? "expected 8 or 16" : "expected 8");
  }

  /// Bits of a cell as the message reads them.
  std::uint32_t bits(ColumnNumber column, SamplerParameterType type) const {
    const AccessCell& from = cell(column);
    const char* const begin = from.text.data();
    const char* const end = begin + from.text.size();
    if (type == SamplerParameterType::kFloat) {
      float value = 0;
      const auto [stop, error] = std::from_chars(begin, end, value);
      if (error == std::errc{} && stop == end) return std::bit_cast<std::uint32_t>(value);
      refuse(from, column_name(column) + " '" + shortened(from.text, kShownValue) + "' is no float32", "such as 0.25");
    }
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc{} && stop == end && value >= INT32_MIN && value <= UINT32_MAX)
      return static_cast<std::uint32_t>(value);
    refuse(from, column_name(column) + " '" + shortened(from.text, kShownValue) + "' is no 32-bit integer",
           "such as 12");
  }
  float number(SamplerParameter parameter) const {
    const ColumnNumber column = parameter_column(parameter, kAnyPixel);
    return cell(column).text.empty() ? 0.0F : std::bit_cast<float>(bits(column, SamplerParameterType::kFloat));
  }

  void read_parameters(AccessQuad& quad, const SamplerMessageFacts& facts) const {
    for (std::size_t n = 0; n < facts.parameters.size(); ++n) {
      const SamplerParameter parameter = facts.parameters[n];
      if (!any_of(parameter)) continue;
      quad.kind.parameters = static_cast<std::uint8_t>(n + 1);
      const SamplerParameterType type = gen9::parameter_type(facts.type, parameter);
      const ColumnNumber all = parameter_column(parameter, kAnyPixel);
      const std::uint32_t common = cell(all).text.empty() ? 0 : bits(all, type);
      const auto [along_x, along_y] = steps(parameter, type);
      for (unsigned pixel = 0; pixel < kQuadPixels; ++pixel) {
        const ColumnNumber own = parameter_column(parameter, pixel);
        quad.parameters[n][pixel] =
            !cell(own).text.empty() ? bits(own, type) : stepped(common, pixel, along_x, along_y);
      }
    }
    refuse_missing(facts);
    refuse_idle(facts);
  }

  /// Change of a coordinate from pixel to pixel of the quad.
  std::pair<float, float> steps(SamplerParameter parameter, SamplerParameterType type) const {
    if (type != SamplerParameterType::kFloat) return {0.0F, 0.0F};
    switch (parameter) {
      case SamplerParameter::kU:
        return {number(SamplerParameter::kDudx), number(SamplerParameter::kDudy)};
      case SamplerParameter::kV:
        return {number(SamplerParameter::kDvdx), number(SamplerParameter::kDvdy)};
      case SamplerParameter::kR:
        return {number(SamplerParameter::kDrdx), number(SamplerParameter::kDrdy)};
      default:
        return {0.0F, 0.0F};
    }
  }
  static std::uint32_t stepped(std::uint32_t bits, unsigned pixel, float along_x, float along_y) {
    if (along_x == 0.0F && along_y == 0.0F) return bits;
    float value = std::bit_cast<float>(bits);
    if (pixel % 2 != 0) value += along_x;
    if (pixel / 2 != 0) value += along_y;
    return std::bit_cast<std::uint32_t>(value);
  }

  /// A message that looks somewhere says where.
  void refuse_missing(const SamplerMessageFacts& facts) const {
    if (facts.queries() || any_of(SamplerParameter::kU)) return;
    refuse({}, std::string{"the quad has no u, which "} + std::string{facts.name} + " takes",
           "a column u, or u0 to u3");
  }

  /// Refuses parameters that the message does not have; gradients are steps of the coordinates as well.
  void refuse_idle(const SamplerMessageFacts& facts) const {
    constexpr std::pair<SamplerParameter, SamplerParameter> kSteps[]{
        {SamplerParameter::kDudx, SamplerParameter::kU}, {SamplerParameter::kDudy, SamplerParameter::kU},
        {SamplerParameter::kDvdx, SamplerParameter::kV}, {SamplerParameter::kDvdy, SamplerParameter::kV},
        {SamplerParameter::kDrdx, SamplerParameter::kR}, {SamplerParameter::kDrdy, SamplerParameter::kR}};
    const auto takes = [&](SamplerParameter parameter) {
      for (const SamplerParameter known : facts.parameters)
        if (known == parameter) return true;
      for (const auto& [gradient, coordinate] : kSteps)
        if (gradient == parameter && any_of(coordinate) && !facts.loads()) return true;
      return false;
    };
    for (unsigned n = 0; n < gen9::kSamplerParameters; ++n) {
      const auto parameter = static_cast<SamplerParameter>(n);
      for (unsigned pixel = 0; pixel <= kAnyPixel; ++pixel) {
        const AccessCell& from = cell(parameter_column(parameter, pixel));
        if (from.text.empty() || takes(parameter)) continue;
        refuse(from, std::string{facts.name} + " takes no " + std::string{name_of(parameter)},
               "leave it empty, or name another message");
      }
    }
  }

  void read_pixels(AccessQuad& quad) const {
    constexpr const char* kSizes[]{"wide", "high"};
    for (unsigned pixel = 0; pixel < kQuadPixels; ++pixel) {
      std::array<std::uint32_t, kPixelAxes> place{};
      unsigned told = 0;
      for (unsigned axis = 0; axis < kPixelAxes; ++axis) {
        const bool own = !cell(pixel_column(axis, pixel)).text.empty();
        const ColumnNumber from = pixel_column(axis, own ? pixel : kAnyPixel);
        if (cell(from).text.empty()) continue;
        const unsigned step = own ? 0 : axis == 0 ? pixel % 2 : pixel / 2;
        place[axis] = static_cast<std::uint32_t>(whole(from, 0xFFFF)) + step;
        if ((quad.mask >> pixel & 1u) != 0 && place[axis] >= limits_.image[axis]) {
          refuse(cell(from),
                 column_name(pixel_column(axis, kAnyPixel)) + " " + std::to_string(place[axis]) +
                     " is outside the picture",
                 "workload.image is " + std::to_string(limits_.image[axis]) + " pixels " + kSizes[axis]);
        }
        ++told;
      }
      if (told == 0) continue;
      if (told != kPixelAxes) refuse({}, "the quad has x or y alone", "expected both, or neither");
      quad.pixels[pixel] = {place[0], place[1]};
      quad.draws = true;
    }
  }

  const AccessRow& row_;
  const AccessLimits& limits_;
  const std::string& file_;
};

}  // namespace

AccessQuad read_quad(const AccessRow& row, const AccessLimits& limits, const std::string& file) {
  return QuadReader{row, limits, file}.read();
}

}  // namespace texpipe::study
