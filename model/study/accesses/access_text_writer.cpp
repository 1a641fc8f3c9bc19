// Quads as CSV or JSON Lines.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "study/accesses/access_output.h"

namespace texpipe::study {

namespace {

using gen9::SamplerParameter;

/// Writes the columns that some quad needs.
class QuadText {
 public:
  QuadText(const AccessRecorder& recorder, bool json) : recorder_{recorder}, json_{json} { choose_columns(); }

  std::string write() {
    if (!json_) {
      for (const ColumnNumber column : columns_) put(column_name(column));
      end_line();
    }
    for (const RecordedQuad& quad : recorder_.quads()) {
      for (const ColumnNumber column : columns_) {
        const std::string value = value_of(quad, column);
        if (!json_) {
          put(value);
        } else if (!value.empty()) {
          const bool word = value.find_first_not_of("0123456789+-.e") != std::string::npos;
          const char* const quote = word ? "\"" : "";
          put(fmt::format("\"{}\": {}{}{}", column_name(column), quote, value, quote));
        }
      }
      end_line();
    }
    return std::move(text_);
  }

 private:
  void put(const std::string& cell) {
    text_ += std::exchange(first_, false) ? (json_ ? "{" : "") : (json_ ? ", " : ",");
    text_ += cell;
  }
  void end_line() {
    text_ += json_ ? "}\n" : "\n";
    first_ = true;
  }

  const gen9::SamplerMessageFacts& facts(const RecordedQuad& quad) const {
    return gen9::sampler_message_facts(quad.kind.type);
  }
  std::uint32_t word(const RecordedQuad& quad, unsigned parameter, unsigned pixel) const {
    return recorder_.word(quad.first_word + parameter * kQuadPixels + pixel);
  }
  static bool is_coordinate(SamplerParameter p) {
    return p == SamplerParameter::kU || p == SamplerParameter::kV || p == SamplerParameter::kR;
  }
  static bool is_gradient(SamplerParameter p) { return p >= SamplerParameter::kDudx && p <= SamplerParameter::kDrdy; }

  void look_at(const RecordedQuad& quad, std::set<ColumnNumber>& used, std::set<SamplerParameter>& apart) {
    const AccessKind& kind = quad.kind;
    const auto uses = [&](QuadColumn column, bool needed) {
      if (needed) used.insert(column_of(column));
    };
    uses(QuadColumn::kSampler, kind.sampler != 0);
    uses(QuadColumn::kMask, quad.mask != 0xF);
    uses(QuadColumn::kHeader, kind.header != 0);
    uses(QuadColumn::kResponse, kind.response != (kind.simd == 16 ? 8 : 4));
    uses(QuadColumn::kHalf, kind.half);
    for (unsigned n = 0; n < kind.parameters; ++n) {
      const SamplerParameter parameter = facts(quad).parameters[n];
      used.insert(parameter_column(parameter, kAnyPixel));
      gradients_ |= is_gradient(parameter);
      for (unsigned pixel = 1; pixel < kQuadPixels; ++pixel)
        if (word(quad, n, pixel) != word(quad, n, 0)) apart.insert(parameter);
    }
    if (quad.first_pixel == ~std::uint64_t{0}) return;
    used.insert(pixel_column(0, kAnyPixel));
    for (unsigned pixel = 0; pixel < kQuadPixels; ++pixel) {
      const AccessPixel& at = recorder_.pixel(quad.first_pixel + pixel);
      if (at.x == AccessPixel::kNone) continue;
      const AccessPixel from = corner(quad);
      pixels_apart_ |= at.x != from.x + pixel % 2 || at.y != from.y + pixel / 2;
    }
  }

  /// Place of the upper left pixel, by the first one that has a place.
  AccessPixel corner(const RecordedQuad& quad) const {
    for (unsigned pixel = 0; pixel < kQuadPixels; ++pixel) {
      const AccessPixel& at = recorder_.pixel(quad.first_pixel + pixel);
      if (at.x != AccessPixel::kNone && at.x >= pixel % 2 && at.y >= pixel / 2)
        return {at.x - pixel % 2, at.y - pixel / 2};
    }
    return {0, 0};
  }

