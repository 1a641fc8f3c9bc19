#include "study/image/byte_reader.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>

#include "base/diagnostic.h"
#include "study/output/files_read.h"

namespace texpipe::study {

namespace {

template <class Number>
Number number_of(std::span<const std::byte> bytes, bool big_endian) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) {
    value |= std::to_integer<Number>(bytes[i]) << 8 * (big_endian ? sizeof value - 1 - i : i);
  }
  return value;
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& file) {
  if (file == kStandardInput) {
    const std::string content = read_text(file);
    const auto bytes = std::as_bytes(std::span{content});
    return {bytes.begin(), bytes.end()};
  }
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  std::ifstream stream{file, std::ios::binary};
  if (error || !stream) malformed(file.string(), "cannot be read" + (error ? " (" + error.message() + ")" : ""));
  note_file_read(file);
  std::vector<std::byte> bytes(size);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(stream.gcount()) != size) malformed(file.string(), "cannot be read to its end");
  return bytes;
}

std::string read_text(const std::filesystem::path& file) {
  if (file == kStandardInput) {
    note_file_read("/dev/stdin");
    return {std::istreambuf_iterator<char>{std::cin}, {}};
  }
  std::error_code error;
  const bool folder = std::filesystem::is_directory(file, error);
  std::ifstream stream{file, std::ios::binary};
  if (!stream || folder)
    malformed(file.string(),
              folder ? "this is a folder" : "the file cannot be read" + (error ? " (" + error.message() + ")" : ""));
  note_file_read(file);
  return {std::istreambuf_iterator<char>{stream}, {}};
}

void malformed(const std::string& file, const std::string& problem, const std::string& expected) {
  Diagnostic diagnostic;
  diagnostic.position.file = file;
  diagnostic.problem = problem;
  if (!expected.empty()) diagnostic.hint = "expected " + expected;
  throw Error{ExitCode::kMalformedInput, diagnostic};
}

void unsupported_in(const std::string& file, const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.position.file = file;
  diagnostic.problem = "unsupported: " + what;
  throw Error{ExitCode::kUnsupported, diagnostic};
}

std::string hexadecimal(std::uint32_t value, unsigned digits) {
  return fmt::format("0x{:0{}X}", value, digits);
}

std::uint16_t ByteReader::u16_big_endian() {
  const auto bytes = take(2);
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[0]) << 8 | std::to_integer<unsigned>(bytes[1]));
}

std::uint32_t ByteReader::u32() {
  return number_of<std::uint32_t>(take(4), big_endian_);
}

std::uint64_t ByteReader::u64() {
  return number_of<std::uint64_t>(take(8), big_endian_);
}

std::span<const std::byte> ByteReader::take(std::uint64_t count) {
  const auto bytes = at(position_, count);
  position_ += count;
  return bytes;
}

std::span<const std::byte> ByteReader::at(std::uint64_t offset, std::uint64_t count) const {
  if (offset > bytes_.size() || count > bytes_.size() - offset) {
    malformed(file_, "ends too early: byte " + std::to_string(bytes_.size()),
              std::to_string(count) + " bytes from byte " + std::to_string(offset));
  }
  return bytes_.subspan(offset, count);
}

}  // namespace texpipe::study
