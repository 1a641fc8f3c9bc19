#include "machine/graph/remedies.h"

#include <algorithm>
#include <limits>
#include <map>
#include <type_traits>

namespace texpipe::machine {
namespace {

/// Smallest and largest value of a parameter over the elements of lists, and what its range allows.
struct Extremes {
  double low;
  double high;
  double least;
  double most;
};
using Values = std::map<std::string, Extremes, std::less<>>;

template <class T>
concept HasValue = requires(const T& quantity) {
  static_cast<double>(quantity.value());
};

double number(Fraction fraction) {
  return static_cast<double>(fraction.numerator()) / fraction.denominator();
}
template <HasValue T>
double number(const T& quantity) {
  return static_cast<double>(quantity.value());
}
template <class T>
requires std::is_arithmetic_v<T>
double number(T value) {
  return static_cast<double>(value);
}

class NumberReader {
 public:
  NumberReader(Values& values, std::string prefix) : values_{values}, prefix_{std::move(prefix)} {}

  template <class T>
  void operator()(std::string_view name, T& field, const ParameterInfo<T>& info) {
    if constexpr (std::is_same_v<T, BankHash>) {
      const double spreads = field.kind() == BankHash::Kind::kModulo ? 1.0 : 2.0;
      add(name, {spreads, spreads, 1.0, 2.0});
    } else if constexpr (requires { number(field); }) {
      const double value = number(field);
      add(name, {value, value, info.range ? number(info.range->low) : 0.0,
                 info.range ? number(info.range->high) : std::numeric_limits<double>::max()});
    }
  }
  template <class Struct>
  void group(std::string_view name, Struct& field, std::string_view) {
    NumberReader inner{values_, prefix_ + std::string{name} + "."};
    field.describe(inner);
  }
  /// Its word is no number, and no cause names its parts.
  template <class Struct, class Presets>
  void preset_group(std::string_view, Struct&, const Presets&, std::string_view) {}
  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& field, std::uint32_t, std::string_view help) {
    for (Struct& element : field) group(name, element, help);
  }

 private:
  void add(std::string_view name, const Extremes& value) {
    const auto [at, fresh] = values_.try_emplace(prefix_ + std::string{name}, value);
    if (fresh) return;
    at->second.low = std::min(at->second.low, value.low);
    at->second.high = std::max(at->second.high, value.high);
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

constexpr double kTwice = 2.0;
constexpr double kMostTimes = 1e6;  // of latencies whose default is 0

RelaxedParameter relaxed(const Remedy& remedy, const Values& values, const Values& defaults) {
  RelaxedParameter parameter{std::string{remedy.parameter}};
  const auto found = values.find(remedy.parameter);
  const auto usual = defaults.find(remedy.parameter);
  if (found == values.end() || usual == defaults.end()) {  // rates of the filter are a table
    parameter.factor = kTwice;
    return parameter;
  }
  const Extremes& range = found->second;
  if (remedy.more) {
    parameter.value = range.low;
    parameter.relaxed = std::clamp(std::max(kTwice * range.low, usual->second.high), range.least, range.most);
    parameter.factor = range.low > 0 ? std::max(parameter.relaxed / range.low, 1.0) : 1.0;
  } else {
    parameter.value = range.high;
    parameter.relaxed = std::clamp(std::min(range.high / kTwice, usual->second.low), range.least, range.most);
    parameter.factor = range.high > 0 ? range.high / std::max(parameter.relaxed, range.high / kMostTimes) : 1.0;
  }
  return parameter;
}

/// The causes whose parameters are relaxed most times over, more than twice: those of which it is followed what they
/// save twice as good. Not of sizes and of memory's banks, which are followed by tags and rows of their own.
std::vector<std::size_t> farthest(const std::vector<RelaxedParameter>& all) {
  std::vector<std::size_t> far;
  for (std::size_t i = 0; i < kCauses; ++i) {
    const auto cause = static_cast<Cause>(i);
    if (all[i].factor > kTwice && !AbsentIn::follows(cause) && cause != Cause::kMemoryBanks) far.push_back(i);
  }
  std::stable_sort(far.begin(), far.end(), [&](std::size_t a, std::size_t b) { return all[a].factor > all[b].factor; });
  if (far.size() > kTwiceFollowed) far.resize(kTwiceFollowed);
  return far;
}

}  // namespace

std::vector<RelaxedParameter> relaxed_parameters(const MachineParameters& machine) {
  const Values values = values_of(machine), defaults = values_of({});
  std::vector<RelaxedParameter> all(kCauses);
  for (std::size_t i = 0; i < kCauses; ++i) {
    const auto& [parameter, hash] = row_of(static_cast<Cause>(i)).remedies;
    if (!parameter.parameter.empty()) all[i] = relaxed(parameter, values, defaults);
    if (hash.parameter.empty()) continue;
    const RelaxedParameter spread = relaxed(hash, values, defaults);
    // Equally far off, more banks are what is missing only where there are fewer than usual.
    if (spread.factor > 1.0 && all[i].factor <= kTwice) all[i] = spread;
  }
  for (const std::size_t i : farthest(all)) {
    const bool more = row_of(static_cast<Cause>(i)).remedies[0].more;
    all[i].twice = more ? kTwice * all[i].value : all[i].value / kTwice;
  }
  return all;
}

Relaxations relaxations_of(const MachineParameters& machine) {
  Relaxations relaxations;
  const std::vector<RelaxedParameter> parameters = relaxed_parameters(machine);
  for (std::size_t i = 0; i < kCauses; ++i) {
    relaxations.set(static_cast<Cause>(i), parameters[i].factor);
    if (parameters[i].twice != 0) relaxations.follow_twice(static_cast<Cause>(i));
  }
  return relaxations;
}

}  // namespace texpipe::machine
