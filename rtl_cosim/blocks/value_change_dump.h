// The value change dump that Verilator writes, read back.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "timing/observe/wave_file.h"

namespace texpipe::rtl_cosim {

/// A declared signal of a dump.
struct DumpedSignal {
  std::string_view name{};
  unsigned bits = 1;
  std::string_view code{};
  std::string_view range{};  // as declared; empty: none
  bool is_real = false;

  timing::WaveSignal wave() const { return {std::string{name}, bits, std::string{range}, is_real}; }
  timing::ShownSignal shown() const { return {std::string{name}, bits, std::string{range}}; }
  /// A change of it with a digit for each bit; a real one's as it is.
  std::string whole(std::string_view change) const;
};

/// Calls for what a dump declares and, after that, for its times and changes.
struct DumpListener {
  std::function<void(std::string_view)> begin_scope = [](std::string_view) {};
  std::function<void()> end_scope = [] {};
  std::function<void(const DumpedSignal&)> signal = [](const DumpedSignal&) {};
  std::function<bool()> end_declarations = [] { return true; };  // false: the rest does not matter
  std::function<void(std::uint64_t)> time = [](std::uint64_t) {};
  std::function<void(std::string_view, std::string_view)> change = [](std::string_view, std::string_view) {
  };  // code; bits, of a real signal the number
};

/// A dump, or a part of one: a declaration or a change on each line.
void read_dump(std::string_view dump, const DumpListener& listener);

}  // namespace texpipe::rtl_cosim
