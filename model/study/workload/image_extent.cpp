#include "study/workload/image_extent.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/diagnostic.h"

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

ImageExtent parse_image_extent(std::string_view text, std::string_view path) {
  const std::size_t by = text.find('x');
  if (by != std::string_view::npos) {
    const auto width = parse_side(text.substr(0, by));
    const auto height = parse_side(text.substr(by + 1));
    if (width && height) return {*width, *height};
  }
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = std::string{path},
                         .problem = "`" + std::string{text} + "` is no image size",
                         .hint = "expected WIDTHxHEIGHT, each from 1 to 16384, such as 640x480"}};
}

}  // namespace texpipe::study
