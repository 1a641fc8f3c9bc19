// Chip and model as a picture: both logarithmic, a point for each row.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/chip_measurements/correlation_report.h"
#include "base/printable.h"
#include "host/text/markup.h"

namespace texpipe::study {

namespace {

constexpr double kSide = 640, kMargin = 60;

/// A logarithmic axis over whole decades.
struct Axis {
  int low = 0, high = 1;  // exponents of ten

  double place(double value) const {
    return kMargin + (std::log10(value) - low) / (high - low) * (kSide - 2 * kMargin);
  }
};

Axis axis_of(const std::vector<RowOutcome>& outcomes) {
  double low = 1, high = 10;
  for (const RowOutcome& outcome : outcomes) {
    if (!outcome.model || outcome.row.bound) continue;
    low = std::min({low, outcome.row.chip, *outcome.model});
    high = std::max({high, outcome.row.chip, *outcome.model});
  }
  return {static_cast<int>(std::floor(std::log10(low))), static_cast<int>(std::ceil(std::log10(high)))};
}

constexpr std::array<std::string_view, kGrades.size()> kGradeColours{"#1f6fb4", "#d98500", "#3c9a3c", "#8a8a8a"};

std::string point(const RowOutcome& outcome, const Axis& axis) {
  const std::string_view colour = kGradeColours[static_cast<std::size_t>(outcome.row.grade)];
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" stroke=\"{}\" stroke-width=\"1.5\" fill=\"{}\"{}><title>{}: chip "
      "{}, model {} "
      "{}</title></circle>\n",
      axis.place(outcome.row.chip), kSide - axis.place(*outcome.model), colour, outcome.row.used ? "none" : colour,
      outcome.row.used ? "" : " fill-opacity=\"0.6\"", html_text(printable(outcome.row.full_name())),
      correlation_number(outcome.row.chip), correlation_number(*outcome.model), html_text(printable(outcome.row.unit)));
}

std::string legend() {
  std::string text;
  double y = kMargin;
  for (const EnumRow& grade : kGrades) {
    y += 18;
    text += fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{}\" fill-opacity=\"0.6\"/><text x=\"{}\" y=\"{}\">[{}] "
        "{}</text>\n",
        kMargin + 14, y, kGradeColours[grade.value], kMargin + 26, y + 4, grade.name, grade.meaning);
  }
  y += 18;
  return text + fmt::format(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"none\" stroke=\"#444\"/><text x=\"{}\" y=\"{}\">used "
                    "for a parameter</text>\n",
                    kMargin + 14, y, kMargin + 26, y + 4);
}

}  // namespace

std::string correlation_svg(const std::vector<RowOutcome>& outcomes) {
  const Axis axis = axis_of(outcomes);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{0}\" height=\"{0}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{0}\" fill=\"white\"/>\n",
      kSide);
  for (int exponent = axis.low; exponent <= axis.high; ++exponent) {
    const double at = axis.place(std::pow(10.0, exponent));
    const std::string label = fmt::format("{:g}", std::pow(10.0, exponent));
    svg += fmt::format(
        "<path d=\"M{0:.1f} {1}V{2}M{1} {3:.1f}H{2}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{4}\" "
        "text-anchor=\"middle\">{5}</text><text x=\"{6}\" y=\"{7:.1f}\" text-anchor=\"end\">{5}</text>\n",
        at, kMargin, kSide - kMargin, kSide - at, kSide - kMargin + 18, label, kMargin - 6, kSide - at + 4);
  }
  svg += fmt::format(
      "<path d=\"M{0} {1}L{1} {0}\" stroke=\"#444\"/>\n<text x=\"{2}\" y=\"{3}\" "
      "text-anchor=\"middle\">chip</text><text "
      "transform=\"translate(14 {2}) rotate(-90)\" text-anchor=\"middle\">model</text>\n",
      kMargin, kSide - kMargin, kSide / 2, kSide - 16);
  for (const RowOutcome& outcome : outcomes) {
    if (outcome.model && !outcome.row.bound) svg += point(outcome, axis);
  }
  return svg + legend() + "</svg>\n";
}

}  // namespace texpipe::study
