#include "machine/graph/remedies.h"

#include <algorithm>
#include <map>
#include <type_traits>

namespace texpipe::machine {
namespace {

/// Smallest and largest value of a parameter over the elements of lists.
struct Extremes {
  double low;
  double high;
};
using Values = std::map<std::string, Extremes, std::less<>>;

template <class T>
concept HasValue = requires(const T& quantity) {
  static_cast<double>(quantity.value());
};

class NumberReader {
 public:
  NumberReader(Values& values, std::string prefix) : values_{values}, prefix_{std::move(prefix)} {}

  template <class T>
  void operator()(std::string_view name, T& field, const ParameterInfo<T>&) {
    if constexpr (HasValue<T>) {
      add(name, static_cast<double>(field.value()));
    } else if constexpr (std::is_arithmetic_v<T>) {
      add(name, static_cast<double>(field));
    }
  }
  template <class Struct>
  void group(std::string_view name, Struct& field, std::string_view) {
    NumberReader inner{values_, prefix_ + std::string{name} + "."};
    field.describe(inner);
  }
  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& field, std::uint32_t, std::string_view help) {
    for (Struct& element : field) group(name, element, help);
  }

 private:
  void add(std::string_view name, double value) {
    const auto [at, fresh] = values_.try_emplace(prefix_ + std::string{name}, Extremes{value, value});
    if (fresh) return;
    at->second.low = std::min(at->second.low, value);
    at->second.high = std::max(at->second.high, value);
  }

  Values& values_;
  std::string prefix_;
};

Values values_of(MachineParameters machine) {
  Values values;
  NumberReader reader{values, ""};
  machine.describe(reader);
  return values;
}

double strain(const Remedy& remedy, const Values& values, const Values& defaults) {
  const auto value = values.find(remedy.parameter);
  const auto usual = defaults.find(remedy.parameter);
  if (value == values.end() || usual == defaults.end()) return 1.0;
  // One more on both sides, because latencies may be 0.
  return remedy.more ? (usual->second.high + 1) / (value->second.low + 1)
                     : (value->second.high + 1) / (usual->second.low + 1);
}

}  // namespace

std::string remedy_of(const MachineParameters& machine, Cause cause) {
  const Values values = values_of(machine), defaults = values_of({});
  const Remedy* worst = nullptr;
  for (const Remedy& remedy : row_of(cause).remedies) {
    if (remedy.parameter.empty()) continue;
    if (worst == nullptr || strain(remedy, values, defaults) > strain(*worst, values, defaults)) worst = &remedy;
  }
  return worst == nullptr ? std::string{} : std::string{worst->parameter};
}

CauseStrains strains_of(const MachineParameters& machine) {
  const Values values = values_of(machine), defaults = values_of({});
  CauseStrains strains{};
  strains.fill(0.0);
  for (std::size_t i = 0; i < kCauses; ++i) {
    for (const Remedy& remedy : row_of(static_cast<Cause>(i)).remedies) {
      if (!remedy.parameter.empty()) strains[i] = std::max(strains[i], strain(remedy, values, defaults));
    }
  }
  return strains;
}

}  // namespace texpipe::machine
