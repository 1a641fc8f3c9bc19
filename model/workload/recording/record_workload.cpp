#include "workload/recording/record_workload.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "functional/execution/watched_threads.h"
#include "isa/gen9/shared_function.h"
#include "workload/recording/interval_columns.h"
#include "workload/recording/message_state.h"
#include "workload/recording/recording_scene.h"

namespace texpipe::study {

namespace {

using functional::EuProgram;
using functional::EuStep;
using functional::GpuMemory;
using functional::MessageSend;
using functional::SubspanFeed;
using functional::ThreadRegisters;

constexpr std::size_t kTilesPerChunk = 1024;

/// Gets what threads issue, and writes it batch by batch, thread by thread. Threads of a group that wait for each other
/// take turns: what one issues before those in front of it have ended is kept until then.
class ThreadRecorder {
 public:
  ThreadRecorder(ChunkWriter& file, const functional::Workload& workload)
      : file_{file},
        memory_{*workload.memory},
        feed_{workload.subspans.get()},
        groups_{workload.threads->groups()},
        threads_per_group_{workload.threads->threads_per_group()},
        intervals_{workload.threads->threads_per_group()},
        kept_(workload.threads->threads_per_group()) {}

  void begin_thread(unsigned group) { group_ = group; }

  /// A workload in phases has no intervals: a frame itself is sampled (study/sampled_run/sampled_frame.h).
  void begin_phase(const functional::ThreadSource& threads) {
    phase_ = {{"first_group", batch_.first_group()},
              {"groups", threads.groups()},
              {"threads_per_group", threads.threads_per_group()},
              {"reuse_distance", threads.reuse_distance()},
              {"stage", threads.stage()},
              {"local_base", 0},
              {"local_bytes", 0}};
    if (const functional::OlderThreads* older = threads.older_at_same_pixels(); older != nullptr) {
      phase_["older_starts"] = column(older->starts);
      phase_["older"] = column(older->groups);
    }
    threads_per_group_ = threads.threads_per_group();
    kept_.resize(threads_per_group_);
    state_.begin_phase();
  }
  void end_phase() {
    if (phase_.is_null()) return;
    if (!batch_.empty()) file_.write(kThreadsChunk, batch_.take());
    state_.write(file_);
    file_.write(kPhaseChunk, std::exchange(phase_, nullptr));
  }

  /// @param thread  of the group
  void add(unsigned thread, const EuStep& step, std::span<const std::uint32_t> awaited, const MessageSend* sent) {
    QuadPlaces places{};
    if (sent != nullptr && feed_ != nullptr && goes_to_pixel_coverage(sent->message)) places = places_of(sent->message);
    if (thread != next_) {
      Issued& issued = kept_[thread].emplace_back(Issued{step, {awaited.begin(), awaited.end()}, {}, places});
      if (sent != nullptr) issued.sent = *sent;
      return;
    }
    if (!write(step, awaited, sent, places)) return;
    while (next_ < threads_per_group_ && write_kept()) {
    }
    if (next_ < threads_per_group_) return;
    next_ = 0;
    batch_.end_group();
    intervals_.end_group();
    if (phase_.is_null() && batch_.first_group() + batch_.groups() == groups_) intervals_.finish();
    if (batch_.enough()) write_batch();
  }
  void accessed(const functional::DataPortOutcome& outcome) {
    if (phase_.is_null()) intervals_.add_accesses(outcome);
  }
  RecordingTotals finish() {
    if (!batch_.empty()) write_batch();
    return {threads_, batch_.instructions(), batch_.messages(), batch_.footprints()};
  }

 private:
  struct Issued {
    EuStep step;
    std::vector<std::uint32_t> awaited;
    std::optional<MessageSend> sent;
    QuadPlaces places;
  };

  void write_batch() {
    const unsigned first_group = batch_.first_group(), groups = batch_.groups();
    file_.write(kThreadsChunk, batch_.take());
    if (!phase_.is_null()) return;
    file_.write(kIntervalsChunk, intervals_.take(first_group, groups));
  }

  /// True when the thread has ended.
  bool write(const EuStep& step, std::span<const std::uint32_t> awaited, const MessageSend* sent,
             const QuadPlaces& places) {
    batch_.add(step, awaited, sent, feed_ != nullptr ? &places : nullptr, memory_);
    if (!phase_.is_null()) {
      if (sent != nullptr) note_state(sent->message);
    } else {
      intervals_.add_instruction();
    }
    if (sent != nullptr && phase_.is_null())
      intervals_.add_message(has_plan(sent->message) ? &batch_.last_plan() : nullptr);
    if (sent == nullptr || !sent->end_of_thread) return false;
    batch_.end_thread();
    ++threads_;
    ++next_;
    return true;
  }

  void note_state(const functional::Message& message) {
    state_.add(message);
    if (message.local_bytes == 0 || phase_["local_bytes"] != 0) return;
    phase_["local_base"] = message.local_memory.value();
    phase_["local_bytes"] = message.local_bytes;
  }

  bool write_kept() {
    std::vector<Issued> all = std::move(kept_[next_]);
    kept_[next_].clear();
    bool ended = false;
    for (const Issued& issued : all)
      ended = write(issued.step, issued.awaited, issued.sent ? &*issued.sent : nullptr, issued.places);
    return ended;
  }

