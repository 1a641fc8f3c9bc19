// The container of a recording: chunks of MessagePack, each compressed with zstd and with a checksum of its own
// (docs/reference/recording-format.md).
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

#include "host/files/file_bytes.h"

namespace texpipe::study {

/// Four letters.
using ChunkKind = std::array<char, 4>;

inline constexpr ChunkKind kHeadChunk{'h', 'e', 'a', 'd'};
inline constexpr ChunkKind kMemoryChunk{'m', 'e', 'm', 'o'};
inline constexpr ChunkKind kThreadsChunk{'t', 'h', 'r', 'd'};
inline constexpr ChunkKind kIntervalsChunk{'i', 't', 'v', 'l'};
inline constexpr ChunkKind kPhaseChunk{'p', 'h', 'a', 's'};
inline constexpr ChunkKind kEndChunk{'e', 'n', 'd', ' '};

/// Most bytes of a chunk's content before compression.
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

/// Kind and place of a chunk.
struct Chunk {
  ChunkKind kind{};
  std::uint64_t offset = 0;  // of its head
  std::uint32_t bytes = 0;   // of its body
  std::uint32_t unpacked_bytes = 0;
};

/// The chunks of a file, in order; what they hold is read when it is asked for.
class ChunkFile {
 public:
  /// Errors: kMalformedInput, with the place, for what is no recording or is damaged where chunks begin;
  /// kUnsupported for another version.
  explicit ChunkFile(FileBytes file);

  const std::string& name() const { return file_.name(); }
  std::uint64_t bytes() const { return file_.size(); }
  const std::vector<Chunk>& chunks() const { return chunks_; }

  /// A chunk's content: an object. Errors: kMalformedInput, with the place when its checksum is wrong.
  nlohmann::json content(const Chunk& chunk) const;

 private:
  void find_chunks();
  std::vector<std::byte> body(const Chunk& chunk) const;

  FileBytes file_;
  std::vector<Chunk> chunks_;
};

static_assert(std::endian::native == std::endian::little);  // as the file

/// Numbers as one value of a content: bytes, little-endian.
template <class Number>
nlohmann::json column(const std::vector<Number>& numbers) {
  std::vector<std::uint8_t> bytes(numbers.size() * sizeof(Number));
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return nlohmann::json::binary(std::move(bytes));
}

/// Value that a content has under a key. Errors: kMalformedInput when it is missing or of another type.
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
