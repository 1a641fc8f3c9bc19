// The container of a recording: chunks of MessagePack, each compressed with zstd and with a checksum of its own
// (FORMAT.md).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace texpipe::study {

/// Four letters.
using ChunkKind = std::array<char, 4>;

inline constexpr ChunkKind kHeadChunk{'h', 'e', 'a', 'd'};
inline constexpr ChunkKind kMemoryChunk{'m', 'e', 'm', 'o'};
inline constexpr ChunkKind kThreadsChunk{'t', 'h', 'r', 'd'};
inline constexpr ChunkKind kIntervalsChunk{'i', 't', 'v', 'l'};
inline constexpr ChunkKind kEndChunk{'e', 'n', 'd', ' '};

/// Of a chunk's content before compression.
inline constexpr std::uint64_t kMostChunkBytes = std::uint64_t{256} << 20;

/// Puts chunks one after the other; nothing is held back.
class ChunkWriter {
 public:
  explicit ChunkWriter(std::ostream& out);

  /// Errors: kUnsupported for a content above kMostChunkBytes.
  void write(ChunkKind kind, const nlohmann::json& content);
  /// @param content  MessagePack
  void write(ChunkKind kind, std::span<const std::uint8_t> content);

 private:
  std::ostream& out_;
};

/// A chunk of a file in memory, whose checksum is right.
struct Chunk {
  ChunkKind kind{};
  std::span<const std::byte> body;
  std::uint32_t unpacked_bytes = 0;
};

/// The chunks of a file, in order. Errors: kMalformedInput, with the place, for what is no recording or is damaged;
/// kUnsupported for another version.
std::vector<Chunk> chunks_of(std::span<const std::byte> file, const std::string& name);

/// A chunk's content: an object. Errors: kMalformedInput.
nlohmann::json content_of(const Chunk& chunk, const std::string& name);

static_assert(std::endian::native == std::endian::little);  // as the file

/// Numbers as one value of a content: bytes, little-endian.
template <class Number>
nlohmann::json column(const std::vector<Number>& numbers) {
  std::vector<std::uint8_t> bytes(numbers.size() * sizeof(Number));
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return nlohmann::json::binary(std::move(bytes));
}

/// What a content holds under a key. Errors: kMalformedInput when it is missing or of another type.
std::uint64_t number_at(const nlohmann::json& content, const char* key, std::uint64_t most, const std::string& name);
std::string text_at(const nlohmann::json& content, const char* key, const std::string& name);
const nlohmann::json& list_at(const nlohmann::json& content, const char* key, const std::string& name);
std::span<const std::uint8_t> bytes_at(const nlohmann::json& content, const char* key, const std::string& name);

/// A column's bytes are whole numbers. Errors: kMalformedInput.
void require_whole(std::size_t bytes, std::size_t each, const char* key, const std::string& name);

template <class Number>
std::vector<Number> column_at(const nlohmann::json& content, const char* key, const std::string& name) {
  const std::span<const std::uint8_t> bytes = bytes_at(content, key, name);
  require_whole(bytes.size(), sizeof(Number), key, name);
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace texpipe::study
