// Damaged recordings: their reader refuses them with an Error, or they replay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "workload/recording/record_workload.h"
#include "workload/recording/replay_recording.h"
#include "workload/scene/warp_scene.h"

namespace texpipe::fuzz {

/// A recording without compression and checksums: of each chunk its kind, the length of its content (4 bytes) and its
/// content.
inline std::vector<std::byte> unpacked_recording(std::span<const std::byte> file) {
  std::vector<std::byte> plain;
  const auto append = [&plain](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    plain.insert(plain.end(), bytes, bytes + size);
  };
  const study::ChunkFile chunks{study::FileBytes{{file.begin(), file.end()}, "fuzz"}};
  for (const study::Chunk& chunk : chunks.chunks()) {
    const std::vector<std::uint8_t> content = nlohmann::json::to_msgpack(chunks.content(chunk));
    const auto size = static_cast<std::uint32_t>(content.size());
    append(chunk.kind.data(), chunk.kind.size());
    append(&size, sizeof size);
    append(content.data(), content.size());
  }
  return plain;
}

inline std::vector<std::byte> packed_recording(std::span<const std::byte> plain) {
  std::ostringstream text;
  study::ChunkWriter writer{text};
  while (plain.size() >= 8) {
    study::ChunkKind kind;
    std::uint32_t size = 0;
    std::memcpy(kind.data(), plain.data(), kind.size());
    std::memcpy(&size, plain.data() + 4, sizeof size);
    plain = plain.subspan(8);
    const auto content = plain.first(std::min<std::size_t>(size, plain.size()));
    writer.write(kind, std::span{reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
    plain = plain.subspan(content.size());
  }
  const std::string file = text.str();
  const auto bytes = std::as_bytes(std::span{file});
  return {bytes.begin(), bytes.end()};
}

/// Reads what the chunks hold, with checksums that are right; what the reader takes is replayed without time.
inline void recording_contents(std::span<const std::byte> plain) try {
  const auto recording = std::make_shared<study::Recording>(packed_recording(plain), "fuzz");
  if (recording->scene()) study::check_scene_size(*recording->scene(), ByteSize{16 << 20});
  functional::Workload workload = study::replay_recording(recording);
  functional::run_untimed(workload);
  if (!recording->head().footprints) return;
  functional::Workload planned = study::replay_recording(recording, study::ReplayedValues::kOff);
  functional::run_untimed(planned);
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
