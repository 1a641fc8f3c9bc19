// Places and names of messages in a command line.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "base/diagnostic.h"
#include "study/pixel_maps/message_follower.h"

namespace texpipe::cli {

/// Whole numbers between commas, as many as `names` has. Error (kUsage) otherwise.
template <std::size_t kCount>
std::array<std::uint32_t, kCount> parse_numbers(const std::string& text, const char* option, const char* names) {
  std::array<std::uint32_t, kCount> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  bool good = true;
  for (std::size_t i = 0; i < kCount && good; ++i) {
    if (i > 0) good = at != end && *at++ == ',';
    if (!good) break;
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    good = error == std::errc{};
    at = next;
  }
  if (good && at == end) return numbers;
  throw Error{ExitCode::kUsage, Diagnostic{.path = option,
                                           .problem = "`" + text + "` is no " + names,
                                           .hint = std::string{"expected "} + names + ", whole numbers"}};
}

/// THREAD.N. Error (kUsage) otherwise.
inline study::MessageName parse_message(const std::string& text, const char* option) {
  if (const auto name = study::MessageName::parse(text)) return *name;
  throw Error{
      ExitCode::kUsage,
      Diagnostic{.path = option, .problem = "`" + text + "` is no message", .hint = "expected THREAD.N, as 12.0"}};
}

}  // namespace texpipe::cli
