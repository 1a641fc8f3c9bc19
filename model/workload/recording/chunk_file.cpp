#include "workload/recording/chunk_file.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "host/files/byte_reader.h"
#include "workload/recording/message_pack.h"

namespace texpipe::study {

namespace {

constexpr const char* kExpected = "a file that `texpipe run --record` wrote";
constexpr std::string_view kMagic = "TEXPREC";
constexpr char kVersion = 1;
constexpr int kCompression = 3;

struct ChunkHead {
  ChunkKind kind{};
  std::uint32_t bytes = 0;
  std::uint32_t unpacked_bytes = 0;
  std::uint32_t checksum = 0;  // CRC-32 of what stands before it, and of the body
};
static_assert(sizeof(ChunkHead) == 16);

ChunkHead head_of(const std::vector<std::byte>& bytes) {
  ChunkHead head;
  std::memcpy(&head, bytes.data(), sizeof head);
  return head;
}

std::string place_of(std::uint64_t offset) {
  return " at byte " + std::to_string(offset);
}

std::uint32_t checksum_of(const ChunkHead& head, std::span<const std::byte> body) {
  uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(&head), offsetof(ChunkHead, checksum));
  sum = crc32_z(sum, reinterpret_cast<const Bytef*>(body.data()), body.size());
  return static_cast<std::uint32_t>(sum);
}

[[noreturn]] void refuse_content(const std::string& name, const char* key, const char* problem) {
  malformed(name, std::string{"`"} + key + "` " + problem, "a recording as `texpipe run --record` writes it");
}

}  // namespace

ChunkWriter::ChunkWriter(std::ostream& out) : out_{out} {
  out_ << kMagic << kVersion;
}

void ChunkWriter::write(ChunkKind kind, const nlohmann::json& content) {
  write(kind, std::span<const std::uint8_t>{nlohmann::json::to_msgpack(content)});
}

void ChunkWriter::write(ChunkKind kind, std::span<const std::uint8_t> plain) {
  if (plain.size() > kMostChunkBytes)
    unsupported("a recording of a work group with more than " + std::to_string(kMostChunkBytes >> 20) + " MiB");
  std::vector<std::byte> packed(ZSTD_compressBound(plain.size()));
  const std::size_t bytes = ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), kCompression);
  if (ZSTD_isError(bytes) != 0) throw Error{ExitCode::kInternalError, std::string{"zstd: "} + ZSTD_getErrorName(bytes)};
  packed.resize(bytes);
  ChunkHead head{kind, static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(plain.size()), 0};
  head.checksum = checksum_of(head, packed);
  out_.write(reinterpret_cast<const char*>(&head), sizeof head);
  out_.write(reinterpret_cast<const char*>(packed.data()), static_cast<std::streamsize>(bytes));
}

ChunkFile::ChunkFile(FileBytes file) : file_{std::move(file)} {
  if (bytes() < kMagic.size() + 1) malformed(name(), "is no recording", kExpected);
  const std::vector<std::byte> begin = file_.at(0, kMagic.size() + 1);
  if (std::memcmp(begin.data(), kMagic.data(), kMagic.size()) != 0) malformed(name(), "is no recording", kExpected);
  const auto version = static_cast<char>(begin.back());
  if (version != kVersion) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.position = {name()},
                                                   .problem = "a recording of version " + std::to_string(version),
                                                   .hint = "expected version " + std::to_string(kVersion)}};
  }
  try {
    find_chunks();
  } catch (const Error&) {
    // A damaged head leads to places where no chunk begins: the first damage is what there is to tell.
    for (const Chunk& chunk : chunks_) body(chunk);
    throw;
  }
}

void ChunkFile::find_chunks() {
  std::uint64_t offset = kMagic.size() + 1;
  while (offset != bytes()) {
    const std::string place = place_of(offset);
    if (!chunks_.empty() && chunks_.back().kind == kEndChunk) malformed(name(), "goes on after its end," + place);
    if (bytes() - offset < sizeof(ChunkHead)) malformed(name(), "is cut off in a chunk" + place, "the whole file");
    const ChunkHead head = head_of(file_.at(offset, sizeof(ChunkHead)));
    if (bytes() - offset - sizeof head < head.bytes)
      malformed(name(), "is cut off in a chunk" + place, "the whole file");
    chunks_.push_back({head.kind, offset, head.bytes, head.unpacked_bytes});
    if (head.unpacked_bytes > kMostChunkBytes) malformed(name(), "holds a chunk that is too large," + place);
    offset += sizeof head + head.bytes;
  }
  if (chunks_.empty() || chunks_.back().kind != kEndChunk)
    malformed(name(), "is cut off: it has no end", "the whole file");
}

std::vector<std::byte> ChunkFile::body(const Chunk& chunk) const {
  const ChunkHead head = head_of(file_.at(chunk.offset, sizeof(ChunkHead)));
  std::vector<std::byte> body = file_.at(chunk.offset + sizeof head, chunk.bytes);
  if (checksum_of(head, body) != head.checksum)
    malformed(name(), "is damaged: the checksum of the chunk" + place_of(chunk.offset) + " is wrong");
  return body;
}

nlohmann::json ChunkFile::content(const Chunk& chunk) const {
  const std::vector<std::byte> packed = body(chunk);
  std::vector<std::uint8_t> plain(chunk.unpacked_bytes);
  const std::size_t bytes = ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(bytes) != 0 || bytes != plain.size()) malformed(name(), "holds a chunk that zstd cannot unpack");
  nlohmann::json content = read_message_pack(plain);
  if (content.is_discarded() || !content.is_object())
    malformed(name(), "holds a chunk that is no object of MessagePack");
  return content;
}

std::uint64_t number_at(const nlohmann::json& content, const char* key, std::uint64_t most, const std::string& name) {
  const auto found = content.find(key);
  if (found == content.end() || !found->is_number_unsigned()) refuse_content(name, key, "is no number");
  if (found->get<std::uint64_t>() > most) refuse_content(name, key, "is too large");
  return found->get<std::uint64_t>();
}

std::string text_at(const nlohmann::json& content, const char* key, const std::string& name) {
  const auto found = content.find(key);
  if (found == content.end() || !found->is_string()) refuse_content(name, key, "is no text");
  return printable(found->get<std::string>());
}

const nlohmann::json& list_at(const nlohmann::json& content, const char* key, const std::string& name) {
  const auto found = content.find(key);
  if (found == content.end() || !found->is_array()) refuse_content(name, key, "is no list");
  return *found;
}

std::span<const std::uint8_t> bytes_at(const nlohmann::json& content, const char* key, const std::string& name) {
  const auto found = content.find(key);
  if (found == content.end() || !found->is_binary()) refuse_content(name, key, "is no column");
  const std::vector<std::uint8_t>& bytes = found->get_binary();
  return bytes;
}

void require_whole(std::size_t bytes, std::size_t each, const char* key, const std::string& name) {
  if (bytes % each != 0) refuse_content(name, key, "ends inside a number");
}

}  // namespace texpipe::study
