#include "workload/frame/frame_writer.h"

#include <zstd.h>

#include <bit>

#include "base/diagnostic.h"
#include "workload/frame/frame_recording.h"

namespace texpipe::study {

static_assert(std::endian::native == std::endian::little);  // as the file

FrameWriter::FrameWriter(const FrameHeader& header) {
  raw(kFrameMagic.data(), kFrameMagic.size());
  for (const std::uint32_t word : {kFrameVersion, header.pci_id, header.revision, 0u}) u32(word);
}

void FrameWriter::raw(const void* data, std::size_t count) {
  const auto* bytes = static_cast<const std::byte*>(data);
  bytes_.insert(bytes_.end(), bytes, bytes + count);
}

void FrameWriter::u32(std::uint32_t word) {
  raw(&word, sizeof word);
}

void FrameWriter::u64(std::uint64_t word) {
  raw(&word, sizeof word);
}

void FrameWriter::head(std::uint32_t kind, std::uint64_t bytes) {
  u32(kind);
  u32(0);
  u64(bytes);
}

void FrameWriter::write(std::uint64_t address, std::span<const std::byte> bytes) {
  head(static_cast<std::uint32_t>(FrameRecordKind::kWrite), sizeof address + bytes.size());
  u64(address);
  raw(bytes.data(), bytes.size());
}

void FrameWriter::add(const FrameContent& content) {
  const auto kind = [](FrameRecordKind k) { return static_cast<std::uint32_t>(k); };
  if (const auto* map = std::get_if<FrameMap>(&content)) {
    head(kind(FrameRecordKind::kMap), 24);
    u64(map->address);
    u64(map->size);
    u32(map->handle);
    u32(map->flags);
  } else if (const auto* unmap = std::get_if<FrameUnmap>(&content)) {
    head(kind(FrameRecordKind::kUnmap), 16);
    u64(unmap->address);
    u64(unmap->size);
  } else if (const auto* w = std::get_if<FrameWrite>(&content)) {
    write(w->address, w->bytes);
  } else if (const auto* submit = std::get_if<FrameSubmit>(&content)) {
    head(kind(FrameRecordKind::kSubmit), 40 + 16 * submit->objects.size());
    for (const std::uint64_t word : {submit->first_command, submit->length, submit->flags}) u64(word);
    for (const std::uint32_t word :
         {submit->context, 0u, static_cast<std::uint32_t>(submit->objects.size()), submit->number})
      u32(word);
    for (const FrameObject& object : submit->objects) {
      u64(object.address);
      u64(object.flags);
    }
  } else if (const auto* note = std::get_if<FrameNote>(&content)) {
    head(kind(FrameRecordKind::kNote), 16 + note->text.size());
    u64(note->address);
    u64(note->size);
    raw(note->text.data(), note->text.size());
  }
}

std::vector<std::byte> FrameWriter::packed() const {
  constexpr int kLevel = 19;  // as recordings are stored
  std::vector<std::byte> packed(ZSTD_compressBound(bytes_.size()));
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes_.data(), bytes_.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw Error{ExitCode::kInternalError, std::string{"zstd: "} + ZSTD_getErrorName(size)};
  packed.resize(size);
  return packed;
}

}  // namespace texpipe::study
