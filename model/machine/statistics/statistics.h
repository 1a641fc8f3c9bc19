// Statistics: named, described, unit-typed values that blocks count and reports read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/enum_table.h"
#include "machine/statistics/cycle_account.h"
#include "machine/statistics/histogram.h"

namespace texpipe::machine {

enum class StatisticUnit : std::uint8_t {
  kCycles,
  kBytes,
  kMessages,
  kSubspans,
  kFootprints,
  kTexels,
  kPixels,
  kLines,
  kLookups,
  kRegisters,
  kRequests,
  kInstructions,
  kThreads,
  kEvents,
  kTaps,
  kEntries,
  kSubcycles,
};
EnumRows enum_rows(StatisticUnit);

class Counter {
 public:
  void add(std::uint64_t amount = 1) { value_ += amount; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// Quotient of two counters of the registry times a constant, computed when it is read.
struct Ratio {
  const Counter* numerator;
  const Counter* denominator;
  double scale = 1.0;

  /// The quotient; 0 when its denominator is.
  double value() const {
    return denominator->value() == 0
               ? 0.0
               : scale * static_cast<double>(numerator->value()) / static_cast<double>(denominator->value());
  }
};

struct Statistic {
  std::string name;    // inside its group, snake_case
  StatisticUnit unit;  // unit of the value or of a histogram's values; cycles for accounts
  std::string description;
  std::variant<Counter, Ratio, Histogram, CycleAccount> value;
};

/// The statistics of one block. Its path is the block's path in the machine tree, the same as its parameters'.
class StatisticsGroup {
 public:
  StatisticsGroup(std::string path, std::string description)
      : path_{std::move(path)}, description_{std::move(description)} {}

  const std::string& path() const { return path_; }
  const std::string& description() const { return description_; }
  const std::vector<std::unique_ptr<Statistic>>& statistics() const { return statistics_; }

  /// Adds a statistic. References stay valid for the life of the registry. A name that the group has already throws
  /// Error (internal).
  Counter& counter(std::string name, StatisticUnit unit, std::string description);
  void ratio(std::string name, std::string description, const Counter& numerator, const Counter& denominator,
             double scale = 1.0);
  Histogram& histogram(std::string name, StatisticUnit unit, std::string description);
  /// Adds a cycle account. `categories` are in the order of charging: the first one that applies counts
  /// (explanation/design, Time).
  CycleAccount& account(std::string name, std::string description, EnumRows categories);

  /// Statistic by name; null when the group has none of this name.
  const Statistic* find(std::string_view name) const;

 private:
  Statistic& add(std::string name, StatisticUnit unit, std::string description,
                 std::variant<Counter, Ratio, Histogram, CycleAccount> value);

  std::string path_;
  std::string description_;
  std::vector<std::unique_ptr<Statistic>> statistics_;
};

/// Order of paths by the machine's tree: indices compare as numbers, so `eu[2]` stands before `eu[10]`.
struct PathOrder {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const;
};

/// All statistics of a simulation. Iteration is in path order, whatever the order of construction.
class StatisticsRegistry {
 public:
  using Groups = std::map<std::string, StatisticsGroup, PathOrder>;

  /// The group of a block, made at the first call. An empty description keeps an earlier one.
  StatisticsGroup& group(std::string_view path, std::string_view description = {});
  const Groups& groups() const { return groups_; }

  /// Statistic by full path (`slice.l3.hits`); null when there is none.
  const Statistic* find(std::string_view path) const;

  /// Charges every account and level histogram up to the end of the run and checks that each sums to `end`; throws
  /// Error (internal) naming the account that does not.
  void close_accounts(Cycles end);

 private:
  Groups groups_;
};

}  // namespace texpipe::machine
