#include "study/draws/draw_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "host/text/markup.h"
#include "study/pixel_maps/map_figure.h"

namespace texpipe::study {

namespace {

constexpr double kWidth = 1000, kLeft = 128, kRight = 20, kTop = 50, kLane = 15, kRowGap = 9;
constexpr double kPlot = kWidth - kLeft - kRight;
constexpr std::size_t kMostLanes = 16;
constexpr double kLeastBar = 0.4;  // narrower ones join the bar before

/// In the order of the units; then stalls, threads.
constexpr std::array<const char*, machine::kFrameUnits + 2> kColors{
    "#8a8f96", "#559944", "#aaaa33", "#dd8833", "#997755", "#bb4455", "#33aabb", "#8866bb", "#555555", "#3366aa"};
constexpr std::size_t kStalls = machine::kFrameUnits, kThreads = kStalls + 1;

/// Colour of text that can be read on a colour, by WCAG's relative luminance.
const char* text_on(std::string_view color) {
  double luminance = 0;
  for (const auto& [at, weight] : {std::pair{1, 0.2126}, {3, 0.7152}, {5, 0.0722}}) {
    unsigned channel = 0;
    std::from_chars(color.data() + at, color.data() + at + 2, channel, 16);
    luminance += weight * std::pow((channel / 255.0 + 0.055) / 1.055, 2.4);
  }
  constexpr double kAsFarFromBothEnds = 0.179;
  return luminance > kAsFarFromBothEnds ? "#000" : "#fff";
}

struct Bar {
  Cycles from, to;
  std::size_t color = kThreads;
  double opacity = 1;
  std::string label{};
  std::string tooltip{};
};

class Chart {
 public:
  explicit Chart(Cycles end) : end_{static_cast<double>(std::max<std::uint64_t>(end.value(), 1))} {}

  void add_row(std::string_view name, std::vector<Bar> bars) {
    std::erase_if(bars, [](const Bar& bar) { return bar.to <= bar.from; });
    if (bars.empty()) return;
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.from < b.from; });
    std::vector<Cycles> free_at;
    std::vector<double> drawn_to;
    add("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 8, y_ + 11, html_text(name));
    for (const Bar& bar : bars) {
      std::size_t lane = 0;
      while (lane < free_at.size() && free_at[lane] > bar.from) ++lane;
      if (lane == kMostLanes) lane = kMostLanes - 1;
      if (lane == free_at.size()) {
        free_at.emplace_back();
        drawn_to.push_back(0);
      }
      free_at[lane] = std::max(free_at[lane], bar.to);
      if (x(bar.to) - drawn_to[lane] < kLeastBar && drawn_to[lane] != 0) continue;
      drawn_to[lane] = x(bar.to);
      add_bar(bar, y_ + static_cast<double>(lane) * kLane);
    }
    y_ += static_cast<double>(free_at.size()) * kLane + kRowGap;
  }

  std::string svg(const std::string& title, const std::vector<std::pair<std::string, std::size_t>>& legend) {
    const double bottom = y_;
    const double height = bottom + 58;
    std::string head = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#111\">\n<rect class=\"ground\" width=\"100%\" "
        "height=\"100%\" fill=\"#fff\"/>\n<text x=\"12\" y=\"18\" font-size=\"14\" font-weight=\"bold\">Draws over "
        "time</text>\n<text "
        "x=\"12\" y=\"36\" font-size=\"12\">{2}</text>\n",
        kWidth, height, html_text(title));
    for (const double tick : scale_ticks(0, end_)) {
      const double at = kLeft + kPlot * tick / end_;
      head += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#ddd\"/>", at, kTop - 6, bottom);
      const std::string_view anchor = tick == end_ ? "end" : tick == 0 ? "start" : "middle";
      head += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{:.0f}</text>\n", at, bottom + 14, anchor,
                          tick);
    }
    head += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">cycles</text>\n", kLeft - 8, bottom + 14);
    double left = kLeft;
    for (const auto& [name, color] : legend) {
      head += fmt::format(
          "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"10\" height=\"10\" fill=\"{2}\"/><text x=\"{3:.1f}\" "
          "y=\"{4:.1f}\">{5}</text>\n",
          left, bottom + 32, kColors[color], left + 14, bottom + 41, html_text(name));
      left += 30 + 6.2 * static_cast<double>(name.size());
    }
    head +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">limited by</text>\n", kLeft - 8, bottom + 41);
    return head + text_ + "</svg>\n";
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  double x(Cycles at) const { return kLeft + kPlot * static_cast<double>(at.value()) / end_; }

  void add_bar(const Bar& bar, double top) {
    const double width = std::max(x(bar.to) - x(bar.from), kLeastBar);
    const std::string opacity = bar.opacity < 1 ? fmt::format(" fill-opacity=\"{:.2f}\"", bar.opacity) : "";
    if (bar.tooltip.empty()) {
      add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\" fill=\"{}\"{}/>\n", x(bar.from), top, width,
          kColors[bar.color], opacity);
    } else {
      add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\" fill=\"{}\"{}><title>{}</title></rect>\n",
          x(bar.from), top, width, kColors[bar.color], opacity, html_text(bar.tooltip));
    }
    if (!bar.label.empty() && width > 7 * static_cast<double>(bar.label.size()) + 4)
      add("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\" pointer-events=\"none\">{}</text>\n", x(bar.from) + 3,
          top + 10.5, text_on(kColors[bar.color]), html_text(bar.label));
  }

  double end_;
  double y_ = kTop;
  std::string text_;
};

