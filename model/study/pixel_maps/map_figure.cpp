#include "study/pixel_maps/map_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

#include "host/text/base64.h"
#include "host/text/markup.h"
#include "pictures/npy/npy.h"

namespace texpipe::study {

namespace {

constexpr unsigned kLeastWidth = 320;
constexpr unsigned kMargin = 12, kTitle = 44, kBar = 16, kGap = 14, kTicks = 74, kNotes = 46;

std::string number_text(double value) {
  return fmt::format("{:.4g}", value);
}

std::string rgb(const MapColor& color) {
  return fmt::format("rgb({},{},{})", color[0], color[1], color[2]);
}

class Figure {
 public:
  Figure(const PixelMapValues& map, std::uint32_t width, std::uint32_t height)
      : map_{map},
        facts_{pixel_map_facts()[static_cast<unsigned>(map.map)]},
        scale_{scale_of(map)},
        picture_width_{width},
        picture_height_{height},
        times_{width == 0 ? 1 : std::max(1u, kLeastWidth / width)} {}

  std::string svg(const std::string& title) {
    const unsigned all_width = kMargin + map_width() + kGap + kBar + kTicks + kMargin;
    const unsigned all_height = kTitle + map_height() + kNotes;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\" fill=\"#111\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"#fff\"/>\n",
        all_width, all_height);
    add("<text x=\"{}\" y=\"18\" font-size=\"14\" font-weight=\"bold\">{}</text>\n", kMargin,
        html_text(std::string{facts_.name} + " (" + std::string{facts_.unit} + ")"));
    add("<text x=\"{}\" y=\"36\">{}</text>\n", kMargin, html_text(title));
    add_map();
    add_bar();
    add_notes();
    return std::move(text_) + "</svg>\n";
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  unsigned map_width() const { return times_ * picture_width_; }
  unsigned map_height() const { return std::max(times_ * picture_height_, 120u); }
  double in_unit(double value) const { return value / facts_.one; }

  void add_map() {
    const std::vector<std::byte> png = png_bytes(map_picture(map_, scale_, picture_width_, picture_height_));
    add("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" style=\"image-rendering: pixelated\" "
        "href=\"data:image/png;base64,{}\"/>\n",
        kMargin, kTitle, map_width(), times_ * picture_height_,
        base64({reinterpret_cast<const char*>(png.data()), png.size()}));
    add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", kMargin, kTitle,
        map_width(), times_ * picture_height_);
  }

  void add_bar() {
    const unsigned left = kMargin + map_width() + kGap;
    const auto& colors = map_colors();
    add("<linearGradient id=\"scale\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
    for (std::size_t i = 0; i < colors.size(); ++i)
      add("<stop offset=\"{:.4g}\" stop-color=\"{}\"/>",
          static_cast<double>(i) / static_cast<double>(colors.size() - 1), rgb(colors[i]));
    add("</linearGradient>\n<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#888\"/>\n", left,
        kTitle, kBar, map_height(), scale_.brightest > scale_.darkest ? "url(#scale)" : rgb(colors.front()));
    if (scale_.pixels == 0) return;
    const double low = in_unit(scale_.darkest), high = in_unit(scale_.brightest);
    for (const double tick : scale_ticks(low, high)) {
      const double part = high > low ? (tick - low) / (high - low) : 0;
      const double y = kTitle + (1 - part) * map_height();
      const bool beyond = scale_.highest > scale_.brightest && tick == high;
      add("<path d=\"M{0} {1:.1f}h5\" stroke=\"#111\"/><text x=\"{2}\" y=\"{3:.1f}\">{4}</text>\n", left + kBar, y,
          left + kBar + 8, y + 4, (beyond ? "≥ " : "") + number_text(tick));
    }
  }

  void add_notes() {
    const unsigned top = kTitle + map_height();
    add("<text x=\"{}\" y=\"{}\">{}: {}</text>\n", kMargin, top + 17, html_text(facts_.unit), html_text(facts_.help));
    add("<text x=\"{}\" y=\"{}\">mean {}, highest {}; white: pixels without a value</text>\n", kMargin, top + 34,
        number_text(in_unit(scale_.mean)), number_text(in_unit(scale_.highest)));
  }

  const PixelMapValues& map_;
  const PixelMapFacts& facts_;
  MapScale scale_;
  unsigned picture_width_, picture_height_, times_;
  std::string text_;
};

}  // namespace

std::vector<double> scale_ticks(double low, double high) {
  if (high <= low) return {low};
  constexpr double kWanted = 5;
  const double rough = (high - low) / kWanted, power = std::pow(10, std::floor(std::log10(rough)));
  double step = power;
  for (const double times : {2.0, 5.0, 10.0})
    if (step < rough) step = times * power;
  std::vector<double> ticks{low};
  const auto first = static_cast<std::int64_t>(std::floor(low / step)) + 1;
  for (std::int64_t n = first; static_cast<double>(n) * step < high; ++n) {
    const double tick = static_cast<double>(n) * step;
    // A tick beside an end would stand on its number.
    if (tick - low > 0.4 * step && high - tick > 0.4 * step) ticks.push_back(tick);
  }
  ticks.push_back(high);
  return ticks;
}

std::string map_figure(const PixelMapValues& map, std::uint32_t width, std::uint32_t height, const std::string& title) {
  return Figure{map, width, height}.svg(title);
}

std::vector<std::byte> map_npy(const PixelMapValues& map, std::uint32_t width, std::uint32_t height) {
  const auto one = static_cast<float>(pixel_map_facts()[static_cast<unsigned>(map.map)].one);
  std::vector<float> values;
  values.reserve(map.values.size());
  for (const std::uint32_t value : map.values)
    values.push_back(value == PixelMapValues::kNoValue ? std::numeric_limits<float>::quiet_NaN()
                                                       : static_cast<float>(value) / one);
  return npy_bytes(npy_of(values, {height, width}));
}

std::string with_ending(const std::string& png_name, const char* ending) {
  return png_name.substr(0, png_name.rfind('.')) + ending;
}

}  // namespace texpipe::study
