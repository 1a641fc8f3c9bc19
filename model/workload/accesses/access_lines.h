// Lines of a text that zstd may have packed, one at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workload/frame/unpacked_bytes.h"

namespace texpipe::study {

/// Reads a text line by line, without its line ends, and skips empty lines and comments.
class AccessLines {
 public:
  /// Errors: those of UnpackedBytes.
  explicit AccessLines(FileBytes file) : bytes_{std::move(file)} {}

  /// Next line that is neither empty nor a comment, good until the next call; none at the end.
  /// Errors: kMalformedInput for a line of more than kLongestLine bytes, with its place.
  std::optional<std::string_view> next();
  /// Looks at the next line and leaves it for `next`.
  std::optional<std::string_view> peek();

  /// Number of the line that `next` gave last, from 1.
  int line() const { return line_; }
  /// Throws the Error (kMalformedInput) of a place in that line. @param column  from 1
  [[noreturn]] void refuse(int column, std::string problem, std::string hint = {}) const;

  static constexpr std::size_t kLongestLine = 64 << 10;

 private:
  [[noreturn]] void refuse_long() const;
  std::optional<std::string_view> raw_line();

  UnpackedBytes bytes_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  int line_ = 0;
  std::optional<std::string_view> peeked_;
  bool has_peeked_ = false;
};

}  // namespace texpipe::study
