#include "workload/frame/assembled_recording.h"

#include "workload/frame/frame_recording.h"

namespace texpipe::study {

void AssembledRecording::add(const FrameContent& content) {
  flush();
  writer_.add(content);
  replay_into(memory_, {0, content});
}

void AssembledRecording::put(std::uint64_t first, std::span<const std::uint32_t> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const ByteAddress place{first + 4 * i};
    if (memory_.read_u32(place) == words[i]) continue;
    if (pending_.address + pending_.bytes.size() != place.value()) {
      flush();
      pending_.address = place.value();
    }
    const auto bytes = std::as_bytes(std::span{&words[i], 1});
    pending_.bytes.insert(pending_.bytes.end(), bytes.begin(), bytes.end());
    memory_.write_u32(place, words[i]);
  }
}

void AssembledRecording::flush() {
  if (!pending_.bytes.empty()) writer_.write(pending_.address, pending_.bytes);
  pending_ = {};
}

}  // namespace texpipe::study
