#include "host/files/byte_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/diagnostic.h"
#include "host/files/files_read.h"
#include "host/files/missing_name.h"

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

constexpr std::size_t kPart = 4 << 20;  // one system call is not interrupted
constexpr std::size_t kMostText = 64 << 20;
constexpr std::size_t kMostPiped = 256 << 20;
constexpr std::size_t kMostBytes = std::size_t{1} << 40;  // sizes of textures are checked by what they say they hold

/// 0 at the end.
std::size_t read_part(const Descriptor& input, const std::string& name, char* to, std::size_t most) {
  for (;;) {
    const ssize_t count = read(input.number(), to, std::min(most, kPart));
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) unreadable(name);
  }
}

struct ReadLimits {
  std::size_t with_size;
  std::size_t without;  // pipes and devices
};

/// Reads all bytes. An input of known size gets its memory at once; one without, or longer than it says, grows.
template <class Bytes>
Bytes read_all(const std::filesystem::path& file, ReadLimits limits) {
  const std::string name = shown_name(file);
  const Descriptor input = open_input(file);
  struct stat status {};
  const bool has_size = fstat(input.number(), &status) == 0 && S_ISREG(status.st_mode);
  const std::size_t stated = has_size ? static_cast<std::size_t>(status.st_size) : 0;
  const std::size_t most = has_size ? limits.with_size : limits.without;
  const auto check = [&](std::size_t size) {
    if (size > most) malformed(name, "is larger than " + std::to_string(most >> 20) + " MiB");
  };
  check(stated);
  Bytes bytes(stated + 1, typename Bytes::value_type{});
  std::size_t size = 0;
  while (const std::size_t count =
             read_part(input, name, reinterpret_cast<char*>(bytes.data()) + size, bytes.size() - size)) {
    check(size += count);
    if (size == bytes.size()) bytes.resize(std::max(2 * size, kPart));
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

void unreadable(const std::string& name) {
  const int reason = errno;
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.position = {name},
                 .problem = reason == EISDIR ? "this is a folder"
                                             : std::string{"the file cannot be read ("} + std::strerror(reason) + ')',
                 .hint = reason == ENOENT   ? missing_name_hint(name)
                         : reason == EISDIR ? "expected a file"
                                            : std::string{}}};
}

namespace {

/// Waits for the writer of a pipe, a few seconds: opening a named one would wait without end. Errors: kMalformedInput
/// when none comes.
void await_writer(const Descriptor& input, const std::string& name) {
  constexpr int kMostMilliseconds = 5000;
  struct stat status {};
  if (fstat(input.number(), &status) != 0 || S_ISREG(status.st_mode)) return;
  pollfd one{.fd = input.number(), .events = POLLIN, .revents = 0};
  if (S_ISFIFO(status.st_mode) && poll(&one, 1, kMostMilliseconds) == 0)
    malformed(name, "is a pipe into which nobody writes", "a file, or a pipe with a writer");
  fcntl(input.number(), F_SETFL, fcntl(input.number(), F_GETFL) & ~O_NONBLOCK);
}

}  // namespace

Descriptor open_input(const std::filesystem::path& file) {
  const bool standard_input = file == kStandardInput;
  Descriptor input{standard_input ? dup(STDIN_FILENO) : open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!input) unreadable(shown_name(file));
  if (!standard_input) await_writer(input, shown_name(file));
  note_file_read(standard_input ? "/dev/stdin" : file);
  return input;
}

std::string shown_name(const std::filesystem::path& file) {
  return file == kStandardInput ? "<stdin>" : file.string();
}

std::vector<std::byte> read_file(const std::filesystem::path& file) {
  return read_all<std::vector<std::byte>>(file, {.with_size = kMostBytes, .without = kMostPiped});
}

std::string read_text(const std::filesystem::path& file) {
  return read_all<std::string>(file, {.with_size = kMostText, .without = kMostText});
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
