#include "rtl_cosim/blocks/rtl_texture_cache.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "machine/cache/footprint_lines.h"
#include "rtl_cosim/blocks/line_stage.h"
#include "rtl_cosim/blocks/texture_cache_machine.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::rtl_cosim {

namespace rtl_of = verilated_texture_cache;
using machine::StageState;

namespace {

constexpr Cycles kTagLatency{rtl_of::kTagLatency};
constexpr Cycles kDataLatency{rtl_of::kDataLatency};

/// After so many periods without anything that shows, nothing moves inside either.
constexpr unsigned kSettled = rtl_of::kLines + rtl_of::kTagLatency + rtl_of::kDataLatency;

void check_machine(const machine::SamplerParameters& parameters, const std::string& path) {
  const std::string sampler = path.substr(0, path.rfind('.'));
  check_texture_cache_machine(parameters, sampler);
  check_reads_own_data(parameters, sampler);
}

}  // namespace

RtlTextureCache::RtlTextureCache(sc_core::sc_module_name name, timing::Simulation& simulation,
                                 const machine::SamplerParameters& parameters, ByteSize next_line,
                                 std::unique_ptr<VerilatedTextureCache> rtl)
    : ClockedStage{name, simulation},
      fills{"fills",
            simulation,
            simulation.statistics.group(this->name(), machine::kTagsDescription),
            {parameters.l1.mshrs, parameters.l1.line, next_line, parameters.l1.decompression.latency,
             parameters.l1.decompression.blocks_per_cycle},
            owner_of_lines()},
      rtl_{std::move(rtl)},
      signals_{simulation, this->name(), *rtl_, [this] { pass_edges(); }},
      group_{simulation.statistics.group(this->name(), machine::kTagsDescription)},
      data_group_{simulation.statistics.group(std::string{this->name()} + "_data", machine::kDataDescription)},
      tags_{group_},
      data_{data_group_},
      lookups_{group_},
      clocked_{
          group_.counter("clocked_cycles", machine::StatisticUnit::kCycles, "cycles in which the RTL was clocked")},
      channel_{simulation.events.channel(timing::EventChannelKind::kCache, std::string{this->name()} + ".lookups")} {
  check_machine(parameters, this->name());
  tags_.waits_for_lines(group_);
  simulation.watchdog.add({std::string{this->name()} + ".slots", rtl_of::kFifoSlots + rtl_of::kDataSlots,
                           [this] { return std::uint64_t{entries_.size()}; },
                           [this] { return std::string{entries_.front().token ? "token" : "footprint"}; }});
}

void RtlTextureCache::offer_sockets(timing::Sockets& sockets, const std::string& path) {
  sockets.offer(path, 0, in);
  sockets.offer(path + "_data", 0, out);
  sockets.offer(path, 0, fills.port.socket);
}

void RtlTextureCache::expected(std::uint32_t footprints) {
  upstream_ += footprints;
  data_upstream_ += footprints;
  account();
}

void RtlTextureCache::before_results() {
  ask();
  answer();
}

bool RtlTextureCache::moves() const {
  return is_driven() || (!empty() && quiet_ <= kSettled);
}

void RtlTextureCache::edge() {
  observe();
  quiet_ = is_driven() || rtl_->looks_up() || rtl_->moves() || rtl_->reads() ? 0 : quiet_ + 1;
  rtl_->at(period().value());
  rtl_->clock();
  clocked_.add();
  taken_in_ = taken_out_ = asked_ = false;
  answered_.reset();
  drive();
}

void RtlTextureCache::drive() {
  const std::span<const std::uint64_t> keys{keys_};
  VerilatedTextureCache::Inputs inputs;
  inputs.keys = taken_in_ ? &keys : nullptr;
  inputs.result_ready = taken_out_;
  inputs.ask_ready = asked_;
  if (answered_) {
    inputs.answer_id = *answered_;
    inputs.answer = &registers_[*answered_].words;
  }
  rtl_->drive(inputs);
}

/// Takes down the doings of the period that ends now.
void RtlTextureCache::observe() {
  if (rtl_->looks_up()) look_up();
  if (rtl_->looks_up() || rtl_->looks_up_last()) tags_.cycles.work(period(), period() + Cycles{1});
  if (rtl_->looks_up_last()) footprint(looked_up_++).looked_up = period();
  if (answered_) line_there();
  if (rtl_->moves()) move();
  if (moved_ > read_) {
    data_.cycles.work(period(), period() + Cycles{1});
    Entry& reading = footprint(read_);
    if (reading.reading == Cycles{}) reading.reading = period();
    reading.read = period();
    if (rtl_->reads()) ++read_;
  }
  account();
}

