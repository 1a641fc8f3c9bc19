// Statistics of one timing, to be held against those of the other.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "machine/statistics/statistics.h"

namespace texpipe::timing::test {

/// Every number of a statistic.
inline std::string text_of(const machine::Statistic& statistic) {
  std::string text;
  const auto add = [&text](std::uint64_t number) { text += std::to_string(number) + " "; };
  if (const auto* counter = std::get_if<machine::Counter>(&statistic.value)) add(counter->value());
  if (const auto* histogram = std::get_if<machine::Histogram>(&statistic.value)) {
    for (const std::uint64_t n : {histogram->count(), histogram->sum(), histogram->low(), histogram->high()}) add(n);
    for (const machine::Histogram::Bucket& bucket : histogram->buckets()) add(bucket.low), add(bucket.weight);
  }
  if (const auto* account = std::get_if<machine::CycleAccount>(&statistic.value)) {
    for (std::uint32_t i = 0; i < account->categories().rows.size(); ++i) add(account->cycles(i).value());
  }
  return text;
}

}  // namespace texpipe::timing::test
