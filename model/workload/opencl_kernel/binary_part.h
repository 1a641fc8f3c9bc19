// A part of a compiled binary, read field by field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace texpipe::study {

/// Errors name the file and the byte of the whole.
class BinaryPart {
 public:
  /// @param what  the part, for the error when the file has less
  BinaryPart(std::span<const std::byte> file, std::uint64_t begin, std::uint64_t size, std::string name,
             const std::string& what);

  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }
  std::uint64_t position() const { return position_; }
  std::uint64_t left() const { return end_ - position_; }
  std::span<const std::byte> bytes() const { return file_.subspan(begin_, end_ - begin_); }

  /// The next bytes as a part of their own.
  BinaryPart part(std::uint64_t size, const std::string& what);
  /// The next bytes as text up to the first NUL.
  std::string text(std::uint64_t size, const std::string& what);

  [[noreturn]] void refuse(std::uint64_t position, const std::string& problem, const std::string& expected = {}) const;
  [[noreturn]] void cannot(std::uint64_t position, const std::string& what) const;

 private:
  std::uint64_t number(unsigned size);

  std::span<const std::byte> file_;
  std::uint64_t begin_, end_, position_;
  std::string name_;
};

}  // namespace texpipe::study
