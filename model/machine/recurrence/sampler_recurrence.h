// A sampler by recurrence: messages in at their times, responses out at theirs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "functional/shared_function/execute_sampler_message.h"
#include "machine/blocks/block_facts.h"
#include "machine/cache/bank_hash.h"
#include "machine/cache/bank_ports.h"
#include "machine/cache/data_banks.h"
#include "machine/cache/first_level_prefetch.h"
#include "machine/cache/footprint_lines.h"
#include "machine/cache/line_waits.h"
#include "machine/cache/sectored_lookup.h"
#include "machine/cache/sectors.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/texture_cache_statistics.h"
#include "machine/recurrence/early_counts.h"
#include "machine/recurrence/fill_recurrence.h"
#include "machine/recurrence/sampler_watcher.h"
#include "machine/recurrence/stage_recurrence.h"
#include "machine/recurrence/writeback_trace.h"
#include "machine/sampler/address_intervals.h"
#include "machine/sampler/decode_intervals.h"
#include "machine/sampler/filter_intervals.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/sampler/sampler_statistics.h"
#include "machine/stage/stage_statistics.h"
#include "machine/statistics/repeated_work.h"

namespace texpipe::machine {

/// Statistics of all stages. Their paths lie below `path`.
struct SamplerStatistics {
  SamplerStatistics(StatisticsRegistry& registry, const std::string& path, const LineLevels& levels,
                    const TextureCacheParameters& l1);

  FrontEndStatistics front_end;
  StageStatistics address_generator;
  StageStatistics tags;
  FillStatistics fills;
  LookupStatistics lookups;
  std::optional<PrefetchStatistics> prefetches;
  LineWaits line_waits;
  StageStatistics data;
  StageStatistics decoder;
  StageStatistics filter;
  WritebackStatistics writeback;
};

/// Message front end, address generator, L1 (tags, latency FIFO, data), decoder, filter and writeback. A footprint
/// moves on at the latest of three times: its own readiness, that of the footprint before it, and a slot in the next
/// stage. The recurrence waits for times that later events decide (lines on their way, responses that the other side
/// has not ended): nothing is guessed.
class SamplerRecurrence final : private FillRecurrence::Owner {
 public:
  /// @param next_line  bytes of a line of the next level
  SamplerRecurrence(const SamplerParameters& parameters, ByteSize next_line, const SamplerStatistics& statistics);

  /// Misses and their lines on the way, to be bound to the next level.
  FillRecurrence& fills() { return fills_; }
  const FillRecurrence& fills() const { return fills_; }

  /// Tells `watcher` of single footprints and lines from now on. To be called before the first message.
  void watch(SamplerWatcher& watcher) {
    watcher_ = &watcher;
    fills_.watch(watcher);
  }

  /// Shape of the lines that plans of its messages list.
  functional::LineShape line_shape() const { return machine::line_shape(parameters_.l1); }

  /// Number of a message in the order of acceptance.
  using MessageNumber = std::uint64_t;

  /// Time at which the front end has a slot for the next message; none: not known yet.
  std::optional<Cycles> place() const;

  /// Accepts a message at `now`, which is place() or later. Its subspans must live until its response is taken.
  /// @param payload_bytes, response_bytes  of its registers
  void accept(std::span<const functional::SubspanPlan> subspans, std::uint64_t payload_bytes,
              std::uint64_t response_bytes, Cycles now);

  /// Time at which the oldest response that is not ended leaves; none: not known yet, or there is no message.
  std::optional<Cycles> response() const;
  /// Offers the oldest response, at response().
  void begin_response();
  /// Ends the oldest response: its registers are written. Everything up to `now` is known: advance() has been called.
  void end_response(Cycles now);

  /// Drops the lines of L1 that are not on their way. @return  number of them
  std::uint64_t invalidate() { return tag_array_ ? tag_array_->invalidate() : 0; }

  /// Number of messages whose response is not ended.
  std::uint64_t messages() const { return accepted_ - ended_; }

