#include "pages/run/run_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "host/files/byte_reader.h"
#include "host/text/base64.h"
#include "host/text/markup.h"
#include "pages/run/run_files.h"
#include "study/draws/draw_chart.h"
#include "study/pixel_maps/map_figure.h"
#include "study/pixel_maps/pixel_maps.h"
#include "study/run_folder/run_picture.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Bytes of files that the page holds; pages have 2 MiB.
constexpr std::size_t kLargestPicture = 768 << 10;
constexpr std::size_t kLargestPictures = 900 << 10;  // the maps with it

/// Width on the page of a picture: its own; a small one is so many times as large that its pixels can be told apart.
std::uint32_t shown_width(std::uint32_t width) {
  constexpr std::uint32_t kLeastWidth = 240;
  return width == 0 ? kLeastWidth : width * std::max(1u, kLeastWidth / width);
}

std::string picture_tag(const std::string& alt, const std::string& png, std::uint32_t width) {
  return fmt::format("<img class=\"picture\" alt=\"{}\" style=\"width: {}px\" src=\"data:image/png;base64,{}\">",
                     html_text(alt), shown_width(width), base64(png));
}

/// Width in a PNG file's head; 0 for what is none.
std::uint32_t png_width(std::string_view png) {
  constexpr std::size_t kPlace = 16;
  if (png.size() < kPlace + 4) return 0;
  std::uint32_t width = 0;
  for (std::size_t i = 0; i < 4; ++i) width = width << 8 | static_cast<unsigned char>(png[kPlace + i]);
  return width;
}

std::string picture(const fs::path& folder, std::size_t& room) {
  const std::optional<RunPicture> shown = run_picture(folder);
  std::error_code ignored;
  if (!shown || fs::file_size(shown->file, ignored) > kLargestPicture) return "";
  const fs::path& file = shown->file;
  room -= fs::file_size(file, ignored);
  return fmt::format("<section id=\"picture\"><h2>Picture</h2>\n<p>{} x {} pixels</p>\n{}</section>\n", shown->width,
                     shown->height, picture_tag("what the workload drew", read_text(file), shown->width));
}

std::string short_number(const Json& value) {
  return value.is_number() ? fmt::format("{:.4g}", value.get<double>()) : "?";
}

/// Numbers below a scale, at their places.
std::string scale_numbers(const Json& darkest, const Json& brightest) {
  if (!darkest.is_number() || !brightest.is_number()) return "";
  const double low = darkest.get<double>(), high = brightest.get<double>();
  std::string text;
  for (const double tick : scale_ticks(low, high)) {
    const double part = high > low ? (tick - low) / (high - low) : 0;
    text += fmt::format("<span style=\"left: {0:.1f}%; transform: translateX(-{0:.1f}%)\">{1:.4g}</span>", 100 * part,
                        tick);
  }
  return text;
}

/// A map with its scale below it, as wide as the map.
std::string map_html(const Json& map, const std::string& gradient, const std::string& png) {
  // Frames have maps of several pictures and targets.
  const std::string of = map.contains("picture") ? map.at("picture").get<std::string>() + ", " : "";
  const std::string name = of + map.at("name").get<std::string>(), unit = map.at("unit").get<std::string>();
  const std::string darkest = short_number(map.at("darkest")), brightest = short_number(map.at("brightest"));
  return fmt::format(
      "<figure class=\"map\" style=\"width: {}px\">{}\n<div class=\"scale\" style=\"background: "
      "{}\"></div>\n<figcaption><div class=\"ends\">"
      "{}</div>{}: {} ({}; mean {}, highest {})</figcaption></figure>\n",
      shown_width(png_width(png)),
      picture_tag(fmt::format("{} of each pixel, {} to {} {}", name, darkest, brightest, unit), png, png_width(png)),
      gradient, scale_numbers(map.at("darkest"), map.at("brightest")), html_text(name),
      html_text(map.at("description").get<std::string>()), html_text(unit), short_number(map.at("mean")),
      short_number(map.at("highest")));
}

/// The maps of a run that made some, as far as there is room for them.
std::string maps(const fs::path& folder, std::size_t room) {
  std::error_code ignored;
  if (!fs::exists(folder / kMapScalesName, ignored)) return "";
  const Json scales = read_run_json(folder / kMapScalesName);
  std::string figures, gradient = "linear-gradient(to right";
  try {
    for (const Json& color : scales.at("colors"))
      gradient +=
          fmt::format(", rgb({} {} {})", color.at(0).get<int>(), color.at(1).get<int>(), color.at(2).get<int>());
    gradient += ")";
    for (const Json& map : scales.at("maps")) {
      const fs::path file = folder / fs::path{map.at("file").get<std::string>()}.filename();
      if (!fs::exists(file, ignored)) continue;
      const std::size_t bytes = fs::file_size(file, ignored);
      if (bytes > room) continue;
      room -= bytes;
      figures += map_html(map, gradient, read_text(file));
    }
  } catch (const Json::exception&) {
    refuse_run_file(folder / kMapScalesName, "holds no scales of maps");
  }
  if (figures.empty()) return "";
  return "<section id=\"maps\"><h2>Maps</h2>\n<p>What each pixel cost. Pixels that sampled nothing show the "
         "page.</p>\n<div class=\"maps\">" +
         figures + "</div></section>\n";
}

}  // namespace

std::string picture_sections(const fs::path& folder) {
  std::size_t room = kLargestPictures;
  std::error_code ignored;
  // The figure and the tables of a frame's draws stand on the page, too; pictures take four bytes for three.
  if (fs::exists(folder / kDrawChartName, ignored))
    room -= 3 * std::min<std::size_t>(fs::file_size(folder / kDrawChartName, ignored), 300 << 10) / 4 + (48 << 10);
  const std::string shown = picture(folder, room);
  return shown + maps(folder, room);
}

}  // namespace texpipe::study
