// A size such as 640x480.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/unit_text.h"

namespace texpipe::study {

struct ImageExtent {
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool operator==(const ImageExtent&) const = default;
};

using texpipe::parse_text;
using texpipe::value_text;

/// Reads `WIDTHxHEIGHT`, both from 1 to 16384 (base/unit_text.h).
std::optional<TextProblem> parse_text(std::string_view text, ImageExtent& extent);

/// As `640x480`.
std::string value_text(const ImageExtent& extent);

}  // namespace texpipe::study
