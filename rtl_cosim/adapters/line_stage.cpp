#include "rtl_cosim/adapters/line_stage.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "machine/cache/texture_cache_statistics.h"

namespace texpipe::rtl_cosim {

using machine::StageState;
using timing::FootprintExtension;

namespace {

constexpr ByteSize kLine{texture_cache_rtl::kLineBytes};

/// Errors: kUnsupported.
timing::FillPath::Parameters fill_parameters(const machine::SamplerParameters& parameters, const std::string& sampler,
                                             ByteSize next_line) {
  if (parameters.l1.line != kLine) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.path = sampler + ".l1.line",
                                                   .problem = "lines of " + value_text(parameters.l1.line) +
                                                              " of RTL, whose ports have " + value_text(kLine),
                                                   .hint = "set it to " + value_text(kLine)}};
  }
  return {kLineIds, kLine, next_line, parameters.l1.decompression.latency,
          parameters.l1.decompression.blocks_per_cycle};
}

}  // namespace

CacheLineWords line_bytes(timing::Simulation& simulation, timing::FillPath& fills, machine::LineKey key,
                          std::uint32_t expansion) {
  const std::uint64_t parts = key.space == machine::AddressSpace::kDecoded ? expansion : 1;
  const std::uint64_t size = std::max<std::uint64_t>(texture_cache_rtl::kLineBytes / parts, 1);
  const timing::PayloadRef payload =
      timing::memory_request(simulation.memory, timing::MemoryCommand::kRead,
                             ByteAddress{key.line * texture_cache_rtl::kLineBytes / parts}, ByteSize{size});
  CacheLineWords words{};
  if (fills.port.socket->transport_dbg(*payload) == size)
    std::memcpy(words.data(), timing::bytes_of(*payload).data(), size);
  return words;
}

LineStage::LineStage(sc_core::sc_module_name name, Stands stands, timing::Simulation& simulation,
                     const machine::SamplerParameters& parameters, ByteSize next_line, std::unique_ptr<LinesRtl> rtl)
    : FootprintBlock{name, simulation},
      fills{"fills",
            simulation,
            simulation.statistics.group(sampler() + ".l1", machine::kTagsDescription),
            fill_parameters(parameters, sampler(), next_line),
            {[this](std::uint64_t waiter) {
               came_.push_back(static_cast<unsigned>(waiter));
               wake_.at(now());
             },
             [] {}}},
      lines_{*rtl},
      rtl_{std::move(rtl)},
      wake_{simulation.agenda, timing::wakes<&LineStage::act>(*this)},
      signals_{simulation, stands == Stands::kForCache ? std::string{this->name()} : sampler(), rtl_.traced(),
               [this] { pass_edges(); }},
      accounts_{stands == Stands::kForCache
                    ? simulation.statistics.group(this->name(), machine::kTagsDescription)
                    : simulation.statistics.group(sampler() + ".filter", "address generator to filter as RTL")},
      cycles_{accounts_.account("cycles", "what the RTL's input did, cycle by cycle", enum_rows(StageState{}))},
      passed_{accounts_.counter("footprints", machine::StatisticUnit::kFootprints, "footprints that left the stage")},
      clocked_{
          accounts_.counter("clocked_cycles", machine::StatisticUnit::kCycles, "cycles in which the RTL was clocked")} {
  // The edge that ends the run's last cycle belongs to it, whether somebody looks or not.
  simulation.before_accounts_close.emplace_back([this] { pass_edges(); });
  simulation.watchdog.add({std::string{this->name()} + ".slots", kLineIds,
                           [this] { return std::uint64_t{entries_.size()}; },
                           [this] { return std::string{entries_.front().passes ? "token" : "footprint"}; }});
}

std::string LineStage::sampler() const {
  const std::string path = name();
  return path.substr(0, path.rfind('.'));
}

void LineStage::expect(std::uint32_t footprints) {
  simulation().guarded([&] {
    pass_edges();
    upstream_ += footprints;
    account();
  });
}

void LineStage::act() {
  simulation().guarded([this] {
    pass_edges();
    progress();
  });
}

bool LineStage::offered(timing::Payload& payload) {
  bool accepted = false;
  // Whoever offers is a process of another block.
  simulation().guarded([&] {
    pass_edges();
    accepted = take_in(payload);
    progress();
  });
  return accepted;
}

void LineStage::taken() {
  simulation().guarded([this] {
    pass_edges();
    left();
    progress();
  });
}

