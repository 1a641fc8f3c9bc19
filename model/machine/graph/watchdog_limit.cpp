#include "machine/graph/watchdog_limit.h"

#include <algorithm>
#include <concepts>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace texpipe::machine {

namespace {

/// A message of 16 channels is at most 4 subspans of 2 x 16 footprints, which a stage with one slot takes one by one.
constexpr std::uint64_t kMostFootprintsOfMessage = 128;
constexpr std::uint64_t kBurstBytes = 1024;  // the longest line

/// Visits every parameter of a machine and adds up those that are times.
class LatencySum {
 public:
  explicit LatencySum(Frequency clock) : clock_{clock} {}

  std::uint64_t cycles() const { return cycles_; }

  template <class T>
  void operator()(std::string_view, const T& value, const std::type_identity_t<ParameterInfo<T>>&) {
    if constexpr (std::same_as<T, Cycles>) add(value.value());
    if constexpr (std::same_as<T, TimeSpan>) add(cycles_covering(value, clock_).value());
    if constexpr (std::same_as<T, Bandwidth>) add(kBurstBytes * clock_.value() / value.value() + 1);
    if constexpr (std::same_as<T, Fraction>) {
      if (value < Fraction{1, 2}) add(kBurstBytes * value.denominator() / value.numerator() + 1);
    }
  }
  template <class Group>
  void group(std::string_view, Group& group, std::string_view) {
    group.describe(*this);
  }
  template <class Group, class Presets>
  void preset_group(std::string_view, Group& group, const Presets&, std::string_view) {
    group.describe(*this);
  }
  template <class Unit>
  void units(std::string_view, Units<Unit>& units, std::size_t, std::string_view) {
    for (std::size_t i = 0; i < units.size(); ++i) units[i].describe(*this);
  }
  template <class Element>
  void list(std::string_view, std::vector<Element>& elements, std::size_t, std::string_view) {
    for (Element& element : elements) element.describe(*this);
  }

 private:
  void add(std::uint64_t cycles) {
    cycles_ = cycles > std::numeric_limits<std::uint64_t>::max() - cycles_ ? std::numeric_limits<std::uint64_t>::max()
                                                                           : cycles_ + cycles;
  }

  Frequency clock_;
  std::uint64_t cycles_ = 0;
};

}  // namespace

Cycles sum_of_latencies(const MachineParameters& machine) {
  MachineParameters described = machine;  // describe() is one function for readers and writers
  LatencySum sum{machine.clock};
  described.describe(sum);
  return Cycles{sum.cycles()};
}

Cycles default_watchdog_limit(const MachineParameters& machine) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 50;  // twelve days of a clock of 1 GHz, and far from overflow
  const std::uint64_t sum = std::min(sum_of_latencies(machine).value(), kMost / kMostFootprintsOfMessage);
  return std::max(kLeastWatchdogLimit, Cycles{sum * kMostFootprintsOfMessage});
}

}  // namespace texpipe::machine
