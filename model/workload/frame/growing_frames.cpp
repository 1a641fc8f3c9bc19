#include "workload/frame/growing_frames.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "isa/gen9/eu_instruction.h"
#include "workload/frame/frame_local_memory.h"

namespace texpipe::study {

namespace {

using functional::GpuMemory;

/// Bytes of a range that goes to the recorder at once.
constexpr std::uint64_t kMostOfRange = std::uint64_t{1} << 20;

}  // namespace

GrowingFrames::GrowingFrames(const std::filesystem::path& file)
    : recording_{file},
      executor_{memory_,
                [this](ByteAddress address, ByteSize size) { return recording_.mapped().holds(address, size); },
                kFrameLocalMemory} {}

std::vector<ChangedRange> GrowingFrames::execute_to(std::uint64_t end, Clock::time_point deadline) {
  recording_.look_again();
  generation_ = memory_.generation();
  bool executed = false;
  while (recording_.position() < end) {
    const std::optional<FrameRecord> record = recording_.next();
    if (!record) break;
    if (const auto* map = std::get_if<FrameMap>(&record->content))
      require_beside_local_memory(recording_, *record, *map);
    replay_into(memory_, *record);
    if (const auto* submit = std::get_if<FrameSubmit>(&record->content)) {
      if (!executed) watch();
      execute(*submit, deadline);
      executed = true;
    }
  }
  return executed ? changes() : std::vector<ChangedRange>{};
}

/// From here on the memory knows which tiles are written.
void GrowingFrames::watch() {
  for (const auto& [address, size] : recording_.mapped().all()) memory_.watch(ByteAddress{address}, ByteSize{size});
  generation_ = memory_.generation();
}

void GrowingFrames::execute(const FrameSubmit& submit, Clock::time_point deadline) {
  executor_.submit(ByteAddress{submit.first_command}, submit.context);
  while (const functional::ThreadSource* threads = executor_.next_threads()) {
    if (Clock::now() > deadline)
      throw Error{ExitCode::kWatchdog,
                  Diagnostic{.path = executor_.place(), .problem = "the time of the program was over"}};
    try {
      functional::run_phase(*threads, memory_);
    } catch (const Error& error) {
      std::vector<Diagnostic> diagnostics = error.diagnostics();
      for (Diagnostic& diagnostic : diagnostics) {
        const std::string place = executor_.place() + ": " + threads->name();
        if (diagnostic.path.empty()) diagnostic.path = place;
        if (gen9::is_eu_place(diagnostic.path)) diagnostic.path = place + ": " + diagnostic.path;
      }
      throw Error{error.code(), std::move(diagnostics)};
    }
  }
}

std::vector<ChangedRange> GrowingFrames::changes() const {
  constexpr std::uint64_t kTile = GpuMemory::kTileBytes;
  std::vector<ChangedRange> changes;
  for (const auto& [address, size] : recording_.mapped().all()) {
    const std::uint64_t end = address + size;
    for (std::uint64_t tile = address / kTile; tile * kTile < end; ++tile) {
      if (!memory_.changed_since(tile, generation_)) continue;
      const std::uint64_t first = std::max(address, tile * kTile), last = std::min(end, (tile + 1) * kTile);
      const bool follows = !changes.empty() && changes.back().address + changes.back().bytes.size() == first &&
                           first != address && changes.back().bytes.size() < kMostOfRange;
      if (!follows) changes.push_back({.address = first});
      std::vector<std::byte>& bytes = changes.back().bytes;
      bytes.resize(bytes.size() + (last - first));
      memory_.read(ByteAddress{first}, std::span{bytes}.last(last - first));
    }
  }
  return changes;
}

}  // namespace texpipe::study