/// All that can happen in this period now.
void LineStage::progress() {
  ask();
  answer();
  put_out();
  while (waiting() != nullptr && take_in(*waiting())) take_waiting();
  schedule();
}

bool LineStage::works() const {
  const auto any = [](const auto& key) { return key.has_value(); };
  return !entries_.empty() || rtl_.offers() || lines_.ask_valid() ||
         std::any_of(on_their_way_.begin(), on_their_way_.end(), any);
}

/// Rising edges between the period in progress and the present one.
void LineStage::pass_edges() {
  const Cycles present = now();
  while (period_ < present) {
    const Cycles next = works() ? period_ + Cycles{1} : present;
    const bool in = answering_ && lines_.answer_ready();
    clocked_.add(rtl_.pass_edges(next, works()));
    if (in) {
      on_their_way_[*answering_].reset();
      answering_.reset();
    }
    asked_ = false;
    put_lines();
    period_ = next;
  }
}

void LineStage::put_lines() {
  lines_.put_lines({asked_, answering_ ? &words_ : nullptr, answering_.value_or(0)});
  rtl_.settle();
}

/// The next level is asked for a line as the RTL asks.
void LineStage::ask() {
  if (asked_ || !lines_.ask_valid()) return;
  const LinesRtl::Ask asked = lines_.ask();
  if (asked.id >= kLineIds || on_their_way_[asked.id]) {
    throw Error{ExitCode::kMismatch, std::string{name()} + ": in cycle " + std::to_string(now().value()) +
                                         " the RTL asks for a line by id " + std::to_string(asked.id) +
                                         ", by which another one is on its way"};
  }
  const Line line = line_of(asked.key);
  if (const timing::FillPath::Flight flight = fills.in_flight(line.key)) {
    if (!fills.wait(flight, asked.id)) came_.push_back(asked.id);
  } else {
    fills.request(line.key, line.decoding, asked.id, {now(), now()});
  }
  on_their_way_[asked.id] = asked.key;
  asked_ = true;
  put_lines();
}

/// A line that came stands at the port until the RTL takes it.
void LineStage::answer() {
  if (answering_ || came_.empty()) return;
  answering_ = came_.front();
  came_.pop_front();
  const std::uint64_t key = *on_their_way_[*answering_];
  const Line line = line_of(key);
  words_ = line_bytes(simulation(), fills, line.key, line.decoding.expansion);
  brought(key, words_);
  put_lines();
}

/// Offers the head when it is ready. At most one result leaves the RTL per period.
void LineStage::put_out() {
  while (!offering_ && !entries_.empty()) {
    const Entry& head = entries_.front();
    if (head.passes && head.ready > now()) return;
    if (!head.passes && head.first) {
      if (!rtl_.has_result()) return;
      deliver(timing::footprint_of(*head.payload), rtl_.result());
    }
    offering_ = true;
    if (!offer(*head.payload)) return;
    left();
  }
}

/// The offered head left.
void LineStage::left() {
  offering_ = false;
  if (!entries_.front().passes) {
    passed_.add();
    if (entries_.front().last) rtl_.take_result();
  }
  entries_.pop_front();
}

bool LineStage::take_in(timing::Payload& payload) {
  const FootprintExtension& offered = timing::footprint_of(payload);
  if (is_empty(offered)) return true;
  if (offered.work->footprints != 0) {
    if (!rtl_.offer([&] { return request(offered); })) return false;
    cycles_.work(now(), now() + Cycles{1});
  }
  append_all(payload);
  return true;
}

void LineStage::append(timing::PayloadRef footprint, bool first, bool last) {
  entries_.push_back({.payload = std::move(footprint), .first = first, .last = last, .ready = now() + Cycles{1}});
  entries_.back().passes = timing::footprint_of(*entries_.back().payload).footprint == nullptr;
  if (upstream_ > 0) --upstream_;
}

void LineStage::account() {
  cycles_.enter(period_, waiting() != nullptr && !rtl_.took_request() ? StageState::kBlocked
                         : upstream_ > 0                              ? StageState::kStarved
                                                                      : StageState::kIdle);
}

/// The next period while the RTL works, or that in which what passes may leave.
void LineStage::schedule() {
  account();
  if (works() || waiting() != nullptr) wake_.at(now() + Cycles{1});
}

}  // namespace texpipe::rtl_cosim
