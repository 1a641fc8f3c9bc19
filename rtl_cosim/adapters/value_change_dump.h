// The value change dump that Verilator writes, read back.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace texpipe::rtl_cosim {

/// A declared signal of a dump.
struct DumpedSignal {
  std::string_view name;
  unsigned bits;
  std::string_view code;
};

/// Calls for what a dump declares and, after that, for its times and changes.
struct DumpListener {
  std::function<void(std::string_view)> begin_scope = [](std::string_view) {};
  std::function<void()> end_scope = [] {};
  std::function<void(const DumpedSignal&)> signal = [](const DumpedSignal&) {};
  std::function<bool()> end_declarations = [] { return true; };  // false: the rest does not matter
  std::function<void(std::uint64_t)> time = [](std::uint64_t) {};
  std::function<void(std::string_view, std::string_view)> change = [](std::string_view, std::string_view) {
  };  // code, bits
};

/// A dump, or a part of one: a declaration or a change on each line.
void read_dump(std::string_view dump, const DumpListener& listener);

}  // namespace texpipe::rtl_cosim
