#include "workload/recording/replay_recording.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "functional/message/pixel_writes.h"
#include "functional/message/urb.h"
#include "host/files/byte_reader.h"
#include "workload/scene/untimed_slots.h"

namespace texpipe::study {

namespace {

using functional::EuStep;
using functional::MessageSend;
using functional::SubspanFeed;
using functional::ThreadRegisters;

/// Place of a group, as the messages of its threads carry it.
struct GroupPlace {
  std::uint32_t number = 0;
  std::uint32_t threads = 1;
  ByteAddress local_memory;
  std::uint32_t local_bytes = 0;
};

/// A recorded thread: the instructions that it issued, in their order.
class ReplayedThread final : public functional::EuProgram {
 public:
  /// @param slots  of the subspans that the thread's group shades; null: of a workload without a scene
  ReplayedThread(std::shared_ptr<const ThreadBatch> batch, const ThreadBatch::Thread& thread, const GroupPlace& group,
                 const SubspanFeed::Slots* slots, std::uint32_t no_slot)
      : batch_{std::move(batch)},
        group_{group},
        next_{thread.first_entry},
        end_{thread.first_entry + thread.entries},
        next_message_{thread.first_message},
        next_register_{thread.first_register},
        next_plan_{thread.first_plan},
        shades_{slots != nullptr},
        no_slot_{no_slot} {
    if (slots != nullptr) slots_ = *slots;
  }

  const EuStep* peek() override {
    if (next_ == end_) return nullptr;
    const PathEntry& entry = batch_->entry(next_);
    step_ = batch_->step(entry);
    step_.before_send = batch_->before_send(next_);
    const std::span<const std::uint32_t> awaited = batch_->awaited(entry);
    step_.awaits_answer =
        !std::all_of(awaited.begin(), awaited.end(), [this](std::uint32_t ticket) { return answered_[ticket]; });
    return &step_;
  }

  bool issue(ThreadRegisters&, MessageSend& send) override {
    const PathEntry& entry = batch_->entry(next_++);
    if (entry.message == 0) return false;
    send.restart();
    const MessageKind& kind = batch_->kind(entry);
    std::vector<functional::Grf> payload = std::move(send.message.payload);
    send = kind.send;
    const auto recorded = batch_->payload(next_register_, kind.registers);
    payload.assign(recorded.begin(), recorded.end());
    send.message.payload = std::move(payload);
    send.message.execution_mask = batch_->mask(next_message_);
    send.message.local_memory = group_.local_memory;
    send.message.local_bytes = group_.local_bytes;
    send.message.group = group_.number;
    send.message.group_threads = group_.threads;
    if (has_plan(send.message)) {
      if (const functional::PlannedMessage* plan = batch_->plan(next_plan_++)) send.message.planned = {batch_, plan};
    }
    if (shades_ && goes_to_pixel_coverage(send.message)) put_slots(send.message);
    if (send.ticket) {
      send.ticket = static_cast<std::uint32_t>(answered_.size());
      answered_.push_back(false);
    }
    next_register_ += kind.registers;
    ++next_message_;
    return true;
  }

  void answered(std::uint32_t ticket, functional::MessageResponse) override { answered_[ticket] = true; }

  void add_awaited(std::vector<std::uint32_t>& tickets) const override {
    const auto awaited = batch_->awaited(batch_->entry(next_));
    tickets.insert(tickets.end(), awaited.begin(), awaited.end());
  }

 private:
  void put_slots(functional::Message& message) const {
    const QuadPlaces& places = batch_->places(next_message_);
    auto& slots = quad_slots(message);
    for (std::size_t quad = 0; quad < places.size(); ++quad)
      slots[quad] = places[quad] < slots_.size() ? slots_[places[quad]] : no_slot_;
  }

  std::shared_ptr<const ThreadBatch> batch_;
  GroupPlace group_;
  std::uint64_t next_;
  std::uint64_t end_;
  std::uint64_t next_message_;
  std::uint64_t next_register_;
  std::uint64_t next_plan_;
  bool shades_;
  SubspanFeed::Slots slots_{};
  std::uint32_t no_slot_;
  std::vector<bool> answered_;  // by ticket
  EuStep step_;
};

/// Takes what pixel threads write: a replay draws nothing.
class NoPixels final : public functional::PixelWrites {
 public:
  void write(const functional::Message&) override {}
  std::optional<functional::LanePixel> pixel(const functional::Message&, unsigned) const override { return {}; }
};

/// The batch that was asked for last is kept: groups start in order.
class ReplayedThreads final : public functional::ThreadSource {
 public:
  ReplayedThreads(std::shared_ptr<const Recording> recording, Plans plans, const SubspanFeed* feed,
                  functional::GpuMemory& memory)
      : recording_{std::move(recording)},
        plans_{plans},
        feed_{feed},
        memory_{memory},
        contexts_{{.coverage = feed != nullptr ? &feed->store() : nullptr,
                   .urb = recording_->head().in_phases ? &no_entries_ : nullptr,
                   .pixels = recording_->head().in_phases ? &no_pixels_ : nullptr}} {}

