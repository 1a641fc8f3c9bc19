// File of waves, as its writers see it: scopes with signals, then their values at each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "timing/observe/wave_save_files.h"

namespace texpipe::timing {

/// A signal as it is declared.
struct WaveSignal {
  std::string name;
  unsigned bits = 1;
  std::string range{};   // `[0:7]`; empty: one bit, or from bits - 1 down to 0
  bool is_real = false;  // a 64-bit floating point number, without range
};

/// The range of a signal as viewers name it; empty: none.
inline std::string shown_range(const WaveSignal& signal) {
  if (!signal.range.empty() || signal.is_real || signal.bits == 1) return signal.range;
  return "[" + std::to_string(signal.bits - 1) + ":0]";
}

/// Writer of one file: first all scopes and signals, then times in order, with changes. Signals are numbered from 0 in
/// the order of declaration, and are 0 at first. Times are picoseconds.
class WaveFile {
 public:
  virtual ~WaveFile() = default;

  virtual void begin_scope(const std::string& name) = 0;
  virtual void end_scope() = 0;
  virtual void declare(const WaveSignal& signal) = 0;
  void add_signal(const std::string& name, unsigned bits) { declare({name, bits}); }
  virtual void end_declarations() = 0;

  /// Sets the groups that a viewer shows at first. They are known after the declarations, and only for waves with inner
  /// signals.
  void show(std::vector<ShownGroup> groups) { shown_ = std::move(groups); }
  const std::vector<ShownGroup>& shown() const { return shown_; }

  virtual void reach(std::uint64_t time) = 0;
  virtual void change(std::size_t signal, std::uint64_t value) = 0;
  /// Changes a signal of any width: a digit for each bit, the highest first; x and z stand for neither 0 nor 1. A real
  /// signal takes a number in decimal.
  virtual void change(std::size_t signal, std::string_view bits) = 0;
  /// Writes the last time.
  virtual void end(std::uint64_t time) = 0;
  /// Completes the file, whose bytes are all written then. Without it some formats have none.
  /// @param unfinished  why the waves stop before their run did, in a line, which a comment of the file says; empty:
  /// they
  ///                    do not
  virtual void close(std::string_view unfinished) = 0;

 private:
  std::vector<ShownGroup> shown_;
};

}  // namespace texpipe::timing
