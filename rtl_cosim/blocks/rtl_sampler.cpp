#include "rtl_cosim/blocks/rtl_sampler.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/diagnostic.h"
#include "machine/sampler/sampler_statistics.h"
#include "rtl_cosim/blocks/joined_stages.h"
#include "rtl_cosim/blocks/line_stage.h"
#include "rtl_cosim/blocks/sampler_machine.h"
#include "rtl_cosim/blocks/sampler_subspan.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::rtl_cosim {

namespace rtl_of = verilated_texture_cache;
using machine::StageState;
using timing::FootprintExtension;

namespace {

constexpr Cycles kTagLatency{rtl_of::kTagLatency};
constexpr Cycles kLatency{verilated_sampler::kAddressSlots + rtl_of::kTagLatency + rtl_of::kDataLatency +
                          verilated_sampler::kDecoderSlots + verilated_sampler::kFilterSlots};

/// After so many periods without anything that shows, nothing moves inside either.
constexpr unsigned kSettled = rtl_of::kLines + static_cast<unsigned>(kLatency.value());

const machine::SamplerParameters& checked(const machine::SamplerParameters& parameters, const std::string& path) {
  check_sampler_machine(parameters, path);
  return parameters;
}

}  // namespace

RtlSampler::Stage::Stage(timing::Simulation& simulation, const std::string& path, std::string_view description) {
  machine::StatisticsGroup& group = simulation.statistics.group(path, description);
  cycles = &group.account("cycles", "what the issue slot did, cycle by cycle", enum_rows(StageState{}));
  passed = &group.counter("footprints", machine::StatisticUnit::kFootprints, "footprints that left the stage");
}

RtlSampler::RtlSampler(sc_core::sc_module_name name, const std::string& path, timing::Simulation& simulation,
                       const machine::SamplerParameters& parameters, ByteSize next_line)
    : ClockedStage{name, simulation},
      fills{"fills",
            simulation,
            simulation.statistics.group(path + ".l1", machine::kTagsDescription),
            {parameters.l1.mshrs, parameters.l1.line, next_line, parameters.l1.decompression.latency,
             parameters.l1.decompression.blocks_per_cycle},
            owner_of_lines()},
      rtl_{make_verilated_sampler(SamplerVariant::kRepository, checked(parameters, path).l1.seed)},
      signals_{simulation, path, *rtl_, [this] { pass_edges(); }},
      stages_{Stage{simulation, path + ".address_generator", machine::kAddressGeneratorDescription},
              Stage{simulation, path + ".l1", machine::kTagsDescription},
              Stage{simulation, path + ".l1_data", machine::kDataDescription},
              Stage{simulation, path + ".decoder", machine::kDecoderDescription},
              Stage{simulation, path + ".filter", machine::kFilterDescription}},
      lookups_{simulation.statistics.group(path + ".l1", machine::kTagsDescription)},
      clocked_{simulation.statistics.group(path + ".l1")
                   .counter("clocked_cycles", machine::StatisticUnit::kCycles, "cycles in which the RTL was clocked")} {
  simulation.watchdog.add({path + ".filter.slots", rtl_of::kFifoSlots + rtl_of::kDataSlots,
                           [this] { return std::uint64_t{entries_.size()}; },
                           [this] { return std::string{entries_.front().token ? "token" : "footprint"}; }});
}

void RtlSampler::expected(std::uint32_t footprints) {
  for (Stage& stage : stages_) stage.upstream += footprints;
  account();
}

void RtlSampler::before_results() {
  ask();
  answer();
}

bool RtlSampler::moves() const {
  return is_driven() || (held_ != 0 && quiet_ <= kSettled);
}

void RtlSampler::edge() {
  observe();
  rtl_->at(period().value());
  rtl_->clock();
  clocked_.add();
  if (taken_in_) requested_ = false;
  taken_in_ = taken_out_ = asked_ = false;
  answered_.reset();
  drive();
  // A footprint before the last one of its subspan leaves the filter by itself.
  if (rtl_->doings().sums && !rtl_->result_valid()) {
    const auto leaving = std::find_if(entries_.begin(), entries_.end(),
                                      [](const Entry& entry) { return !entry.token && !entry.summed; });
    leaving->summed = true;
  }
}

void RtlSampler::drive() {
  VerilatedSampler::Inputs inputs;
  inputs.request_valid = requested_;
  inputs.result_ready = taken_out_;
  inputs.ask_ready = asked_;
  if (answered_) {
    inputs.answer_id = *answered_;
    inputs.answer = &words_;
  }
  rtl_->drive(inputs);
}

