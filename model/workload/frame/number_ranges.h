// Choice of numbers, as a study names submissions and draws of a recording.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/unit_text.h"

namespace texpipe::study {

/// Whole numbers from 0 on. As text: `all`, or numbers and ranges with both ends: `3`, `3..9`, `0, 4..6`.
class NumberRanges {
 public:
  static constexpr bool kIsList = true;

  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;

    bool operator==(const Range&) const = default;
  };

  NumberRanges() = default;  // all
  explicit NumberRanges(std::vector<Range> ranges) : ranges_{std::move(ranges)} {}

  bool all() const { return ranges_.empty(); }
  bool contains(std::uint64_t number) const {
    return all() || std::any_of(ranges_.begin(), ranges_.end(),
                                [=](const Range& r) { return number >= r.first && number <= r.last; });
  }
  /// The largest number of all ranges.
  std::uint64_t last() const {
    std::uint64_t last = all() ? std::numeric_limits<std::uint64_t>::max() : 0;
    for (const Range& range : ranges_) last = std::max(last, range.last);
    return last;
  }

  bool operator==(const NumberRanges&) const = default;

  friend std::optional<TextProblem> parse_text(std::string_view text, NumberRanges& value);
  friend std::string value_text(const NumberRanges& value);

 private:
  std::vector<Range> ranges_;  // as given; none: all numbers
};

using texpipe::parse_text;
using texpipe::value_text;
std::optional<TextProblem> parse_text(std::string_view text, NumberRanges& value);
std::string value_text(const NumberRanges& value);

}  // namespace texpipe::study
