// A recording of a workload's messages, made once and replayed on any machine (docs/reference/recording-format.md).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "workload/recording/chunk_file.h"
#include "workload/recording/interval_columns.h"
#include "workload/recording/thread_batch.h"

namespace texpipe::study {

/// Head of a recording, which describes it.
struct RecordingHead {
  std::string study;
  std::string kind;                // of the recorded workload
  unsigned groups = 0;             // of all phases
  unsigned threads_per_group = 0;  // in phases: each has its own
  bool in_phases = false;
  bool footprints = false;         // what the sampler plans for its messages is there
  functional::OutputImage output;  // of width 0: no image
  functional::GroupMemory local_memory;
  std::vector<functional::MemoryRegion> regions;
};

/// A phase of a workload that comes in phases: groups that start when those before have ended.
struct RecordedPhase {
  unsigned first_group = 0;
  unsigned groups = 0;
  unsigned threads_per_group = 1;
  unsigned reuse_distance = functional::ThreadSource::kNeverReused;
  std::string stage;
  functional::GroupMemory local_memory;
  std::optional<functional::OlderThreads> older;  // none: of other stages, and in recordings of older versions
  std::vector<const Chunk*> memory;               // that has changed when it begins
};

struct RecordingTotals {
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t messages = 0;
  std::uint64_t footprints = 0;  // of recordings that have them
};

/// Part of a recording that is checked before anything is asked of it.
enum class RecordingCheck : std::uint8_t {
  kWhole,
  kIntervals,  // all but the threads, of which a batch is read, and checked, when it is asked for; only of recordings
               // with intervals
};

/// A recording's file, checked; what it holds is read when it is asked for.
class Recording {
 public:
  /// Errors: kMalformedInput, kUnsupported.
  explicit Recording(const std::filesystem::path& file, RecordingCheck check = RecordingCheck::kWhole);
  Recording(std::vector<std::byte> bytes, std::string name, RecordingCheck check = RecordingCheck::kWhole);
  Recording(const Recording&) = delete;  // parts point to others
  Recording& operator=(const Recording&) = delete;

  const std::string& name() const { return file_.name(); }
  const RecordingHead& head() const { return head_; }
  const RecordingTotals& totals() const { return totals_; }
  const std::optional<functional::RasterScene>& scene() const { return scene_; }
  std::uint64_t file_bytes() const { return file_.bytes(); }
  std::uint64_t memory_bytes() const { return memory_bytes_; }

  /// First groups of the batches: batch n has the groups from starts()[n] on.
  const std::vector<unsigned>& starts() const { return starts_; }
  std::shared_ptr<const ThreadBatch> batch(std::size_t index, Plans plans, ContextTable& contexts) const;

  /// Phases in order; none: the workload has none.
  const std::vector<RecordedPhase>& phases() const { return phases_; }
  /// Loads the memory that has changed when a phase begins.
  void load_memory(const RecordedPhase& phase, functional::GpuMemory& memory) const;

  /// Consecutive intervals of all groups; none of recordings of older versions.
  const std::vector<RecordedInterval>& intervals() const { return intervals_; }

  /// The memory before the first thread, in phases its regions alone, and the context that the output is found by.
  void load_memory(functional::GpuMemory& memory) const;
  const ContextWords& output_context() const { return output_context_; }

 private:
  struct Batch {
    unsigned first_group = 0;
    unsigned groups = 0;
  };

  Recording(FileBytes file, RecordingCheck check);
  void read_head(const nlohmann::json& content);
  void read_phase(const nlohmann::json& content);
  unsigned threads_per_group(std::size_t batch) const;
  void read_interval_chunk(const nlohmann::json& content);
  void load_chunks(const std::vector<const Chunk*>& chunks, functional::GpuMemory& memory) const;
  void check_memory();
  void check_threads();
  void check_intervals();

  ChunkFile file_;
  RecordingHead head_;
  RecordingTotals totals_;
  std::optional<functional::RasterScene> scene_;
  ContextWords output_context_{};
  std::vector<std::uint64_t> null_tiles_;
  std::vector<const Chunk*> memory_;
  std::vector<const Chunk*> phase_memory_;  // since the last phase
  std::vector<RecordedPhase> phases_;
  std::vector<unsigned> batch_threads_;  // threads of a group of each batch, in phases
  std::vector<const Chunk*> threads_;
  std::vector<unsigned> starts_;
  std::vector<Batch> batches_;  // of the threads, as the intervals tell them
  std::vector<RecordedInterval> intervals_;
  std::uint64_t memory_bytes_ = 0;
};

}  // namespace texpipe::study
