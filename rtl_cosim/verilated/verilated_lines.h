// A texture cache or a sampler that Verilator made, with the ports of texpipe's own.
#pragma once

#include <cstddef>

#include "rtl_cosim/verilated/lines_rtl.h"
#include "rtl_cosim/verilated/verilated_stream.h"

namespace texpipe::rtl_cosim {

/// @tparam Verilated  with the ports of VerilatedStream, and ask_*, answer_*
template <class Verilated>
class VerilatedLines : public VerilatedStream<Verilated, LinesRtl> {
 public:
  /// @param seed  of what registers hold before the reset
  explicit VerilatedLines(std::uint64_t seed) : VerilatedStream<Verilated, LinesRtl>{seed} {
    VerilatedLines::put_lines({});
  }

  void put_lines(const LinesRtl::LineInputs& inputs) final {
    Verilated& top = this->top();
    top.ask_ready = inputs.ask_ready;
    top.answer_valid = inputs.answer != nullptr;
    if (inputs.answer == nullptr) return;
    top.answer_id = static_cast<CData>(inputs.answer_id);
    for (std::size_t word = 0; word < inputs.answer->size(); ++word) top.answer_line[word] = (*inputs.answer)[word];
  }

  bool ask_valid() const final { return this->top().ask_valid != 0; }
  LinesRtl::Ask ask() const final { return {this->top().ask_id, this->top().ask_key}; }
  bool answer_ready() const final { return this->top().answer_ready != 0; }
};

}  // namespace texpipe::rtl_cosim
