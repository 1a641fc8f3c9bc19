// A size such as 640x480.
#pragma once

#include <cstdint>
#include <string_view>

namespace texpipe::study {

struct ImageExtent {
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool operator==(const ImageExtent&) const = default;
};

/// Reads `WIDTHxHEIGHT`, both from 1 to 16384. Errors: kInvalidConfiguration with `path` as the place.
ImageExtent parse_image_extent(std::string_view text, std::string_view path);

}  // namespace texpipe::study