  /// Whether advance() may find something to do.
  bool can_advance(Cycles horizon) const { return lines_came_ || needed_horizon_ <= horizon; }

  /// Moves everything on as far as it is known. Fills whose arrival is not known arrive after `horizon`.
  void advance(Cycles horizon);

  /// Horizon that advance() needs to get further; kNever: it waits for something else.
  Cycles needed_horizon() const { return needed_horizon_; }

  /// Least cycles from a line's arrival to a response that waited for it.
  Cycles latency_behind_fills() const;

  /// Lets counts of `look` and later cycles wait: see EarlyCounts.
  void look_at(Cycles look);
  /// Counts the events before `end`, all of which are known.
  void count_before(Cycles end);
  /// Ends a run of `end` cycles.
  void close(Cycles end);

 private:
  struct Message {
    std::span<const functional::SubspanPlan> subspans;
    std::uint64_t response_bytes = 0;
    std::uint32_t footprints = 0;  // tokens included
    Cycles accepted_at;
    Cycles ready;               // time at which it can leave the front end
    std::uint32_t missing = 0;  // footprints that are not at the writeback
    Cycles entered_writeback;   // valid when its first footprint is there
    Cycles complete;            // time of its last footprint at the writeback, valid when none is missing
    Cycles response;            // time at which its response is offered, valid when none is missing
    Cycles reached;             // when its last footprint left the latest stage that it passed
  };
  struct Travelling {  // a footprint, or the token of a message without any
    const functional::Footprint* footprint = nullptr;
    Message* last_of = nullptr;  // the message whose last footprint it is; else null
    std::uint8_t first_of_message = 0;
    std::uint8_t texels = 0;
    std::uint8_t lines = 0;
    std::uint8_t blocks = 0;
    std::uint32_t pending = 0;  // lines whose arrival is not known
    Cycles at_tags;             // time at which it enters the tags, later at which it is looked up
    Cycles lines_there;
    std::uint64_t last_line = 0;  // number of the line that arrives at lines_there; of several the oldest
    Cycles stalled_from;          // time at which its lookups first waited for a miss register; kNever: they did not
    std::uint8_t reads = 0;       // reads of data banks
    DataBanks::Reads banks;
  };

  void line_there(std::uint64_t waiter, const FillRecurrence::Fill& fill) override;
  void came_ahead() override { lines_came_ = true; }
  void note_line(std::uint64_t footprint, const FillRecurrence::Fill& fill);
  void tell_register_wait(const Travelling& oldest);
  void tell_line_wait(const Travelling& oldest);
  void count_waits_before(Cycles end);
  void count_writeback_before(Cycles end);

  /// A stage between front end and writeback, and where it counts.
  struct CountedStage {
    StageRecurrence& stage;
    const StageStatistics& counts;
  };
  auto stages() {
    return std::to_array<CountedStage>({{address_generator_, statistics_.address_generator},
                                        {tags_, statistics_.tags},
                                        {data_, statistics_.data},
                                        {decoder_, statistics_.decoder},
                                        {filter_, statistics_.filter}});
  }

  bool emit();
  bool look_up(Cycles horizon);
  void collect(Travelling& next);
  enum class Lookup : std::uint8_t { kDone, kStalled, kNotKnown };
  Lookup look_up(Travelling& next, LineKey key, Cycles horizon);
  Lookup look_up_sectors(Travelling& next, const LineSectors& wanted, Cycles horizon);
  void looked_up(LineLookup result, const functional::Footprint& footprint, LineKey key);
  void prefetch(LineKey key, const functional::Footprint& footprint);
  Cycles tag_read() const;
  bool to_tags();
  bool to_data();
  template <class Work>
  bool move_on(StageRecurrence& from, BlockKind kind, const StageStatistics& counts, StageRecurrence& to, Work&& work);
  bool to_decoder();
  bool to_filter();
  bool to_writeback();
  const functional::Footprint* next_footprint(const Message& message);
  Travelling& travelling(std::uint64_t number) { return travelling_[number & travelling_mask_]; }
  Message& message(MessageNumber number) { return messages_[number & message_mask_]; }
  const Message& message(MessageNumber number) const { return messages_[number & message_mask_]; }

