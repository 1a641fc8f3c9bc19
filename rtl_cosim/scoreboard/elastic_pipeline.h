// The timing of a pipeline of registered steps under back-pressure (rtl_cosim/rtl/elastic_pipeline.sv).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace texpipe::rtl_cosim {

/// Use per cycle: ask request_ready() and result() for what the sink does in this cycle, then clock().
class ElasticPipeline {
 public:
  explicit ElasticPipeline(unsigned slots) : slots_(slots) {}

  /// The first step takes when one of all is empty, or the output is taken.
  bool request_ready(bool result_ready) const { return result_ready || held() < slots_.size(); }
  std::optional<std::uint64_t> result() const { return slots_.back(); }

  void clock(std::optional<std::uint64_t> request, bool result_ready) {
    // All that stands behind the last empty slot, or everything when the result is taken, moves on.
    std::size_t last = slots_.size();
    if (!result_ready) {
      while (last > 0 && slots_[last - 1]) --last;
    }
    for (std::size_t slot = last; slot-- > 1;) slots_[slot] = slots_[slot - 1];
    if (last > 0) slots_[0] = request;
  }
  void reset() { slots_.assign(slots_.size(), std::nullopt); }

  unsigned held() const {
    unsigned count = 0;
    for (const auto& slot : slots_) count += slot.has_value();
    return count;
  }

 private:
  std::vector<std::optional<std::uint64_t>> slots_;
};

}  // namespace texpipe::rtl_cosim
