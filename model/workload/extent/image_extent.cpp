#include "workload/extent/image_extent.h"

#include <charconv>
#include <optional>
#include <string>

namespace texpipe::study {

namespace {

constexpr std::uint32_t kLargestSide = 16384;

std::optional<std::uint32_t> parse_side(std::string_view text) {
  std::uint32_t side = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  if (error != std::errc{} || end != text.data() + text.size() || side == 0 || side > kLargestSide) return std::nullopt;
  return side;
}

}  // namespace

std::optional<TextProblem> parse_text(std::string_view text, ImageExtent& extent) {
  const std::size_t by = text.find('x');
  if (by != std::string_view::npos) {
    const auto width = parse_side(text.substr(0, by));
    const auto height = parse_side(text.substr(by + 1));
    if (width && height) {
      extent = {*width, *height};
      return {};
    }
  }
  return TextProblem{'\'' + std::string{text} + "' is no image size",
                     "expected WIDTHxHEIGHT, each from 1 to 16384, such as 640x480"};
}

std::string value_text(const ImageExtent& extent) {
  return std::to_string(extent.width) + 'x' + std::to_string(extent.height);
}

}  // namespace texpipe::study
