#include "parameters/tree/parameter_number.h"

#include <algorithm>
#include <cmath>

#include "base/fraction.h"

namespace texpipe::study {

namespace {

template <class Quantity>
std::optional<double> quantity_of(std::string_view text) {
  Quantity quantity;
  if (parse_text(text, quantity)) return {};
  return static_cast<double>(quantity.value());
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  if (!parse_text(text, number)) return number;
  bool truth = false;
  if (!parse_text(text, truth)) return truth ? 1 : 0;
  Fraction fraction;
  if (!parse_text(text, fraction)) return static_cast<double>(fraction.numerator()) / fraction.denominator();
  for (const auto& read : {quantity_of<ByteSize>, quantity_of<Cycles>, quantity_of<TimeSpan>, quantity_of<Frequency>,
                           quantity_of<Bandwidth>}) {
    if (const auto value = read(text)) return value;
  }
  return {};
}

bool has_numbers(const ParameterNode& node) {
  if (node.is_list) return false;
  return node.type == FieldType::kWhole || node.type == FieldType::kReal ||
         (node.type == FieldType::kQuantity && !node.units.empty());
}

std::string nearest_text(double number, const ParameterNode& node) {
  if (node.type == FieldType::kReal) return value_text(number);
  if (node.power_of_two) number = std::exp2(std::round(std::log2(std::max(number, 1.0))));
  const bool negative = number < 0;
  const auto whole = static_cast<std::uint64_t>(std::llround(std::abs(number)));
  if (node.unit == "cycles") return value_text(Cycles{whole});
  if (node.unit == "bytes") return value_text(ByteSize{whole});
  if (node.unit == "hertz") return value_text(Frequency{whole});
  if (node.unit == "picoseconds") return value_text(TimeSpan{whole});
  if (node.unit == "bytes per second") return value_text(Bandwidth{whole});
  return (negative && whole != 0 ? "-" : "") + value_text(whole);
}

}  // namespace texpipe::study
