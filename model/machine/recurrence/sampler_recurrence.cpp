#include "machine/recurrence/sampler_recurrence.h"

#include <algorithm>
#include <bit>

#include "machine/recurrence/sampler_lookup.inc.h"
#include "machine/time_series/intervals.h"

namespace texpipe::machine {
namespace {

using functional::Footprint;

std::uint64_t footprints_in(const SamplerParameters& p) {
  return std::uint64_t{p.address_generator.slots} + p.latency_fifo.slots + p.l1.data_slots + p.decoder.slots +
         p.filter.slots;
}

StageRecurrence::Entrance entrance_of(const TextureCacheParameters& cache) {
  using Entrance = StageRecurrence::Entrance;
  return cache.lookup_order == LookupOrder::kOneByOne ? Entrance::kOne : Entrance::kAny;
}

std::uint64_t messages_in(const SamplerParameters& p) {
  return p.front_end.slots + footprints_in(p) + p.writeback.slots;
}

}  // namespace

SamplerRecurrence::SamplerRecurrence(const SamplerParameters& p, ByteSize next_line,
                                     const SamplerStatistics& statistics)
    : parameters_{p},
      statistics_{statistics},
      fills_{p.l1, next_line, *this, statistics.fills, early_},
      messages_(std::bit_ceil(messages_in(p) + 1)),
      message_mask_{messages_.size() - 1},
      emitted_at_(std::bit_ceil(std::uint64_t{p.front_end.slots})),
      intake_work_{p.front_end.bytes_per_cycle},
      front_end_trace_{p.front_end.slots, false},
      travelling_(std::bit_ceil(footprints_in(p) + 1)),
      travelling_mask_{travelling_.size() - 1},
      paths_(travelling_.size()),
      address_generator_{p.address_generator.slots, p.address_generator.latency},
      tags_{p.latency_fifo.slots, p.l1.tag_latency, entrance_of(p.l1)},
      data_{p.l1.data_slots, p.l1.data_latency, entrance_of(p.l1)},
      decoder_{p.decoder.slots, p.decoder.latency},
      filter_{p.filter.slots, p.filter.latency},
      address_intervals_{p.address_generator},
      lookup_intervals_{works_at_rate<kMostLines + 1>(p.l1.lookups_per_cycle)},
      decode_intervals_{decode_intervals(p.decoder)},
      filter_intervals_{p.filter.rates},
      banks_{p.l1},
      sectors_{p.l1.sectors()},
      lines_{sectors_},
      prefetch_{p.l1, statistics.prefetches},
      ports_{data_ports(p.l1)},
      decompression_work_{p.l1.decompression.blocks_per_cycle},
      ended_at_(std::bit_ceil(std::uint64_t{p.writeback.slots})),
      bus_work_{p.writeback.bytes_per_cycle},
      writeback_trace_{p.writeback.slots} {
  if (p.l1.enabled) {
    tag_array_.emplace(first_level_geometry(p.l1));
  }
}

std::optional<Cycles> SamplerRecurrence::place() const {
  if (accepted_ < parameters_.front_end.slots) return Cycles{};
  const MessageNumber before = accepted_ - parameters_.front_end.slots;
  if (before >= emitted_) return std::nullopt;
  return emitted_at_[before & (emitted_at_.size() - 1)];
}

void SamplerRecurrence::accept(std::span<const functional::SubspanPlan> subspans, std::uint64_t payload_bytes,
                               std::uint64_t response_bytes, Cycles now) {
  std::size_t footprints = 0;
  for (const functional::SubspanPlan& subspan : subspans) footprints += subspan.footprints.size();
  statistics_.front_end.count(subspans, filter_intervals_);
  const Cycles start = intake_.earliest(now);
  const Subcycles begin = intake_.claim(start, std::max(intake_work_(payload_bytes), subcycles(Cycles{1})));
  front_end_trace_.issued(now, begin, intake_.free_at());
  front_end_trace_.entered(now);
  Message& added = message(accepted_++);
  added.subspans = subspans;
  added.response_bytes = response_bytes;
  added.footprints = added.missing = static_cast<std::uint32_t>(std::max<std::size_t>(footprints, 1));
  added.accepted_at = now;
  added.ready = intake_.busy_until() - Cycles{1} + parameters_.front_end.latency;
  if (footprints == 0) added.subspans = {};
  for (const CountedStage& of : stages()) of.stage.expect(added.footprints, now);
  writeback_trace_.accepted(now);
}

std::optional<Cycles> SamplerRecurrence::response() const {
  if (ended_ == completed_) return std::nullopt;
  const Cycles before = ended_ == 0 ? Cycles{} : ended_at_[(ended_ - 1) & (ended_at_.size() - 1)];
  return std::max(message(ended_).response, before);
}

void SamplerRecurrence::begin_response() {
  const Message& oldest = message(ended_);
  const Cycles offered = *response();
  statistics_.writeback.messages.add();
  statistics_.writeback.latency.add((offered - oldest.accepted_at).value());
  statistics_.writeback.message_cycles.add((offered - oldest.reached).value());
}

void SamplerRecurrence::end_response(Cycles now) {
  const Message& oldest = message(ended_);
  // message in the last slot, when all slots are taken
  const MessageNumber last = ended_ + parameters_.writeback.slots - 1;
  writeback_trace_.ended(oldest.complete, last < written_ ? message(last).entered_writeback : kNever, *response(), now);
  ended_at_[ended_++ & (ended_at_.size() - 1)] = now;
}

Cycles SamplerRecurrence::latency_behind_fills() const {
  return parameters_.l1.data_latency + parameters_.decoder.latency + parameters_.filter.latency +
         parameters_.writeback.latency;
}

/// Passes the next footprint of the front end's oldest message on. Returns false while that is not possible or not
/// known.
inline bool SamplerRecurrence::emit() {
  if (emitted_ == accepted_ || !address_generator_.place_known()) return false;
  Message& head = message(emitted_);
  const Cycles at = std::max({head.ready, last_emission_, address_generator_.place()});
  Travelling& next = travelling(address_generator_.entered());
  next.footprint = next_footprint(head);
  next.first_of_message = emitted_footprints_ == 0;
  next.pending = 0;
  next.lines_there = Cycles{};
  next.last_of = nullptr;
  last_emission_ = at;
  if (++emitted_footprints_ == head.footprints) {
    next.last_of = &head;
    head.reached = at;
    early_.add(statistics_.front_end.message_cycles, (at - head.accepted_at).value(), at);
    front_end_trace_.left({at, std::max(head.ready, message_emitted_), {}, {}});
    message_emitted_ = at;
    emitted_at_[emitted_++ & (emitted_at_.size() - 1)] = at;
    emitted_footprints_ = subspan_ = footprint_ = 0;
  }
  if (watcher_ != nullptr) watcher_->emitted(next.last_of != nullptr, head.ready, at);
  address_generator_.enter(at);
  const Cycles from = address_generator_.issues_from(at);
  if (next.footprint != nullptr) {
    address_generator_.issue(address_generator_.slot.earliest(from), address_intervals_(*next.footprint));
  } else {
    address_generator_.pass(from);
  }
  return true;
}

inline const Footprint* SamplerRecurrence::next_footprint(const Message& message) {
  if (message.subspans.empty()) return nullptr;
  while (footprint_ == message.subspans[subspan_].footprints.size()) {
    ++subspan_;
    footprint_ = 0;
  }
  return &message.subspans[subspan_].footprints[footprint_++];
}

inline bool SamplerRecurrence::to_tags() {
  if (!address_generator_.has_ready() || !tags_.place_known()) return false;
  const Cycles ready = address_generator_.leaves();
  const Cycles at = std::max(ready, tags_.place());
  if (Message* of = travelling(tags_.entered()).last_of)
    address_generator_.count_message(of->reached, at, statistics_.address_generator, early_);
  if (watcher_ != nullptr) watcher_->left(BlockKind::kAddressGenerator, address_generator_.passage(at));
  address_generator_.leave(at, ready);
  travelling(tags_.entered()).at_tags = at;
  tags_.enter(at);
  return true;
}

inline bool SamplerRecurrence::to_data() {
  if (!tags_.has_ready() || !data_.place_known()) return false;
  Travelling& next = travelling(data_.entered());
  if (next.pending > 0) return false;
  const Cycles ready = std::max(tags_.leaves(), next.lines_there);
  const Cycles at = std::max(ready, data_.place());
  if (next.last_of != nullptr)
    tags_.count_message(next.last_of->reached, at, statistics_.tags, early_, next.lines_there);
  if (watcher_ != nullptr) watcher_->left(BlockKind::kTags, tags_.passage(at, next.lines_there));
  tell_register_wait(next);
  tell_line_wait(next);
  tags_.leave(at, ready, next.at_tags, next.lines_there);
  data_.enter(at);
  const Cycles from = data_.issues_from(at);
  if (next.footprint == nullptr) {
    data_.pass(from);
    return true;
  }
  const std::span<const std::uint8_t> banks{next.banks.data(), next.reads};
  const DecompressionParameters& decompression = parameters_.l1.decompression;
  const bool decompresses = next.footprint->expansion > 1 && decompression.place == DecompressionPlace::kAfterL1;
  Cycles start = ports_.earliest(banks, from);
  if (decompresses) start = decompressor_.earliest(start);
  Subcycles end = ports_.claim(banks, start);
  if (decompresses) {
    decompressor_.claim(start, decompression_work_(next.blocks));
    end = std::max(end, decompressor_.free_at());
  }
  const Subcycles begin = std::max(data_.slot.free_at(), subcycles(start));
  data_.issue(start, end > begin ? end - begin : Subcycles{}, decompresses ? decompression.latency : Cycles{});
  return true;
}

/// Moves the next footprint from one stage to the next, which takes it into its issue slot for as long as `work` says.
/// @param kind, counts  kind and statistics of the stage that it leaves
/// @param work          cycles of a footprint in the issue slot of the stage that it enters
template <class Work>
inline bool SamplerRecurrence::move_on(StageRecurrence& from, BlockKind kind, const StageStatistics& counts,
                                       StageRecurrence& to, Work&& work) {
  if (!from.has_ready() || !to.place_known()) return false;
  const Cycles ready = from.leaves();
  const Cycles at = std::max(ready, to.place());
  const Travelling& next = travelling(to.entered());
  if (next.last_of != nullptr) from.count_message(next.last_of->reached, at, counts, early_);
  if (watcher_ != nullptr) watcher_->left(kind, from.passage(at));
  from.leave(at, ready);
  to.enter(at);
  const Cycles issues = to.issues_from(at);
  if (next.footprint == nullptr) {
    to.pass(issues);
  } else {
    to.issue(to.slot.earliest(issues), work(next));
  }
  return true;
}

inline bool SamplerRecurrence::to_decoder() {
  return move_on(data_, BlockKind::kData, statistics_.data, decoder_,
                 [this](const Travelling& next) { return decode_intervals_[next.texels]; });
}

inline bool SamplerRecurrence::to_filter() {
  return move_on(decoder_, BlockKind::kDecoder, statistics_.decoder, filter_,
                 [this](const Travelling& next) { return filter_intervals_(*next.footprint); });
}

/// Moves the next footprint to the writeback. Its message takes a slot there with the first footprint, and leaves over
/// the bus after the last one.
inline bool SamplerRecurrence::to_writeback() {
  if (!filter_.has_ready()) return false;
  const Cycles ready = filter_.leaves();
  Cycles at = ready;
  if (travelling(filter_.left()).first_of_message != 0) {
    if (written_ >= parameters_.writeback.slots) {
      const MessageNumber before = written_ - parameters_.writeback.slots;
      if (before >= ended_) return false;
      at = std::max(at, ended_at_[before & (ended_at_.size() - 1)]);
    }
    message(written_++).entered_writeback = at;
    writeback_trace_.entered(at);
    if (watcher_ != nullptr) watcher_->entered_writeback(at);
  }
  Message& entered = message(written_ - 1);
  if (entered.missing == 1) filter_.count_message(entered.reached, at, statistics_.filter, early_);
  if (watcher_ != nullptr) watcher_->left(BlockKind::kFilter, filter_.passage(at));
  filter_.leave(at, ready);
  if (--entered.missing > 0) return true;
  const Cycles start = bus_.earliest(at);
  const Subcycles begin = bus_.claim(start, std::max(bus_work_(entered.response_bytes), subcycles(Cycles{1})));
  entered.complete = at;
  writeback_trace_.completed(at, begin, bus_.free_at());
  early_.add(statistics_.writeback.bytes, entered.response_bytes, at);
  entered.response = bus_.busy_until() - Cycles{1} + parameters_.writeback.latency;
  ++completed_;
  return true;
}

void SamplerRecurrence::advance(Cycles horizon) {
  needed_horizon_ = kNever;
  lines_came_ = false;
  bool moved = true;
  while (moved) {
    moved = false;
    while (emit()) moved = true;
    while (to_tags()) moved = true;
    while (look_up(horizon)) moved = true;
    while (to_data()) moved = true;
    while (to_decoder()) moved = true;
    while (to_filter()) moved = true;
    while (to_writeback()) moved = true;
  }
  fills_.settle(std::min({fills_.unknown() > 0 ? horizon : kNever, attempt_, early_.look() - Cycles{1}}));
}

}  // namespace texpipe::machine