std::size_t color_of_limit(const CourseRow& row) {
  if (const auto unit = row.busy_unit()) return *unit;
  if (const auto unit = row.waiting_unit()) return *unit;
  return row.limit() == "stalls" ? kStalls : kThreads;
}

std::vector<Bar> bars_of(const std::vector<CourseRow>& rows, const char* what) {
  std::vector<Bar> bars;
  for (const CourseRow& row : rows) {
    const machine::DrawAccount& account = row.account;
    const std::string numbers = !row.is_draw     ? "end"
                                : row.draws == 1 ? std::to_string(row.first_draw)
                                                 : fmt::format("{} to {}", row.first_draw, row.last_draw);
    bars.push_back({.from = account.first,
                    .to = account.last,
                    .color = color_of_limit(row),
                    .label = numbers,
                    .tooltip = fmt::format("{} {}: {} to {}, {} cycles; limited by {}; {} {}; {} primitives, {} pixels "
                                           "covered, {} passed, {} written",
                                           what, numbers, account.first.value(), account.last.value(), row.cycles(),
                                           row.limit_words(), row.facts.topology, row.facts.target, account.primitives,
                                           account.pixels, account.passed_pixels, account.written_pixels)});
  }
  return bars;
}

std::vector<Bar> bars_of_unit(const FrameCourse& course, unsigned unit) {
  std::vector<Bar> bars;
  for (const CourseRow& draw : course.draws) {
    const machine::UnitStay& stay = draw.account.stays[unit];
    if (!stay.any() || stay.to <= stay.from) continue;
    const double busy = static_cast<double>(machine::cycles_touched(draw.account.busy[unit]).value());
    const double share = std::min(1.0, busy / static_cast<double>((stay.to - stay.from).value()));
    bars.push_back({.from = stay.from, .to = stay.to, .color = unit, .opacity = 0.2 + 0.8 * share});
  }
  return bars;
}

}  // namespace

std::string draw_chart(const FrameCourse& course, const std::string& title) {
  Chart chart{course.end};
  chart.add_row("passes", bars_of(course.passes, "draws"));
  chart.add_row("draws", bars_of(course.draws, "draw"));
  std::vector<Bar> phases, stalls;
  for (const DrawPhase& phase : course.phases)
    phases.push_back({.from = phase.from,
                      .to = phase.to,
                      .tooltip = phase.draw ? fmt::format("draw {}: {}, {} cycles", *phase.draw, phase.stage,
                                                          (phase.to - phase.from).value())
                                            : phase.stage});
  chart.add_row("threads", std::move(phases));
  for (unsigned unit = 0; unit < machine::kFrameUnits; ++unit)
    chart.add_row(kFrameUnitNames[unit], bars_of_unit(course, unit));
  for (const machine::StallAccount& stall : course.stalls)
    stalls.push_back(
        {.from = stall.since,
         .to = stall.end,
         .color = kStalls,
         .tooltip = fmt::format("stall before draw {}: {} cycles until the pipeline is empty, {} cycles to "
                                "write {} bytes back",
                                stall.draw, (stall.begin - stall.since).value(), (stall.end - stall.begin).value(),
                                stall.bytes)});
  chart.add_row("stalls", std::move(stalls));
  std::vector<bool> seen(kColors.size());
  for (const CourseRow& draw : course.draws) seen[color_of_limit(draw)] = true;
  std::vector<std::pair<std::string, std::size_t>> legend;
  for (std::size_t color = 0; color < seen.size(); ++color)
    if (seen[color])
      legend.emplace_back(color == kThreads ? "threads" : color == kStalls ? "stalls" : kFrameUnitNames[color], color);
  return chart.svg(title, legend);
}

}  // namespace texpipe::study
