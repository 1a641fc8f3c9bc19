#include "study/definition/rates_out_of_reach.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/unit_text.h"
#include "machine/graph/line_caches.h"
#include "machine/memory/memory_costs.h"
#include "parameters/layers/given_values.h"

namespace texpipe::study {
namespace {

/// Bytes per second of `requests` requests of `bytes` bytes in each `time`; more than any bandwidth for no time.
std::uint64_t rate(std::uint64_t requests, std::uint64_t bytes, TimeSpan time) {
  constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;
  if (time.value() == 0) return ~std::uint64_t{0};
  const unsigned __int128 moved = static_cast<unsigned __int128>(requests) * bytes * kPicosecondsPerSecond;
  return static_cast<std::uint64_t>(std::min<unsigned __int128>(moved / time.value(), ~std::uint64_t{0}));
}

/// In whole megabytes, which are enough to compare by eye.
std::string rate_text(std::uint64_t bytes_per_second) {
  constexpr std::uint64_t kMega = 1'000'000;
  return value_text(Bandwidth{std::max(bytes_per_second / kMega, std::uint64_t{1}) * kMega});
}

std::string counted(std::uint64_t count, const std::string& word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

}  // namespace

std::vector<Diagnostic> rates_out_of_reach(const Configuration& configuration,
                                           const std::vector<ParameterNode>& settings) {
  const machine::MemoryParameters& memory = configuration.machine.memory;
  if (!memory.implementation.is_model()) return {};
  const std::vector<machine::LineCacheOf> caches = machine::shared_caches(configuration.machine);
  const ByteSize line =
      caches.empty() ? machine::line_of_data_ports(configuration.machine, 0) : caches.back().parameters.line;
  const std::uint64_t bytes = machine::compressed(line.value(), memory.compression);
  const std::uint64_t banks = std::uint64_t{memory.channels} * memory.banks;
  const std::uint64_t by_banks = rate(banks, bytes, memory.bank_cycle),
                      by_queue = rate(memory.queue, bytes, memory.latency);
  if (std::min(by_banks, by_queue) >= memory.bandwidth.value()) return {};
  Diagnostic warning{.path = "memory.bandwidth"};
  for (const ParameterNode& tree : settings) {
    for_each_given(tree, configuration.reader, [&](const ParameterNode& node, const Origin& origin) {
      if (node.path != "memory.bandwidth") return;
      warning.position = origin.position;
      warning.path = configuration.reader.given_path(node.path);
    });
  }
  const std::string request = "requests of " + value_text(ByteSize{bytes});
  warning.problem = value_text(memory.bandwidth) + " are out of reach: ";
  if (by_banks <= by_queue) {
    warning.problem += counted(banks, "bank") + " that each take one every " + value_text(memory.bank_cycle) +
                       " move " + rate_text(by_banks) + " in " + request;
    warning.hint = "more memory.banks or memory.channels, or a shorter memory.bank_cycle";
  } else {
    warning.problem += counted(memory.queue, "place") + " in the queue, each taken for " + value_text(memory.latency) +
                       ", move " + rate_text(by_queue) + " in " + request;
    warning.hint = "a longer memory.queue, or a shorter memory.latency";
  }
  return {std::move(warning)};
}

}  // namespace texpipe::study
