#include "analysis/explain/better_number.h"

#include <array>
#include <cstdint>

#include "base/fraction.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

constexpr double kTwice = 2;

/// Numbers, beside times, of which less is better: what is taken away from a cache, cycles of a unit, and lanes that it
/// takes together whether they are enabled or not.
constexpr std::array<std::string_view, 7> kLessIsBetter{
    "urb", "slm", "occupancy", "interval", "lane_group", "register_interval", "subslices_per_sampler"};
/// Times of which more is better: a miss is known so much before the data of a hit.
constexpr std::array<std::string_view, 4> kEarlyMiss{"l2.data_latency", "shared_l2.data_latency", "l3.data_latency",
                                                     "llc.data_latency"};

bool is_time(const ParameterNode& node) {
  return node.unit == "cycles" || node.unit == "picoseconds";
}

/// Twice a fraction, or the default where that is more, within the range.
std::optional<std::string> improved_fraction(const ParameterNode& node, const ParameterNode* usual) {
  Fraction value;
  if (parse_text(node.text, value)) return {};
  std::string text = value_text(Fraction{value.numerator() * 2, value.denominator()});
  if (usual != nullptr && *number_of(usual->text) > *number_of(text)) text = usual->text;
  if (!node.high.empty() && *number_of(node.high) < *number_of(text)) text = node.high;
  return text;
}

}  // namespace

std::string_view last_word(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

bool names_exactly(std::string_view pattern, std::string_view path) {
  if (!path.ends_with(pattern)) return false;
  return path.size() == pattern.size() || path[path.size() - pattern.size() - 1] == '.';
}

bool less_is_better(const ParameterNode& node, std::string_view path) {
  if (std::any_of(kEarlyMiss.begin(), kEarlyMiss.end(),
                  [&](std::string_view early) { return names_exactly(early, path); }))
    return false;
  return is_time(node) || is_one_of(last_word(path), kLessIsBetter);
}

std::vector<std::string> both_ways(const ParameterNode& node, const ParameterNode* usual) {
  std::vector<std::string> texts;
  if (usual != nullptr && usual->text != node.text) texts.push_back(usual->text);
  const double value = *number_of(node.text);
  for (double other : {value / kTwice, value * kTwice}) {
    if (!node.low.empty()) other = std::max(other, number_of(node.low).value_or(other));
    if (!node.high.empty()) other = std::min(other, number_of(node.high).value_or(other));
    std::string text = nearest_text(other, node);
    if (text != node.text && std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(std::move(text));
  }
  return texts;
}

std::optional<std::string> improved_text(const ParameterNode& node, const ParameterNode* usual, bool less) {
  if (node.type == FieldType::kFraction) return improved_fraction(node, usual);
  const double value = *number_of(node.text);
  std::optional<double> other;
  if (usual != nullptr) other = number_of(usual->text);
  double better = less ? value / kTwice : value * kTwice;
  if (other) better = less ? std::min(better, *other) : std::max(better, *other);
  if (less && is_time(node) && node.unit == "cycles") better = static_cast<double>(static_cast<std::uint64_t>(better));
  if (!node.low.empty()) better = std::max(better, number_of(node.low).value_or(better));
  if (!node.high.empty()) better = std::min(better, number_of(node.high).value_or(better));
  return nearest_text(better, node);
}

}  // namespace texpipe::study