/// Tells the footprints that wait for it that the line which goes in now is there.
void RtlTextureCache::line_there() {
  const std::uint64_t key = texture_cache_key(registers_[*answered_].miss.key);
  for (const Awaited& awaited : awaited_) {
    if (awaited.key == key) footprint(awaited.footprint).lines_there = period();
  }
  std::erase_if(awaited_, [key](const Awaited& awaited) { return awaited.key == key; });
}

/// A footprint leaves the FIFO for the data read.
void RtlTextureCache::move() {
  Entry& moving = footprint(moved_++);
  moving.moved = period();
  tags_.passed.add();
  if (data_upstream_ > 0) --data_upstream_;
  timing::FootprintExtension& extension = timing::footprint_of(*moving.payload);
  if (!extension.last) return;
  timing::SamplerWork& work = *extension.work;
  tags_.count_message(std::max(work.reached, work.accepted_at), moving.looked_up, moving.looked_up + kTagLatency,
                      moving.lines_there, period());
  work.reached = period();
}

/// States from this period on, where the issue slots do not work: as FootprintStage has them.
void RtlTextureCache::account() {
  const StageState without = upstream_ > 0 ? StageState::kStarved : StageState::kIdle;
  const bool full = accepted_ - moved_ == rtl_of::kFifoSlots;
  StageState state = without;
  if (full && rtl_->lacks_room()) {
    state = StageState::kBlocked;
  } else if (rtl_->lacks_register() || (full && rtl_->lacks_line())) {
    state = StageState::kMiss;
  } else if (full) {
    state = StageState::kLatency;
  }
  tags_.cycles.enter(period(), state);
  tags_.occupancy.set_level(period(), accepted_ - moved_);
  state = data_upstream_ > 0 ? StageState::kStarved : StageState::kIdle;
  if (moved_ - left_ == rtl_of::kDataSlots) state = is_offering() ? StageState::kBlocked : StageState::kLatency;
  data_.cycles.enter(period(), state);
  data_.occupancy.set_level(period(), moved_ - left_);
}

void RtlTextureCache::look_up() {
  constexpr machine::LineLookup kResults[] = {machine::LineLookup::kHit, machine::LineLookup::kMerge,
                                              machine::LineLookup::kMiss};
  const VerilatedTextureCache::Lookup lookup = rtl_->lookup();
  const functional::Footprint& looking = *timing::footprint_of(*footprint(looked_up_).payload).footprint;
  const machine::LineKey key{looking.decoded_lines ? machine::AddressSpace::kDecoded : machine::AddressSpace::kStored,
                             lookup.key & ~(std::uint64_t{1} << (rtl_of::kKeyBits - 1))};
  machine::Counter* const counters[] = {&lookups_.hits, &lookups_.merges, &lookups_.misses};
  lookups_.lookups.add();
  counters[lookup.outcome]->add();
  const bool arrives = answered_ && texture_cache_key(registers_[*answered_].miss.key) == lookup.key;
  if (lookup.outcome == 2 || (lookup.outcome == 1 && !arrives)) awaited_.push_back({lookup.key, looked_up_});
  if (lookup.outcome == 2) {
    to_ask_.push_back({key, {looking.expansion, machine::blocks_in(looking, ByteSize{rtl_of::kLineBytes})}});
  }
  if (simulation().events.listening())
    simulation().events.publish(timing::LookupEvent{channel_, period(), key.line, kResults[lookup.outcome], &looking});
}

/// The next level is asked for a line as the RTL asks.
void RtlTextureCache::ask() {
  if (asked_ || !rtl_->ask_valid()) return;
  asked_ = true;
  const unsigned id = rtl_->ask().id;
  registers_[id].miss = to_ask_.front();
  to_ask_.pop_front();
  drive();
  const Miss& miss = registers_[id].miss;
  fills.request(miss.key, miss.decoding, id, {now() - kTagLatency, now()});
}

/// A line that came goes in, one a period.
void RtlTextureCache::answer() {
  if (answered_) return;
  answered_ = next_line();
  if (!answered_) return;
  Register& filled = registers_[*answered_];
  filled.words = line_bytes(simulation(), fills, filled.miss.key, filled.miss.decoding.expansion);
  Brought& brought = brought_[texture_cache_key(filled.miss.key)];
  brought = {filled.words, brought.last};
  drive();
}

