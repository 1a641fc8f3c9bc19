// Reads numbers from the bytes of a file without ever leaving them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "host/files/descriptor.h"

namespace texpipe::study {

/// The name that stands for standard input.
inline constexpr const char* kStandardInput = "-";

/// `<stdin>` for standard input, else the file's name, as messages have it.
std::string shown_name(const std::filesystem::path& file);

/// For reading; its name is noted for the manifest. Errors: those of unreadable().
Descriptor open_input(const std::filesystem::path& file);
/// Throws the Error (kMalformedInput) of an input that cannot be read, with the system's reason from `errno` and,
/// where there is no such file, the nearest name.
[[noreturn]] void unreadable(const std::string& name);

/// All bytes of a file, or of standard input; of what has no size, such as a pipe, at most 256 MiB. Errors: Error
/// (kMalformedInput) when it cannot be read, or is larger.
std::vector<std::byte> read_file(const std::filesystem::path& file);
/// All bytes of a file or of standard input, as text of at most 64 MiB.
std::string read_text(const std::filesystem::path& file);

/// A damaged file: throws Error (kMalformedInput) with the file's name, the problem and what was expected (may be
/// empty).
[[noreturn]] void malformed(const std::string& file, const std::string& problem, const std::string& expected = {});

/// A file whose contents texpipe does not take: throws Error (kUnsupported) with the file's name.
[[noreturn]] void unsupported_in(const std::string& file, const std::string& what);

/// `value` as 0x and at least `digits` digits.
std::string hexadecimal(std::uint32_t value, unsigned digits);

/// A position in a file's bytes. Every read past the end is a `malformed` error.
class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, std::string file) : bytes_{bytes}, file_{std::move(file)} {}

  /// u32 and u64 are big-endian from here on.
  void use_big_endian() { big_endian_ = true; }

  std::uint16_t u16_big_endian();
  std::uint32_t u32();
  std::uint64_t u64();
  std::span<const std::byte> take(std::uint64_t count);
  void skip(std::uint64_t count) { take(count); }

  /// Bytes [offset, offset + count) of the file, wherever the position is.
  std::span<const std::byte> at(std::uint64_t offset, std::uint64_t count) const;

  std::uint64_t position() const { return position_; }
  std::uint64_t left() const { return bytes_.size() - position_; }
  const std::string& file() const { return file_; }

 private:
  std::span<const std::byte> bytes_;
  std::string file_;
  std::uint64_t position_ = 0;
  bool big_endian_ = false;
};

}  // namespace texpipe::study