  void choose_columns() {
    std::set<ColumnNumber> used;
    std::set<SamplerParameter> apart;
    for (const RecordedQuad& quad : recorder_.quads()) look_at(quad, used, apart);
    for (const QuadColumn column :
         {QuadColumn::kThread, QuadColumn::kCall, QuadColumn::kTexture, QuadColumn::kMessage, QuadColumn::kSimd})
      used.insert(column_of(column));
    const auto add = [&](bool whole, auto number) {
      for (unsigned pixel = 0; pixel < (whole ? 0 : kQuadPixels); ++pixel) columns_.push_back(number(pixel));
      if (whole) columns_.push_back(number(kAnyPixel));
    };
    for (const ColumnNumber column : used) {
      if (column < kQuadColumns) {
        columns_.push_back(column);
      } else if (column == pixel_column(0, kAnyPixel)) {
        for (unsigned axis = 0; axis < kPixelAxes; ++axis)
          add(!pixels_apart_, [&](unsigned pixel) { return pixel_column(axis, pixel); });
      } else {
        const auto parameter = parameter_of(column);
        // Beside gradients a coordinate of the whole quad would be stepped by them.
        add(!apart.contains(parameter) && !(gradients_ && is_coordinate(parameter)),
            [&](unsigned pixel) { return parameter_column(parameter, pixel); });
      }
    }
  }

  static SamplerParameter parameter_of(ColumnNumber column) {
    return static_cast<SamplerParameter>((column - kQuadColumns) / (kQuadPixels + 1) - kPixelAxes);
  }

  std::string value_of(const RecordedQuad& quad, ColumnNumber column) const {
    if (column < kQuadColumns) return value_of(quad, static_cast<QuadColumn>(column));
    const unsigned axis = (column - kQuadColumns) / (kQuadPixels + 1);
    const unsigned pixel = (column - kQuadColumns) % (kQuadPixels + 1);
    if (axis < kPixelAxes) return place(quad, axis, pixel);
    const auto parameters = facts(quad).parameters.first(quad.kind.parameters);
    const SamplerParameter parameter = parameter_of(column);
    const auto found = std::find(parameters.begin(), parameters.end(), parameter);
    if (found == parameters.end()) return "";
    const std::uint32_t bits =
        word(quad, static_cast<unsigned>(found - parameters.begin()), pixel == kAnyPixel ? 0 : pixel);
    switch (gen9::parameter_type(quad.kind.type, parameter)) {
      case gen9::SamplerParameterType::kFloat:
        return std::isnan(std::bit_cast<float>(bits)) ? "nan" : fmt::format("{}", std::bit_cast<float>(bits));
      case gen9::SamplerParameterType::kSigned:
        return fmt::format("{}", static_cast<std::int32_t>(bits));
      default:
        return fmt::format("{}", bits);
    }
  }

  std::string place(const RecordedQuad& quad, unsigned axis, unsigned pixel) const {
    if (quad.first_pixel == ~std::uint64_t{0}) return "";
    const AccessPixel at = pixel == kAnyPixel ? corner(quad) : recorder_.pixel(quad.first_pixel + pixel);
    if (at.x == AccessPixel::kNone) return "";
    return fmt::format("{}", axis == 0 ? at.x : at.y);
  }

  std::string value_of(const RecordedQuad& quad, QuadColumn column) const {
    const AccessKind& kind = quad.kind;
    switch (column) {
      case QuadColumn::kThread:
        return fmt::format("{}", quad.thread);
      case QuadColumn::kCall:
        return fmt::format("{}", quad.call);
      case QuadColumn::kTexture:
        return fmt::format("{}", kind.texture);
      case QuadColumn::kSampler:
        return fmt::format("{}", kind.sampler);
      case QuadColumn::kMessage:
        return std::string{facts(quad).name};
      case QuadColumn::kMask:
        return fmt::format("{}", quad.mask);
      case QuadColumn::kSimd:
        return fmt::format("{}", kind.simd);
      case QuadColumn::kHeader:
        return fmt::format("{:#x}", kind.header);
      case QuadColumn::kResponse:
        return fmt::format("{}", kind.response);
      case QuadColumn::kHalf:
        return kind.half ? "1" : "0";
    }
    return "";
  }

  const AccessRecorder& recorder_;
  bool json_;
  std::vector<ColumnNumber> columns_;
  bool gradients_ = false;
  bool pixels_apart_ = false;
  std::string text_;
  bool first_ = true;
};

}  // namespace

std::string access_text(const AccessRecorder& recorder, bool json) {
  return QuadText{recorder, json}.write();
}

}  // namespace texpipe::study