  SamplerParameters parameters_;
  SamplerStatistics statistics_;
  EarlyCounts early_;
  FillRecurrence fills_;
  SamplerWatcher* watcher_ = nullptr;
  Cycles needed_horizon_ = kNever;
  bool lines_came_ = false;

  // message front end
  std::vector<Message> messages_;  // ring, by number
  std::uint64_t message_mask_;
  std::vector<Cycles> emitted_at_;  // ring, by number: when the message frees its slot in the front end
  MessageNumber accepted_ = 0;
  MessageNumber emitted_ = 0;             // messages that left the front end
  std::uint32_t emitted_footprints_ = 0;  // footprints that left, of the message that is leaving
  std::uint32_t subspan_ = 0;
  std::uint32_t footprint_ = 0;
  Cycles last_emission_;
  Cycles message_emitted_;  // when the last message left the front end
  IssueSlot intake_;
  RepeatedWork intake_work_;  // bytes
  StageTrace front_end_trace_;

  std::vector<Travelling> travelling_;  // ring, by number of the footprint
  std::uint64_t travelling_mask_;
  // paths of their last lines, by the same numbers; valid for footprints that waited for a line
  std::vector<LinePath> paths_;
  std::uint64_t register_waits_told_ = 0, line_waits_told_ = 0;  // footprints whose waits were told
  StageRecurrence address_generator_;
  StageRecurrence tags_;
  StageRecurrence data_;
  StageRecurrence decoder_;
  StageRecurrence filter_;
  AddressIntervals address_intervals_;
  std::array<Subcycles, kMostLines + 1> lookup_intervals_;
  DecodeIntervals decode_intervals_;
  FilterIntervals filter_intervals_;

  // tags
  std::optional<TagArray> tag_array_;  // none: the machine has no L1
  DataBanks banks_;
  Sectors sectors_;
  SectoredLines lines_;  // of the oldest footprint, where lines have sectors
  FirstLevelPrefetch prefetch_;
  bool collected_ = false;
  std::uint32_t done_ = 0;   // lines of the oldest footprint that were looked up
  std::uint32_t first_ = 0;  // the first line that is looked up in the present attempt
  Cycles attempt_;

  // data
  BankPorts ports_;
  IssueSlot decompressor_;
  RepeatedWork decompression_work_;  // blocks

  // writeback
  MessageNumber written_ = 0;    // messages whose first footprint entered
  MessageNumber completed_ = 0;  // messages whose last footprint entered
  MessageNumber ended_ = 0;
  std::vector<Cycles> ended_at_;  // ring, by number
  IssueSlot bus_;
  RepeatedWork bus_work_;  // bytes
  WritebackTrace writeback_trace_;
};

/// Tells the oldest footprint's wait for a miss register: once, when it has asked for all its lines.
inline void SamplerRecurrence::tell_register_wait(const Travelling& oldest) {
  if (register_waits_told_ > tags_.left()) return;
  register_waits_told_ = tags_.left() + 1;
  if (oldest.footprint == nullptr) return;
  statistics_.line_waits.wait(std::max(tags_.last_left(), oldest.stalled_from), oldest.at_tags, LinePlace::kRegisters);
}

/// Tells the oldest footprint's wait for its lines: once, when all of them are there.
inline void SamplerRecurrence::tell_line_wait(const Travelling& oldest) {
  if (line_waits_told_ > tags_.left()) return;
  line_waits_told_ = tags_.left() + 1;
  if (oldest.footprint == nullptr) return;
  statistics_.line_waits.wait(std::max(tags_.last_left(), oldest.at_tags), oldest.lines_there,
                              paths_[tags_.left() & travelling_mask_]);
}

}  // namespace texpipe::machine
