#include "parameters/expression/estimate_unit.h"

#include <algorithm>

#include "base/quantity.h"
#include "parameters/tree/field.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

/// A number of the unit is `times` as much of the one that estimates are in, by `over`: both are exact.
struct EstimateUnit {
  std::string_view unit;
  double times, over;
  std::string_view base;
};
constexpr EstimateUnit kEstimateUnits[] = {
    {"mm2", 1, 1, kAreaUnit},    {"um2", 1, 1e6, kAreaUnit},  {"pJ", 1, 1e3, kEnergyUnit}, {"nJ", 1, 1, kEnergyUnit},
    {"uJ", 1e3, 1, kEnergyUnit}, {"mJ", 1e6, 1, kEnergyUnit}, {"J", 1e9, 1, kEnergyUnit}};

bool is_number_of(std::string_view word, std::string_view unit) {
  if (!word.ends_with(unit) || word.size() == unit.size()) return false;
  word.remove_suffix(unit.size());
  if (word.size() > 1 && word.back() == ' ') word.remove_suffix(1);
  return word.back() >= '0' && word.back() <= '9';
}

/// Null: the word is no estimate.
const EstimateUnit* estimate_unit_of(std::string_view word) {
  const auto* const known = std::ranges::find_if(
      kEstimateUnits, [&](const EstimateUnit& candidate) { return is_number_of(word, candidate.unit); });
  return known == std::ranges::end(kEstimateUnits) ? nullptr : known;
}

template <class Quantity>
bool reads_as(std::string_view word) {
  Quantity ignored;
  return !parse_text(word, ignored);
}

}  // namespace

std::optional<double> number_or_estimate(std::string_view word) {
  const EstimateUnit* known = estimate_unit_of(word);
  if (known == nullptr) return number_of(word);
  word.remove_suffix(known->unit.size());
  if (word.ends_with(' ')) word.remove_suffix(1);
  const std::optional<double> value = number_of(word);
  return value ? std::optional{*value * known->times / known->over} : std::nullopt;
}

std::string_view base_unit_of(std::string_view word) {
  if (const EstimateUnit* known = estimate_unit_of(word)) return known->base;
  if (reads_as<double>(word)) return "";
  if (reads_as<Cycles>(word)) return unit_of<Cycles>();
  if (reads_as<ByteSize>(word)) return unit_of<ByteSize>();
  if (reads_as<TimeSpan>(word)) return unit_of<TimeSpan>();
  if (reads_as<Frequency>(word)) return unit_of<Frequency>();
  if (reads_as<Bandwidth>(word)) return unit_of<Bandwidth>();
  return "";
}

NamedUnit unit_of_parameter(const ParameterNode& node) {
  if (node.kind != ParameterNode::Kind::kValue || node.unit.empty()) return {};
  return {.unit = node.unit, .text = node.unit == unit_of<Cycles>() ? "" : node.text};
}

}  // namespace texpipe::study
