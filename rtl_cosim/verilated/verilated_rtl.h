// An instance of a class that Verilator made: its context, its registers before the reset, its clock. For adapters
// alone: it includes Verilator's headers.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/diagnostic.h"
#include "rtl_cosim/verilated/rtl_stopped.h"
#include "rtl_cosim/verilated/stream_rtl.h"
#include "rtl_cosim/verilated/verilated_coverage.h"
#include "rtl_cosim/verilated/verilated_dump.h"

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

/// A context in which registers hold, before the reset, what the seed says.
inline std::unique_ptr<VerilatedContext> randomised_context(std::uint64_t seed) {
  auto context = std::make_unique<VerilatedContext>();
  context->randReset(2);
  context->randSeed(static_cast<int>(seed % 0x7FFF'FFFF) + 1);
  return context;
}

/// `$time` of RTL: a cycle is a nanosecond, as in its waves, or one unit of the RTL's precision where that is coarser.
class RtlTime {
 public:
  /// Sets the time that the RTL reads in the first or the second half of a cycle; the rising edge begins the second.
  void set(VerilatedContext& context, std::uint64_t half_cycles) const {
    std::uint64_t units = 1;  // of a cycle
    for (int exponent = context.timeprecision(); exponent < kNanosecond; ++exponent) units *= 10;
    context.time(half_cycles / 2 * units + (half_cycles % 2 == 0 ? 0 : units / 2));
  }

 private:
  static constexpr int kNanosecond = -9;
};

/// Final blocks, for destructors. What stops there can only be told.
template <class Verilated>
void end(Verilated& top) noexcept {
  try {
    top.final();
  } catch (const RtlStopped& stopped) {
    std::cerr << "warning: at its end " << stopped.what() << '\n';
  }
}

/// Base of all Verilated RTL. Derive from it for ports of any names; VerilatedStream knows those of texpipe's
/// own blocks. In each cycle the bench calls drive(), reads the outputs, then clock().
/// @tparam Verilated  what is clocked at `clk`; else set_clock() is overridden
/// @tparam Face       what it is: StreamRtl, or more
template <class Verilated, class Face = StreamRtl>
class VerilatedRtl : public Face {
 public:
  /// @param seed  of what registers hold before the reset
  explicit VerilatedRtl(std::uint64_t seed) : context_{randomised_context(seed)}, top_{context_.get()} {}
  ~VerilatedRtl() override {
    end(top_);
    keep_coverage(*context_);
  }

  /// Rising edge and falling edge, with the side ports' handshakes of the cycle that they end.
  /// Errors: kUnsupported for RTL that waits for a time, as `<= #1` does under --timing.
  void clock() final {
    pass_cycle();
    dump_.half_cycle();
    RtlTime{}.set(*context_, half_cycles_ + 1);
    set_clock(true);
    top_.eval();
    if (top_.eventsPending()) {
      throw Error{
          ExitCode::kUnsupported,
          "the RTL waits for a time (delays such as `<= #1` under --timing), and between two edges of its clock "
          "none passes; verilate it with --no-timing, which leaves delays out"};
    }
    dump_.half_cycle();
    half_cycles_ += 2;
    RtlTime{}.set(*context_, half_cycles_);
    set_clock(false);
    top_.eval();
  }

  bool trace(std::string& text, Traced::Window window) final { return dump_.begin(*context_, top_, text, window); }
  void flush_trace() final { dump_.flush(); }
  void at(std::uint64_t cycle) final {
    dump_.at(cycle);
    half_cycles_ = 2 * cycle;
  }

 protected:
  /// Settled when drive() has ended.
  Verilated& top() const { return top_; }

  /// Level of the clock, for a port of another name, or for several.
  /// Errors: kUnsupported when there is no port `clk`.
  virtual void set_clock(bool level) {
    if constexpr (requires { top_.clk; })
      top_.clk = level;
    else
      throw Error{ExitCode::kUnsupported, "the RTL has no clock port `clk`: the adapter must override set_clock()"};
  }

  /// For ports beside request and result: looks at what the RTL drives in the cycle that ends, before its edge. What is
  /// answered is set by drive() of the next cycle.
  virtual void pass_cycle() {}

  /// One cycle of reset, up to whose end assertions are off: what registers hold before it is nobody's fault. To be
  /// called by the constructor of the most derived class.
  void power_up() {
    context_->assertOn(false);
    this->reset(true);
    this->drive(nullptr, false);
    clock();
    half_cycles_ = 0;  // it came before the first cycle
    this->reset(false);
    this->drive(nullptr, false);
    context_->assertOn(true);
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::uint64_t half_cycles_ = 0;  // since the first cycle
  mutable Verilated top_;
  VerilatedDump dump_;  // goes before what it dumps
};

}  // namespace texpipe::rtl_cosim