  unsigned groups() const override {
    if (!has_phases()) return recording_->head().groups;
    return phase_ != nullptr ? phase_->groups : 0;
  }
  unsigned threads_per_group() const override {
    return phase_ != nullptr ? phase_->threads_per_group : recording_->head().threads_per_group;
  }
  unsigned reuse_distance() const override { return phase_ != nullptr ? phase_->reuse_distance : kNeverReused; }
  const functional::OlderThreads* older_at_same_pixels() const override {
    return phase_ != nullptr && phase_->older ? &*phase_->older : nullptr;
  }
  std::string stage() const override { return phase_ != nullptr ? phase_->stage : std::string{}; }
  bool has_phases() const override { return recording_->head().in_phases; }
  bool advance() override {
    const std::vector<RecordedPhase>& phases = recording_->phases();
    phase_ = next_phase_ < phases.size() ? &phases[next_phase_++] : nullptr;
    if (phase_ != nullptr) recording_->load_memory(*phase_, memory_);
    return phase_ != nullptr;
  }

  void start(unsigned group_of_phase, unsigned thread, ThreadRegisters&,
             std::unique_ptr<functional::EuProgram>& program) const override {
    const unsigned group = group_of_phase + (phase_ != nullptr ? phase_->first_group : 0);
    if (!batch_ || group < batch_->first_group() || group - batch_->first_group() >= batch_->groups()) {
      const std::vector<unsigned>& starts = recording_->starts();
      const auto after = std::upper_bound(starts.begin(), starts.end(), group);
      batch_ = recording_->batch(static_cast<std::size_t>(after - starts.begin()) - 1, plans_, contexts_);
    }
    const RecordingHead& head = recording_->head();
    const functional::GroupMemory& local = phase_ != nullptr ? phase_->local_memory : head.local_memory;
    const GroupPlace place{group_of_phase, threads_per_group(), local.of(group), local.bytes};
    functional::restart<ReplayedThread>(program, batch_, batch_->thread(group, thread), place,
                                        feed_ != nullptr ? &feed_->slots_of(group) : nullptr,
                                        feed_ != nullptr ? feed_->store().capacity() : 0);
  }

 private:
  std::shared_ptr<const Recording> recording_;
  Plans plans_;
  const SubspanFeed* feed_;
  functional::GpuMemory& memory_;
  functional::Urb no_entries_;
  NoPixels no_pixels_;
  const RecordedPhase* phase_ = nullptr;
  std::size_t next_phase_ = 0;
  mutable ContextTable contexts_;  // messages on their way name them when their batch has gone
  mutable std::shared_ptr<const ThreadBatch> batch_;
};

}  // namespace

functional::Workload replay_recording(std::shared_ptr<const Recording> recording, ReplayedValues values) {
  // Its memory has the state of messages and no textures.
  if (recording->head().in_phases) values = ReplayedValues::kOff;
  if (values == ReplayedValues::kOff && !recording->head().footprints)
    malformed(recording->name(), "was made without footprints, which a replay without values needs",
              "one that this version's `texpipe run --record` wrote");
  functional::Workload workload;
  recording->load_memory(*workload.memory);
  if (recording->scene()) {
    workload.subspans = std::make_unique<SubspanFeed>(*recording->scene(), kUntimedSlots);
    if (workload.subspans->threads() != recording->head().groups)
      malformed(recording->name(), "has a scene that does not fit its work groups");
  }
  ContextTable contexts{workload.subspans ? &workload.subspans->store() : nullptr};
  *workload.context = *contexts.find(recording->output_context(), recording->name());
  workload.output = recording->head().output;
  workload.local_memory = recording->head().local_memory;
  workload.threads = std::make_unique<ReplayedThreads>(std::move(recording),
                                                       values == ReplayedValues::kOff ? Plans::kRead : Plans::kNone,
                                                       workload.subspans.get(), *workload.memory);
  return workload;
}

}  // namespace texpipe::study
