// Reference and RTL side by side where nobody knows the RTL's cycles: every result by its request, numbers with their
// differences, handshakes by their rules, latencies as they come.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rtl_cosim/scoreboard/custom_block.h"
#include "rtl_cosim/scoreboard/stream_cosim.h"

namespace texpipe::rtl_cosim {

struct FreeCosimParameters {
  StreamCosimParameters stream;
  std::uint64_t tolerance = 0;
  std::uint32_t patience = 10'000;

  template <class Visitor>
  void describe(Visitor& v) {
    stream.describe(v);
    v("tolerance", tolerance,
      {.range = {{0, std::uint64_t{1} << 62}},
       .help = "by how much a number of a result may differ, in units of its last place"});
    v("patience", patience,
      {.range = {{1, 1'000'000'000}}, .help = "cycles in which something must be taken or come back"});
  }
};

/// Differences between the RTL's numbers in a field and the reference's.
struct NumberDifferences {
  std::string field;
  std::uint64_t compared = 0;
  std::map<std::int64_t, std::uint64_t> differing;  // RTL - reference, and how often; without 0

  std::uint64_t equal() const;
  /// One line: what was compared, and each difference or, when there are many, ranges of them.
  std::string text() const;
};

/// Cycles from a request to its first result.
struct LatencyRange {
  using Histogram = std::map<std::uint64_t, std::uint64_t>;  // cycles, and how often

  std::uint64_t count = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::uint64_t sum = 0;
  Histogram measured;
  std::map<std::uint64_t, Histogram> promised;  // of requests with a promise, by what is promised

  void add(std::uint64_t cycles);
  double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }  // of at least one
  /// A line for each number of cycles that was promised: how many cycles it took, and how often. Empty: no promise.
  std::string promises_text() const;
};

struct FreeCosimResult {
  StreamCosimResult stream;
  std::vector<NumberDifferences> numbers;
  LatencyRange latency;
};

/// @param waves  of the run; null: none
FreeCosimResult run_free_cosim(const CustomBlock& block, const FreeCosimParameters& parameters,
                               CosimWaves* waves = nullptr);

/// As shrink() of stream_cosim.h.
FreeCosimParameters shrink(const CustomBlock& block, const FreeCosimParameters& parameters);

}  // namespace texpipe::rtl_cosim
