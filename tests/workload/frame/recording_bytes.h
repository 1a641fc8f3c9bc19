// Recordings of frames, byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace texpipe::study {

/// Puts a recording together; what it is given need not make sense.
class RecordingBytes {
 public:
  explicit RecordingBytes(std::uint32_t version = 1) {
    text("TXFRAMES");
    for (const std::uint32_t word : {version, 0x5916u, 2u, 0u}) u32(word);
  }

  /// Where the next record begins.
  std::uint64_t offset() const { return bytes.size(); }

  RecordingBytes& u32(std::uint32_t word) { return put(&word, sizeof word); }
  RecordingBytes& u64(std::uint64_t word) { return put(&word, sizeof word); }
  RecordingBytes& text(const std::string& t) { return put(t.data(), t.size()); }

  RecordingBytes& head(std::uint32_t kind, std::uint64_t size) { return u32(kind).u32(0).u64(size); }
  RecordingBytes& map(std::uint64_t address, std::uint64_t size) {
    return head(1, 24).u64(address).u64(size).u32(7).u32(1);
  }
  RecordingBytes& unmap(std::uint64_t address, std::uint64_t size) { return head(2, 16).u64(address).u64(size); }
  RecordingBytes& write(std::uint64_t address, std::initializer_list<std::uint32_t> words) {
    head(3, 8 + 4 * words.size()).u64(address);
    for (const std::uint32_t word : words) u32(word);
    return *this;
  }
  RecordingBytes& submit(std::uint64_t first, std::uint64_t flags = 1, std::uint32_t relocations = 0) {
    return head(4, 56).u64(first).u64(0).u64(flags).u32(1).u32(relocations).u32(1).u32(0).u64(first).u64(0x18);
  }
  RecordingBytes& note(std::uint64_t address, std::uint64_t size, const std::string& t) {
    return head(5, 16 + t.size()).u64(address).u64(size).text(t);
  }

  std::vector<std::byte> bytes;

 private:
  RecordingBytes& put(const void* data, std::size_t count) {
    const std::size_t before = bytes.size();
    bytes.resize(before + count);
    std::memcpy(bytes.data() + before, data, count);
    return *this;
  }
};

}  // namespace texpipe::study
