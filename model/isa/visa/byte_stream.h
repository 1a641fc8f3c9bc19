// Little-endian bytes with the place of every error.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::visa {

/// Reads bytes in order. Errors: Error with kMalformedInput that names the file and the byte.
class FieldReader {
 public:
  FieldReader(std::span<const std::uint8_t> bytes, std::string file, std::size_t base = 0)
      : bytes_{bytes}, file_{std::move(file)}, base_{base} {}

  std::size_t position() const { return base_ + next_; }
  bool at_end() const { return next_ == bytes_.size(); }
  std::span<const std::uint8_t> rest() const { return bytes_.subspan(next_); }

  std::uint8_t u8(const char* what) { return static_cast<std::uint8_t>(number(1, what)); }
  std::uint16_t u16(const char* what) { return static_cast<std::uint16_t>(number(2, what)); }
  std::uint32_t u32(const char* what) { return static_cast<std::uint32_t>(number(4, what)); }
  std::uint64_t u64(const char* what) { return number(8, what); }
  std::string text(std::size_t size, const char* what);
  /// Characters up to a NUL byte, which is consumed.
  std::string terminated_text(const char* what);
  void seek(std::size_t absolute, const char* what);

  /// At the field that was read last.
  [[noreturn]] void fail(std::string problem, std::string hint = {}) const {
    fail_at(base_ + last_, std::move(problem), std::move(hint));
  }
  [[noreturn]] void fail_at(std::size_t position, std::string problem, std::string hint = {}) const;
  /// Refuses bytes that the compiler may write but texpipe does not support (exit 8), at the field that was read last.
  [[noreturn]] void not_supported(const std::string& what) const { not_supported_at(base_ + last_, what); }
  [[noreturn]] void not_supported_at(std::size_t position, const std::string& what) const;

 private:
  [[noreturn]] void refuse(ExitCode code, std::size_t position, std::string problem, std::string hint) const;
  std::uint64_t number(std::size_t size, const char* what);

  std::span<const std::uint8_t> bytes_;
  std::string file_;
  std::size_t base_;
  std::size_t next_ = 0;
  std::size_t last_ = 0;  // start of the field that was read last
};

class FieldWriter {
 public:
  void u8(unsigned value) { bytes.push_back(static_cast<std::uint8_t>(value)); }
  void u16(unsigned value) { number(value, 2); }
  void u32(std::uint32_t value) { number(value, 4); }
  void u64(std::uint64_t value) { number(value, 8); }
  void text(const std::string& value) { bytes.insert(bytes.end(), value.begin(), value.end()); }

  std::vector<std::uint8_t> bytes;

 private:
  void number(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
};

}  // namespace texpipe::visa