  QuadPlaces places_of(const functional::Message& message) const {
    const SubspanFeed::Slots& slots = feed_->slots_of(group_);
    QuadPlaces places;
    places.fill(kNoPlace);
    const auto& named = quad_slots(message);
    for (std::size_t quad = 0; quad < places.size(); ++quad) {
      if (named[quad] == feed_->store().capacity()) continue;
      const auto found = std::find(slots.begin(), slots.end(), named[quad]);
      if (found != slots.end()) places[quad] = static_cast<std::uint8_t>(found - slots.begin());
    }
    return places;
  }

  ChunkWriter& file_;
  const GpuMemory& memory_;
  const SubspanFeed* feed_;
  unsigned groups_;
  unsigned threads_per_group_;
  ThreadBatchBuilder batch_;
  MessageState state_{memory_};
  nlohmann::json phase_;  // null: the workload has none
  IntervalColumns intervals_;
  std::vector<std::vector<Issued>> kept_;  // by thread of the group
  unsigned group_ = 0;
  unsigned next_ = 0;  // the first thread of the group that has not ended
  std::uint64_t threads_ = 0;
};

/// A program that tells a recorder what it issues.
class RecordedProgram final : public functional::WatchedProgram {
 public:
  RecordedProgram(std::unique_ptr<EuProgram> program, unsigned thread, ThreadRecorder& recorder)
      : WatchedProgram{std::move(program)}, thread_{thread}, recorder_{recorder} {}

  bool issue(ThreadRegisters& registers, MessageSend& send) override {
    const EuStep step = *peek();
    awaited_.clear();
    add_awaited(awaited_);
    const bool sends = WatchedProgram::issue(registers, send);
    recorder_.add(thread_, step, awaited_, sends ? &send : nullptr);
    return sends;
  }

 private:
  unsigned thread_;
  ThreadRecorder& recorder_;
  std::vector<std::uint32_t> awaited_;
};

class RecordedThreads final : public functional::WatchedThreads {
 public:
  RecordedThreads(std::unique_ptr<ThreadSource> threads, ThreadRecorder& recorder)
      : WatchedThreads{std::move(threads)}, recorder_{recorder} {}

  bool advance() override {
    recorder_.end_phase();
    if (!WatchedThreads::advance()) return false;
    recorder_.begin_phase(watched());
    return true;
  }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override {
    std::unique_ptr<EuProgram> inner;
    if (auto* ended = dynamic_cast<RecordedProgram*>(program.get())) inner = std::move(ended->watched());
    WatchedThreads::start(group, thread, registers, inner);
    recorder_.begin_thread(group);
    program = std::make_unique<RecordedProgram>(std::move(inner), thread, recorder_);
  }

 private:
  ThreadRecorder& recorder_;
};

nlohmann::json head_of(const functional::Workload& workload, const std::string& study, const std::string& kind) {
  nlohmann::json regions = nlohmann::json::array();
  for (const functional::MemoryRegion& region : workload.memory->regions())
    regions.push_back({{"name", region.name}, {"address", region.address.value()}, {"size", region.size.value()}});
  const functional::OutputImage& output = workload.output;
  const ContextWords context = context_words(*workload.context);
  nlohmann::json head{{"study", study},
                      {"kind", kind},
                      {"groups", workload.threads->groups()},
                      {"threads_per_group", workload.threads->threads_per_group()},
                      {"output", output.name},
                      {"output_index", output.binding_table_index},
                      {"output_width", output.width},
                      {"output_height", output.height},
                      {"context", column(std::vector(context.begin(), context.end()))},
                      {"footprints", true},
                      {"regions", std::move(regions)},
                      {"null_tiles", column(workload.memory->null_tiles())}};
  if (const functional::GroupMemory& local = workload.local_memory; local.bytes != 0) {
    head["local_base"] = local.base.value();
    head["local_stride"] = local.stride;
    head["local_bytes"] = local.bytes;
  }
  if (workload.threads->has_phases()) head["in_phases"] = true;
  if (workload.subspans) head["scene"] = scene_content(workload.subspans->scene());
  return head;
}

void write_memory(const GpuMemory& memory, ChunkWriter& file) {
  const std::vector<std::uint64_t> filled = memory.filled_tiles();
  for (std::size_t first = 0; first < filled.size(); first += kTilesPerChunk) {
    const auto begin = filled.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<std::uint64_t> tiles{
        begin, begin + static_cast<std::ptrdiff_t>(std::min(kTilesPerChunk, filled.size() - first))};
    std::vector<std::byte> bytes(tiles.size() * GpuMemory::kTileBytes);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      memory.read(ByteAddress{tiles[i] * GpuMemory::kTileBytes},
                  std::span{bytes}.subspan(i * GpuMemory::kTileBytes, GpuMemory::kTileBytes));
    }
    file.write(kMemoryChunk, nlohmann::json{{"tiles", column(tiles)}, {"bytes", column(bytes)}});
  }
}

}  // namespace

RecordingTotals record_workload(functional::Workload& workload, const std::string& study, const std::string& kind,
                                std::ostream& out) {
  ChunkWriter file{out};
  file.write(kHeadChunk, head_of(workload, study, kind));
  write_memory(*workload.memory, file);
  ThreadRecorder recorder{file, workload};
  workload.threads = std::make_unique<RecordedThreads>(std::move(workload.threads), recorder);
  functional::run_untimed(workload, [&](const functional::DataPortOutcome& outcome) { recorder.accessed(outcome); });
  workload.threads = static_cast<RecordedThreads&>(*workload.threads).take();
  const RecordingTotals totals = recorder.finish();
  file.write(kEndChunk, nlohmann::json{{"threads", totals.threads},
                                       {"instructions", totals.instructions},
                                       {"messages", totals.messages},
                                       {"footprints", totals.footprints}});
  return totals;
}

}  // namespace texpipe::study