/// Takes down the doings of the period that ends now.
void RtlSampler::observe() {
  const VerilatedSampler::Doings doings = rtl_->doings();
  const SamplerAccounts::States states = accounts_.pass(doings);
  const std::array<bool, kSamplerStages + 1> moves{doings.splits,  doings.asks_lines, doings.moves,
                                                   doings.decodes, doings.filters,    doings.sums};
  for (unsigned number = 0; number < kSamplerStages; ++number) {
    Stage& stage = stages_[number];
    if (moves[number] && stage.upstream > 0) --stage.upstream;
    if (moves[number + 1]) stage.passed->add();
    const StageState without = stage.upstream > 0 ? StageState::kStarved : StageState::kIdle;
    const StageState state = states[number];
    if (state == StageState::kBusy) stage.cycles->work(period(), period() + Cycles{1});
    stage.cycles->enter(period(), state == StageState::kBusy || state == StageState::kIdle ? without : state);
  }
  held_ += doings.splits;
  held_ -= doings.sums;
  if (doings.looks_up) {
    machine::Counter* const counters[] = {&lookups_.hits, &lookups_.merges, &lookups_.misses};
    lookups_.lookups.add();
    counters[doings.outcome]->add();
  }
  const bool moved = std::find(moves.begin(), moves.end(), true) != moves.end() || doings.looks_up || doings.reads;
  quiet_ = moved || is_driven() ? 0 : quiet_ + 1;
}

/// From this period on nothing moves, or footprints come.
void RtlSampler::account() {
  for (Stage& stage : stages_) {
    if (held_ == 0) stage.cycles->enter(period(), stage.upstream > 0 ? StageState::kStarved : StageState::kIdle);
  }
}

/// The next level is asked for a line as the RTL asks.
void RtlSampler::ask() {
  if (asked_ || !rtl_->ask_valid()) return;
  const VerilatedSampler::Ask asked = rtl_->ask();
  asked_ = true;
  lines_[asked.id] = asked.line;
  drive();
  fills.request({machine::AddressSpace::kStored, asked.line}, {}, asked.id, {now() - kTagLatency, now()});
}

/// A line that came goes in, one a period.
void RtlSampler::answer() {
  if (answered_) return;
  answered_ = next_line();
  if (!answered_) return;
  words_ = line_bytes(simulation(), fills, {machine::AddressSpace::kStored, lines_[*answered_]}, 1);
  drive();
}

/// At most one subspan leaves the RTL per period.
timing::Payload* RtlSampler::ready_head() {
  if (entries_.empty()) return nullptr;
  const Entry& head = entries_.front();
  if (head.token) {
    if (head.ready > now()) return nullptr;
  } else if (head.last) {
    if (taken_out_ || !rtl_->result_valid()) return nullptr;
    deliver_sums(timing::footprint_of(*head.payload), rtl_->result());
  } else if (!head.summed) {
    return nullptr;
  }
  return &*head.payload;
}

void RtlSampler::head_left() {
  if (!entries_.front().token && entries_.front().last) {
    taken_out_ = true;
    drive();
  }
  entries_.pop_front();
}

bool RtlSampler::take_in(timing::Payload& payload) {
  const FootprintExtension& subspan = timing::footprint_of(payload);
  if (subspan.work->footprints == 0) {
    if (subspan.subspan != 0) return true;
    // A message without footprints travels as one token.
    push_footprints(subspan);
    for (Stage& stage : stages_) {
      if (stage.upstream > 0) --stage.upstream;
    }
    return true;
  }
  return subspan.work->outcome.subspans[subspan.subspan].footprints.empty() || take_subspan(payload);
}

bool RtlSampler::take_subspan(timing::Payload& payload) {
  if (taken_in_) return false;
  if (!requested_) offer_request(payload);
  if (!rtl_->request_ready()) return false;
  taken_in_ = true;
  return true;
}

/// It stays at the RTL's input until it is taken: whoever offers it offers nothing else before. Its footprints go in
/// one after the other.
void RtlSampler::offer_request(timing::Payload& payload) {
  const FootprintExtension& subspan = timing::footprint_of(payload);
  rtl_->put(subspan_request(subspan));
  push_footprints(subspan);
  requested_ = true;
  quiet_ = 0;
  drive();
}

void RtlSampler::push_footprints(const FootprintExtension& subspan) {
  std::vector<timing::PayloadRef> footprints = make_footprints(simulation(), subspan, made_of_message_);
  for (std::size_t index = 0; index < footprints.size(); ++index) {
    const functional::Footprint* footprint = timing::footprint_of(*footprints[index]).footprint;
    if (footprint != nullptr) lookups_.texels.add(static_cast<std::uint64_t>(std::popcount(footprint->texels)));
    entries_.push_back({.payload = std::move(footprints[index]),
                        .token = footprint == nullptr,
                        .last = index + 1 == footprints.size(),
                        .ready = now() + kLatency});
  }
}

/// The next period while something moves, or the time at which a token may leave.
void RtlSampler::schedule() {
  if (moves() || lines_wait()) wake_at(now() + Cycles{1});
  if (!entries_.empty() && entries_.front().token && !is_offering())
    wake_at(std::max(entries_.front().ready, now() + Cycles{1}));
}

std::unique_ptr<timing::SamplerStages> make_rtl_sampler(const std::string& path, timing::Simulation& simulation,
                                                        const machine::SamplerParameters& parameters,
                                                        ByteSize next_line, const timing::BlockRegistry&) {
  return std::make_unique<JoinedStages<RtlSampler>>("rtl", path, simulation, parameters, next_line);
}

}  // namespace texpipe::rtl_cosim
