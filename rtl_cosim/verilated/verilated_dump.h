// Verilator's value change dump, which goes to files, to a text. Empty where the RTL was verilated without --trace.
#pragma once

#include <verilated.h>
#if VM_TRACE_VCD
#include <verilated_vcd_c.h>
#endif

#include <cstdint>
#include <memory>
#include <string>

#include "rtl_cosim/verilated/traced.h"

namespace texpipe::rtl_cosim {

// Files of one program may be compiled either way: the two are different classes.
#if VM_TRACE_VCD
inline namespace with_dump {

class VerilatedDump {
 public:
  template <class Verilated>
  bool begin(VerilatedContext& context, Verilated& top, std::string& text, Traced::Window window) {
    window_ = window;
    half_cycles_ = 0;
    context.traceEverOn(true);
    file_ = std::make_unique<Text>(text);
    dump_ = std::make_unique<VerilatedVcdC>(file_.get());
    top.trace(dump_.get(), 99);
    dump_->open("");
    return true;
  }

  /// Dumps the state of the RTL at the next half of a cycle.
  void half_cycle() {
    const std::uint64_t cycle = half_cycles_ / 2;
    if (dump_ && cycle >= window_.from && cycle < window_.to) dump_->dump(half_cycles_);
    ++half_cycles_;
  }
  /// The cycle that begins.
  void at(std::uint64_t cycle) { half_cycles_ = 2 * cycle; }
  void flush() {
    if (dump_) dump_->flush();
  }

 private:
  class Text final : public VerilatedVcdFile {
   public:
    explicit Text(std::string& text) : text_{text} {}
    bool open(const std::string&) override { return true; }
    void close() override {}
    ssize_t write(const char* bytes, ssize_t count) override {
      text_.append(bytes, static_cast<std::size_t>(count));
      return count;
    }

   private:
    std::string& text_;
  };

  std::unique_ptr<Text> file_;
  std::unique_ptr<VerilatedVcdC> dump_;
  Traced::Window window_;
  std::uint64_t half_cycles_ = 0;
};

}  // namespace with_dump
#else
inline namespace without_dump {

class VerilatedDump {
 public:
  template <class Verilated>
  bool begin(VerilatedContext&, Verilated&, std::string&, Traced::Window) {
    return false;
  }
  void half_cycle() {}
  void at(std::uint64_t) {}
  void flush() {}
};

}  // namespace without_dump
#endif

}  // namespace texpipe::rtl_cosim
