// The sRGB format beside a linear one.
#pragma once

#include <optional>

#include "isa/gen9/surface_format.h"

namespace texpipe::study {

/// The format of the same bits whose colours are sRGB codes, by its name; nothing where there is none.
inline std::optional<gen9::SurfaceFormat> srgb_twin(gen9::SurfaceFormat linear) {
  const std::string_view name = gen9::format_facts(linear).name;
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (facts.color_space != gen9::ColorSpace::kSrgb) continue;
    const auto& other = facts.name;
    constexpr std::string_view kSuffix = "_SRGB";
    if (other.ends_with(kSuffix) && other.substr(0, other.size() - kSuffix.size()) == name) return facts.format;
  }
  return {};
}

}  // namespace texpipe::study