/// At most one result leaves the RTL per period.
timing::Payload* RtlTextureCache::ready_head() {
  if (entries_.empty()) return nullptr;
  const Entry& head = entries_.front();
  if (head.token ? head.ready > now() : taken_out_ || !rtl_->result_valid()) return nullptr;
  if (!head.token) check_lines(timing::footprint_of(*head.payload));
  return &*head.payload;
}

void RtlTextureCache::head_left() {
  const Entry& gone = entries_.front();
  if (!gone.token) {
    taken_out_ = true;
    drive();
    data_.passed.add();
    timing::FootprintExtension& extension = timing::footprint_of(*gone.payload);
    if (extension.last) {
      timing::SamplerWork& work = *extension.work;
      data_.count_message(work.reached, gone.reading, gone.read + kDataLatency, {}, now());
      work.reached = now();
    }
    footprints_.pop_front();
    ++left_;
  }
  entries_.pop_front();
}

bool RtlTextureCache::take_in(timing::Payload& payload) {
  if (timing::footprint_of(payload).footprint != nullptr) return take_footprint(payload);
  entries_.push_back(
      {.payload = timing::PayloadRef{payload}, .token = true, .ready = now() + kTagLatency + kDataLatency});
  if (upstream_ > 0) --upstream_;
  if (data_upstream_ > 0) --data_upstream_;
  return true;
}

bool RtlTextureCache::take_footprint(timing::Payload& payload) {
  if (taken_in_) return false;
  timing::FootprintExtension& extension = timing::footprint_of(payload);
  const functional::Footprint& footprint = *extension.footprint;
  if (footprint.line_count > rtl_of::kLines) {
    unsupported("a footprint of " + std::to_string(footprint.line_count) +
                " lines in the RTL texture cache, which takes " + std::to_string(rtl_of::kLines));
  }
  keys_.clear();
  for (unsigned line = 0; line < footprint.line_count; ++line)
    keys_.push_back(texture_cache_key(machine::line_of(footprint, line)));
  taken_in_ = true;
  drive();
  if (!rtl_->request_ready()) {
    taken_in_ = false;
    drive();
    return false;
  }
  extension.lines = footprint.line_count;
  extension.blocks = footprint.blocks;
  extension.reads = 0;
  lookups_.texels.add(static_cast<std::uint64_t>(std::popcount(footprint.texels)));
  entries_.push_back({.payload = timing::PayloadRef{payload}});
  footprints_.push_back(&entries_.back());
  ++accepted_;
  if (upstream_ > 0) --upstream_;
  quiet_ = 0;
  return true;
}

/// The next period while something moves, or the time at which a token may leave.
void RtlTextureCache::schedule() {
  if (moves() || lines_wait()) wake_at(now() + Cycles{1});
  if (!entries_.empty() && entries_.front().token && !is_offering())
    wake_at(std::max(entries_.front().ready, now() + Cycles{1}));
}

/// The RTL puts out the bytes that came for each line, at last or, where memory was written since, before.
void RtlTextureCache::check_lines(const timing::FootprintExtension& extension) const {
  for (unsigned line = 0; line < extension.lines; ++line) {
    const std::uint64_t key = texture_cache_key(machine::line_of(*extension.footprint, line));
    const CacheLineWords words = rtl_->result_line(line);
    const auto found = brought_.find(key);
    if (found != brought_.end() && (words == found->second.last || words == found->second.before)) continue;
    throw Error{ExitCode::kMismatch,
                std::string{name()} + ": in cycle " + std::to_string(now().value()) +
                    " the RTL texture cache puts out other bytes than came for line " + std::to_string(line) +
                    " of footprint " + std::to_string(extension.index) + " of subspan " +
                    std::to_string(extension.subspan) + " of message " + std::to_string(extension.work->sequence) +
                    ", key " + std::to_string(key) +
                    (found == brought_.end() ? std::string{", which was not asked for"}
                                             : ", " + first_wrong_byte(words, found->second.last))};
  }
}

std::unique_ptr<timing::FootprintBlock> make_rtl_texture_cache(sc_core::sc_module_name name,
                                                               timing::Simulation& simulation,
                                                               const machine::SamplerParameters& parameters,
                                                               ByteSize next_line) {
  return std::make_unique<RtlTextureCache>(
      name, simulation, parameters, next_line,
      make_verilated_texture_cache(TextureCacheVariant::kRepository, parameters.l1.seed));
}

}  // namespace texpipe::rtl_cosim
