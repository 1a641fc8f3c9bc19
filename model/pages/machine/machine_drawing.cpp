#include "pages/machine/machine_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "host/text/markup.h"
#include "pages/machine/layered_boxes.h"

namespace texpipe::study {

namespace {

using timing::DrawnBlock;
using timing::DrawnEdge;
using timing::Topology;

constexpr std::size_t kMostBoxes = 160;
constexpr double kWidth = 192, kHeight = 62, kGap = 14, kDown = 96, kMargin = 12;

/// Mean of the blocks of a box; of those that say nothing of it, nothing.
double mean(const DrawnBlock& block, const std::map<std::string, BlockUse>& uses, double BlockUse::*what) {
  double sum = 0;
  int count = 0;
  for (const std::string& path : block.members) {
    const auto use = uses.find(path);
    if (use == uses.end() || use->second.*what < 0) continue;
    sum += use->second.*what;
    ++count;
  }
  return count == 0 ? -1 : sum / count;
}

/// Name of a box: its last part without indices and with spaces, and how many blocks it stands for.
std::string title_of(const DrawnBlock& block) {
  std::string name{timing::leaf_of(block.path)};
  name.erase(std::min(name.find('['), name.size()));
  std::replace(name.begin(), name.end(), '_', ' ');
  return block.count() == 1 ? name : fmt::format("{} × {}", block.count(), name);
}

std::string text(double x, double y, std::string_view style, const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, style, html_text(words));
}

std::string box(const DrawnBlock& block, double x, double y, double busy, double hits) {
  std::string drawn = fmt::format("<g><title>{}", html_text(block.path));
  for (const std::string& line : block.sizes) drawn += "\n" + html_text(line);
  drawn += fmt::format("</title>\n<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
                       x - kWidth / 2, y, kWidth, kHeight);
  std::string words;
  if (busy >= 0) {
    constexpr double kInset = 8, kBar = 5;
    const double wide = kWidth - 2 * kInset;
    drawn += fmt::format(
        "<rect class=\"room\" x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3}\"/><rect class=\"use\" "
        "x=\"{0:.1f}\" "
        "y=\"{1:.1f}\" width=\"{4:.1f}\" height=\"{3}\"/>\n",
        x - wide / 2, y + kHeight - kInset - kBar, wide, kBar, wide * std::min(busy, 1.0));
    words = fmt::format("busy {:.0f} %", 100 * busy);
  }
  if (hits >= 0) words += fmt::format("{}hits {:.0f} %", words.empty() ? "" : ", ", 100 * hits);
  if (words.empty() && !block.sizes.empty()) words = block.sizes.front();
  const bool alone = words.empty();
  drawn += text(x, y + (alone ? 36 : 22), "name", title_of(block));
  if (!alone) drawn += text(x, y + 40, "facts", words);
  return drawn + "</g>\n";
}

double top_of(std::size_t layer) {
  return kMargin + kDown * static_cast<double>(layer);
}

/// Curve through the places of an edge, from the lower side of its first box to the upper side of its last.
std::string line(const LayeredBoxes& laid, const BoxPath& path) {
  std::string curve;
  double x0 = 0, y0 = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const PlacedBox& place = laid.places[path[i]];
    const double x = kMargin + place.x, top = top_of(place.layer), bottom = top + kHeight;
    if (i == 0) {
      curve = fmt::format("M{:.1f} {:.1f}", x, bottom);
    } else {
      const double middle = (y0 + top) / 2;
      curve += fmt::format("C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", x0, middle, x, middle, x, top);
      if (i + 1 < path.size()) curve += fmt::format("V{:.1f}", bottom);
    }
    x0 = x;
    y0 = bottom;
  }
  return curve;
}

/// Left edge of the boxes of all layers from one to another.
double left_of(const LayeredBoxes& laid, std::size_t above, std::size_t below) {
  double left = laid.width;
  for (const PlacedBox& place : laid.places) {
    if (place.layer >= above && place.layer <= below) left = std::min(left, place.x - place.width / 2);
  }
  return kMargin + left;
}

/// Line of an edge that leads back up: beside all boxes between, `lane` of such lines further out.
std::string line_back(const LayeredBoxes& laid, const DrawnEdge& edge, std::size_t lane) {
  constexpr double kLane = 9;
  const PlacedBox &from = laid.places[edge.from], &to = laid.places[edge.to];
  const double y0 = top_of(from.layer) + kHeight / 2, y1 = top_of(to.layer) + kHeight / 2;
  const double side = left_of(laid, std::min(from.layer, to.layer), std::max(from.layer, to.layer)) -
                      kLane * static_cast<double>(1 + lane % 4);
  return fmt::format("M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}", kMargin + from.x - kWidth / 2, y0, side, y1,
                     kMargin + to.x - kWidth / 2);
}

}  // namespace

std::string machine_drawing(const Topology& topology, const std::map<std::string, BlockUse>& uses) {
  if (topology.blocks.empty() || topology.blocks.size() > kMostBoxes) return "";
  std::vector<std::pair<std::size_t, std::size_t>> forward;
  for (const DrawnEdge& edge : topology.edges) {
    if (!edge.is_way_back) forward.emplace_back(edge.from, edge.to);
  }
  const LayeredBoxes laid = layered(topology.blocks.size(), forward, kWidth, kGap);
  constexpr double kLeft = 4 * kMargin;  // room for lines that lead back
  const double width = laid.width + 2 * kMargin + kLeft, height = top_of(laid.layers - 1) + kHeight + kMargin;
  std::string svg = fmt::format(
      "<svg class=\"machine\" role=\"img\" aria-label=\"Blocks of the machine, with the share of the run in which each "
      "was "
      "busy and its hit rate\" viewBox=\"{0:.0f} 0 {1:.0f} {2:.0f}\" width=\"{1:.0f}\" height=\"{2:.0f}\">\n"
      "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
      "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
      -kLeft, width, height);
  const auto draw = [&](const std::string& curve, bool back, const std::string& label) {
    svg += fmt::format("<path class=\"{}\" marker-end=\"url(#head)\" d=\"{}\"><title>{}</title></path>\n",
                       back ? "back" : "link", curve, html_text(label));
  };
  std::size_t number = 0, lane = 0;
  for (const DrawnEdge& edge : topology.edges) {
    const std::string back = edge.back.empty() ? "" : "; back: " + edge.back;
    if (edge.is_way_back)
      draw(line_back(laid, edge, lane++), true, edge.label);
    else
      draw(line(laid, laid.paths[number++]), false, edge.label + back);
  }
  for (std::size_t i = 0; i < topology.blocks.size(); ++i) {
    const DrawnBlock& block = topology.blocks[i];
    svg += box(block, kMargin + laid.places[i].x, top_of(laid.places[i].layer), mean(block, uses, &BlockUse::busy),
               mean(block, uses, &BlockUse::hits));
  }
  return svg + "</svg>\n";
}

}  // namespace texpipe::study
