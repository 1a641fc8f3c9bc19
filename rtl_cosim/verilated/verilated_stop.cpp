#include "rtl_cosim/verilated/verilated_stop.h"

#include <fmt/format.h>
#include <verilated.h>

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rtl_cosim/verilated/rtl_stopped.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr std::string_view kErrorMark = "%Error: ";

/// Errors that this thread's RTL printed, up to the stop that follows.
thread_local std::string error_text;

std::string text_of(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::vector<char> text(length < 0 ? 1 : static_cast<std::size_t>(length) + 1);
  std::vsnprintf(text.data(), text.size(), format, arguments);
  return text.data();
}

[[noreturn]] void stop(const char* filename, int line, std::string_view reason) {
  std::string text = std::exchange(error_text, {});
  if (text.empty()) text = fmt::format("{}:{}: {}", filename, line, reason);
  throw RtlStopped{text};
}

}  // namespace

int print_of_rtl(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const std::string text = text_of(format, arguments);
  va_end(arguments);
  // Verilator's own texts are "[time] %Error: file:line: Assertion failed in scope: ..."
  if (const std::size_t mark = text.find(kErrorMark); mark != std::string::npos) {
    error_text = text.substr(mark + kErrorMark.size());
    error_text.erase(error_text.find_last_not_of('\n') + 1);
  } else {
    std::fputs(text.c_str(), stderr);
  }
  return static_cast<int>(text.size());
}

}  // namespace texpipe::rtl_cosim

void vl_finish(const char* filename, int line, const char*) {
  texpipe::rtl_cosim::stop(filename, line, "$finish");
}

void vl_stop(const char* filename, int line, const char*) {
  texpipe::rtl_cosim::stop(filename, line, "$stop");
}

void vl_fatal(const char* filename, int line, const char*, const char* message) {
  texpipe::rtl_cosim::stop(filename, line, message);
}
