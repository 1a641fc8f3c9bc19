#include "workload/recording/recording.h"

#include <algorithm>
#include <utility>

#include "host/files/byte_reader.h"
#include "workload/recording/recording_scene.h"

namespace texpipe::study {

namespace {

using functional::GpuMemory;

constexpr std::uint64_t kMost32 = 0xFFFF'FFFF;
constexpr std::uint32_t kMostRecordedLocalBytes = 1u << 20;
constexpr std::uint64_t kMostThreadsPerGroup = 1 << 16;
constexpr std::uint64_t kMostMemoryBytes = std::uint64_t{4} << 30;
constexpr std::uint64_t kMostCount = std::uint64_t{1} << 62;

struct MemoryTiles {
  std::vector<std::uint64_t> tiles;
  std::vector<std::byte> bytes;
};

MemoryTiles tiles_of(const nlohmann::json& content, const std::string& name) {
  MemoryTiles memory{column_at<std::uint64_t>(content, "tiles", name), column_at<std::byte>(content, "bytes", name)};
  if (memory.bytes.size() != memory.tiles.size() * GpuMemory::kTileBytes)
    malformed(name, "memory of the recording: bytes and tiles do not fit each other");
  return memory;
}

void check_tiles(const std::vector<std::uint64_t>& tiles, const std::string& name) {
  for (const std::uint64_t tile : tiles) {
    if (tile >= GpuMemory::kEnd / GpuMemory::kTileBytes)
      malformed(name, "memory of the recording: a tile beyond the GPU address space");
  }
}

/// Threads of a phase that come before others at the same pixels.
functional::OlderThreads older_threads(const nlohmann::json& content, std::uint64_t groups, const std::string& name) {
  functional::OlderThreads older{column_at<std::uint32_t>(content, "older_starts", name),
                                 column_at<std::uint32_t>(content, "older", name)};
  bool fits = older.starts.size() == groups + 1 && older.starts.front() == 0 &&
              older.starts.back() == older.groups.size() && std::is_sorted(older.starts.begin(), older.starts.end());
  for (unsigned group = 0; fits && group < groups; ++group)
    fits = std::ranges::all_of(older.of(group), [group](std::uint32_t before) { return before < group; });
  if (!fits) malformed(name, "has threads that wait for others that are not before them");
  return older;
}

}  // namespace

Recording::Recording(const std::filesystem::path& file, RecordingCheck check) : Recording{FileBytes{file}, check} {}

Recording::Recording(std::vector<std::byte> bytes, std::string name, RecordingCheck check)
    : Recording{FileBytes{std::move(bytes), std::move(name)}, check} {}

Recording::Recording(FileBytes file, RecordingCheck check) : file_{std::move(file)} {
  const std::vector<Chunk>& chunks = file_.chunks();
  if (chunks.front().kind != kHeadChunk) malformed(name(), "has no head");
  for (const Chunk& chunk : chunks) {
    if (chunk.kind == kHeadChunk && &chunk == &chunks.front()) {
      read_head(file_.content(chunk));
    } else if (chunk.kind == kMemoryChunk) {
      memory_.push_back(&chunk);
      phase_memory_.push_back(&chunk);
    } else if (chunk.kind == kPhaseChunk && head_.in_phases) {
      read_phase(file_.content(chunk));
    } else if (chunk.kind == kThreadsChunk) {
      threads_.push_back(&chunk);
    } else if (chunk.kind == kIntervalsChunk) {
      read_interval_chunk(file_.content(chunk));
    } else if (chunk.kind == kEndChunk) {
      const nlohmann::json end = file_.content(chunk);
      totals_ = {number_at(end, "threads", kMostCount, name()), number_at(end, "instructions", kMostCount, name()),
                 number_at(end, "messages", kMostCount, name()),
                 head_.footprints ? number_at(end, "footprints", kMostCount, name()) : 0};
    } else {
      malformed(name(), "holds a chunk of an unknown kind");
    }
  }
  check_memory();
  if (head_.in_phases && (batch_threads_.size() != threads_.size() || !batches_.empty()))
    malformed(name(), "has threads of no phase, or intervals of a workload in phases");
  if (!batches_.empty()) check_intervals();
  if (check == RecordingCheck::kWhole || batches_.empty()) check_threads();
}

/// The phase whose threads are before it.
void Recording::read_phase(const nlohmann::json& content) {
  const auto small = [&](const char* key, std::uint64_t most) {
    return static_cast<unsigned>(number_at(content, key, most, name()));
  };
  RecordedPhase phase{.first_group = small("first_group", kMost32),
                      .groups = small("groups", kMost32),
                      .threads_per_group = small("threads_per_group", kMostThreadsPerGroup),
                      .reuse_distance = small("reuse_distance", kMost32),
                      .stage = text_at(content, "stage", name()),
                      .local_memory = {.base = ByteAddress{number_at(content, "local_base", GpuMemory::kEnd, name())},
                                       .stride = 0,
                                       .bytes = small("local_bytes", kMostRecordedLocalBytes)},
                      .memory = std::exchange(phase_memory_, {})};
  if (content.contains("older")) phase.older = older_threads(content, phase.groups, name());
  const std::uint64_t before = head_.groups;
  if (phase.groups == 0 || phase.threads_per_group == 0 || phase.reuse_distance == 0 || phase.first_group != before ||
      before + phase.groups > kMost32 || batch_threads_.size() == threads_.size())
    malformed(name(), "has a phase without threads, or phases that do not follow each other");
  head_.groups += phase.groups;
  batch_threads_.resize(threads_.size(), phase.threads_per_group);
  phases_.push_back(std::move(phase));
}

unsigned Recording::threads_per_group(std::size_t batch) const {
  return head_.in_phases ? batch_threads_[batch] : head_.threads_per_group;
}

/// The intervals that end in the batch of threads before it.
void Recording::read_interval_chunk(const nlohmann::json& content) {
  const auto first = static_cast<unsigned>(number_at(content, "first_group", kMost32, name()));
  const auto groups = static_cast<unsigned>(number_at(content, "groups", kMost32, name()));
  if (batches_.size() + 1 != threads_.size()) malformed(name(), "has intervals that do not follow their threads");
  batches_.push_back({first, groups});
  read_intervals(content, name(), intervals_);
}

void Recording::read_head(const nlohmann::json& content) {
  const auto small = [&](const char* key, std::uint64_t most) {
    return static_cast<unsigned>(number_at(content, key, most, name()));
  };
  head_.study = text_at(content, "study", name());
  head_.kind = text_at(content, "kind", name());
  head_.groups = small("groups", kMost32);
  head_.threads_per_group = small("threads_per_group", kMostThreadsPerGroup);
  if (head_.threads_per_group == 0) malformed(name(), "has work groups without threads");
  if (const auto phases = content.find("in_phases"); phases != content.end())
    head_.in_phases = phases->is_boolean() && phases->get<bool>();
  if (head_.in_phases) head_.groups = 0;  // those of the phases come one after the other
  head_.output = {.name = text_at(content, "output", name()),
                  .binding_table_index = small("output_index", 255),
                  .width = small("output_width", 1 << 16),
                  .height = small("output_height", 1 << 16)};
  if (content.contains("local_bytes")) {
    head_.local_memory = {.base = ByteAddress{number_at(content, "local_base", GpuMemory::kEnd, name())},
                          .stride = number_at(content, "local_stride", kMostRecordedLocalBytes, name()),
                          .bytes = small("local_bytes", kMostRecordedLocalBytes)};
  }
  if (const auto plans = content.find("footprints"); plans != content.end())
    head_.footprints = plans->is_boolean() && plans->get<bool>();
  for (const nlohmann::json& region : list_at(content, "regions", name())) {
    if (!region.is_object()) malformed(name(), "has a region that is no object");
    head_.regions.push_back({text_at(region, "name", name()),
                             ByteAddress{number_at(region, "address", GpuMemory::kEnd, name())},
                             ByteSize{number_at(region, "size", GpuMemory::kEnd, name())}});
  }
  const auto context = column_at<ContextWords>(content, "context", name());
  if (context.size() != 1) malformed(name(), "has no context");
  output_context_ = context.front();
  null_tiles_ = column_at<std::uint64_t>(content, "null_tiles", name());
  check_tiles(null_tiles_, name());
  if (content.contains("scene")) scene_ = scene_of(content["scene"], name());
}

void Recording::check_memory() {
  for (const Chunk* chunk : memory_) {
    const MemoryTiles memory = tiles_of(file_.content(*chunk), name());
    check_tiles(memory.tiles, name());
    memory_bytes_ += memory.bytes.size();
    if (memory_bytes_ > kMostMemoryBytes) malformed(name(), "holds more than 4 GiB of memory");
  }
  ContextTable contexts;
  contexts.find(output_context_, name());
}

void Recording::check_intervals() {
  std::uint64_t groups = 0, in_intervals = 0;
  for (const Batch& batch : batches_) {
    if (batch.first_group != groups) malformed(name(), "has work groups that do not follow each other");
    starts_.push_back(batch.first_group);
    groups += batch.groups;
  }
  for (const RecordedInterval& interval : intervals_) in_intervals += interval.groups;
  if (batches_.size() != threads_.size() || groups != head_.groups || in_intervals != groups)
    malformed(name(), "does not have as many work groups in its intervals as it says");
}

/// Everything that a replay will ask for is there and fits.
void Recording::check_threads() {
  ContextTable contexts;
  RecordingTotals found;
  std::uint64_t groups = 0;
  starts_.clear();
  for (const Chunk* chunk : threads_) {
    const ThreadBatch batch{file_.content(*chunk),
                            threads_per_group(starts_.size()),
                            scene_.has_value(),
                            head_.footprints ? Plans::kRead : Plans::kNone,
                            contexts,
                            name()};
    if (batch.first_group() != groups) malformed(name(), "has work groups that do not follow each other");
    starts_.push_back(batch.first_group());
    groups += batch.groups();
    found.threads += batch.threads().size();
    found.messages += batch.messages();
    found.footprints += batch.footprints();
    for (const ThreadBatch::Thread& thread : batch.threads()) found.instructions += thread.entries;
  }
  if (groups != head_.groups || found.threads != totals_.threads || found.messages != totals_.messages ||
      found.instructions != totals_.instructions || found.footprints != totals_.footprints)
    malformed(name(), "does not hold as many threads, instructions, messages and footprints as it says");
  for (const RecordedPhase& phase : phases_) {
    if (!std::binary_search(starts_.begin(), starts_.end(), phase.first_group))
      malformed(name(), "has threads of two phases in one batch");
  }
}

std::shared_ptr<const ThreadBatch> Recording::batch(std::size_t index, Plans plans, ContextTable& contexts) const {
  auto batch = std::make_shared<ThreadBatch>(file_.content(*threads_[index]), threads_per_group(index),
                                             scene_.has_value(), plans, contexts, name());
  const unsigned end = index + 1 < starts_.size() ? starts_[index + 1] : head_.groups;
  if (batch->first_group() != starts_[index] || batch->groups() != end - starts_[index])
    malformed(name(), "has threads of other work groups than its intervals say");
  return batch;
}

void Recording::load_memory(GpuMemory& memory) const {
  for (const functional::MemoryRegion& region : head_.regions) {
    // An alignment that gives the address again wherever the recorded one did.
    const std::uint64_t address = region.address.value();
    const ByteSize alignment{address & (~address + 1)};
    if (memory.allocate(region.name, region.size, alignment) != region.address)
      malformed(name(), "has the region " + region.name + " at a place that it cannot have");
  }
  if (!head_.in_phases) load_chunks(memory_, memory);
  for (const std::uint64_t tile : null_tiles_)
    memory.set_null(ByteAddress{tile * GpuMemory::kTileBytes}, ByteSize{GpuMemory::kTileBytes});
}

void Recording::load_memory(const RecordedPhase& phase, GpuMemory& memory) const {
  load_chunks(phase.memory, memory);
}

void Recording::load_chunks(const std::vector<const Chunk*>& chunks, GpuMemory& memory) const {
  for (const Chunk* chunk : chunks) {
    const MemoryTiles tiles = tiles_of(file_.content(*chunk), name());
    for (std::size_t i = 0; i < tiles.tiles.size(); ++i) {
      memory.write(ByteAddress{tiles.tiles[i] * GpuMemory::kTileBytes},
                   std::span{tiles.bytes}.subspan(i * GpuMemory::kTileBytes, GpuMemory::kTileBytes));
    }
  }
}

}  // namespace texpipe::study
