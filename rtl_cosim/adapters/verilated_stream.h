// A class that Verilator made as StreamRtl. For adapters alone: it includes Verilator's headers.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "rtl_cosim/adapters/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// Words to and from a port: Verilator makes it an integer up to 64 bits, else an array of words.
template <class Signal>
void put_port(Signal& signal, const PortValue& value) {
  const std::vector<std::uint32_t>& words = value.words();
  if constexpr (std::is_integral_v<Signal>) {
    std::uint64_t all = words[0];
    if (words.size() > 1) all |= std::uint64_t{words[1]} << 32;
    signal = static_cast<Signal>(all);
  } else {
    for (std::size_t word = 0; word < words.size(); ++word) signal[word] = words[word];
  }
}

template <class Signal>
PortValue get_port(const Signal& signal, unsigned bits) {
  PortValue value{bits};
  std::vector<std::uint32_t>& words = value.words();
  if constexpr (std::is_integral_v<Signal>) {
    words[0] = static_cast<std::uint32_t>(signal);
    if (words.size() > 1) words[1] = static_cast<std::uint32_t>(std::uint64_t{signal} >> 32);
  } else {
    for (std::size_t word = 0; word < words.size(); ++word) words[word] = signal[word];
  }
  return value;
}

/// @tparam Verilated  with ports clk, rst_n, in_valid, in_ready, out_valid, out_ready
template <class Verilated>
class VerilatedStream : public StreamRtl {
 public:
  /// @param seed  of what registers hold before the reset
  explicit VerilatedStream(std::uint64_t seed) : context_{randomised(seed)}, top_{context_.get()} {}
  ~VerilatedStream() override { top_.final(); }

  void reset(bool asserted) final { top_.rst_n = !asserted; }

  void drive(const PortValues* request, bool result_ready) final {
    top_.in_valid = request != nullptr;
    top_.out_ready = result_ready;
    if (request != nullptr) put_request(top_, *request);
    top_.eval();
  }

  bool request_ready() const final { return top_.in_ready != 0; }
  bool result_valid() const final { return top_.out_valid != 0; }
  PortValues result() const final { return get_result(top_); }

  void clock() final {
    top_.clk = 1;
    top_.eval();
    top_.clk = 0;
    top_.eval();
  }

 protected:
  virtual void put_request(Verilated& top, const PortValues& request) = 0;
  virtual PortValues get_result(const Verilated& top) const = 0;

  /// To be called by the constructor of the most derived class.
  void power_up() {
    reset(true);
    drive(nullptr, false);
    clock();
    reset(false);
    drive(nullptr, false);
  }

 private:
  static std::unique_ptr<VerilatedContext> randomised(std::uint64_t seed) {
    auto context = std::make_unique<VerilatedContext>();
    context->randReset(2);
    context->randSeed(static_cast<int>(seed % 0x7FFF'FFFF) + 1);
    return context;
  }

  std::unique_ptr<VerilatedContext> context_;
  mutable Verilated top_;
};

}  // namespace texpipe::rtl_cosim
