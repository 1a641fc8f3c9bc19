// RTL behind stream ports, clocked by the cycles of a simulation, and only while there is work.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/quantity.h"
#include "rtl_cosim/verilated/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// Cycle t of the model is the clock period that ends with the rising edge which comes before the owner acts at a later
/// time: pass_edges() first, then offers and results of the present period.
class ClockedStream {
 public:
  explicit ClockedStream(std::unique_ptr<StreamRtl> rtl) : rtl_{std::move(rtl)} {}

  /// Rising edges between the period in progress and the present one.
  /// @param works  the RTL holds something; else it stands still
  /// @return       edges that the RTL saw
  std::uint64_t pass_edges(Cycles present, bool works) {
    std::uint64_t clocked = 0;
    while (period_ < present) {
      if (!works && !is_driven()) {
        period_ = present;
        break;
      }
      drive();
      rtl_->at(period_.value());
      rtl_->clock();
      ++clocked;
      if (input_taken_) input_.reset();
      input_taken_ = output_taken_ = false;
      period_ += Cycles{1};
    }
    drive();
    return clocked;
  }

  /// Offers a request unless one was taken in this period. Returns whether the RTL takes it now; if not, it stays
  /// offered, and whoever has it comes again in every period.
  template <class MakeRequest>
  bool offer(MakeRequest&& make) {
    if (input_taken_) return false;
    if (!input_) input_ = make();
    drive();
    input_taken_ = rtl_->request_ready();
    return input_taken_;
  }
  bool offers() const { return input_.has_value(); }
  /// A request is offered, or a result is taken: the next edge changes something.
  bool is_driven() const { return offers() || output_taken_; }
  bool took_request() const { return input_taken_; }

  /// At most one result per period.
  bool has_result() const { return !output_taken_ && rtl_->result_valid(); }
  PortValues result() const { return rtl_->result(); }
  void take_result() {
    output_taken_ = true;
    drive();
  }

  /// For waves.
  Traced& traced() { return *rtl_; }

  /// After a change at ports beside those of request and result.
  void settle() { drive(); }

 private:
  void drive() { rtl_->drive(input_ ? &*input_ : nullptr, output_taken_); }

  std::unique_ptr<StreamRtl> rtl_;
  Cycles period_;                    // the clock period in progress
  std::optional<PortValues> input_;  // offered until it is taken
  bool input_taken_ = false;         // in this period
  bool output_taken_ = false;        // likewise
};

}  // namespace texpipe::rtl_cosim
