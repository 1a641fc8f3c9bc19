// Frame of all pages: one HTML file that loads nothing.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texpipe::study {

using PageFacts = std::vector<std::pair<std::string, std::string>>;

/// Names and values as a list.
std::string list_of(const PageFacts& facts);

struct PageParts {
  std::string title;
  PageFacts facts;         // below the title
  std::string above = {};  // HTML before the charts
  std::string below = {};  // HTML after the charts
};

/// A path in HTML that may break behind its dots and underscores.
std::string html_path(std::string_view path);

/// @param data  what page.js draws
std::string framed_page(const PageParts& parts, const nlohmann::ordered_json& data);

}  // namespace texpipe::study
