#include "rtl_cosim/blocks/line_stage.h"

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

constexpr ByteSize kLine{verilated_texture_cache::kLineBytes};

/// Errors: kUnsupported.
timing::FillPath::Parameters fill_parameters(const machine::SamplerParameters& parameters, const std::string& sampler,
                                             ByteSize next_line) {
  if (parameters.l1.line != kLine) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.path = sampler + ".l1.line",
                                                   .problem = "lines of " + value_text(parameters.l1.line) +
                                                              " of RTL, whose ports have " + value_text(kLine),
                                                   .hint = "set it to " + value_text(kLine)}};
  }
  if (parameters.l1.sectors().divided()) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.path = sampler + ".l1.sector",
                                                   .problem = "sectors of lines of RTL, which reads whole lines",
                                                   .hint = "set it to 0B"}};
  }
  return {kLineIds, kLine, next_line, parameters.l1.decompression.latency,
          parameters.l1.decompression.blocks_per_cycle};
}

}  // namespace

CacheLineWords line_bytes(timing::Simulation& simulation, timing::FillPath& fills, machine::LineKey key,
                          std::uint32_t expansion) {
  const std::uint64_t parts = key.space == machine::AddressSpace::kDecoded ? expansion : 1;
  const std::uint64_t size = std::max<std::uint64_t>(verilated_texture_cache::kLineBytes / parts, 1);
  const timing::PayloadRef payload =
      timing::memory_request(simulation.memory, timing::MemoryCommand::kRead,
                             ByteAddress{key.line * verilated_texture_cache::kLineBytes / parts}, ByteSize{size});
  CacheLineWords words{};
  if (fills.port.socket->transport_dbg(*payload) == size)
    std::memcpy(words.data(), timing::bytes_of(*payload).data(), size);
  return words;
}

LineStage::LineStage(sc_core::sc_module_name name, Stands stands, timing::Simulation& simulation,
                     const machine::SamplerParameters& parameters, ByteSize next_line, std::unique_ptr<LinesRtl> rtl)
    : ClockedStage{name, simulation},
      fills{"fills", simulation, simulation.statistics.group(sampler() + ".l1", machine::kTagsDescription),
            fill_parameters(parameters, sampler(), next_line), owner_of_lines()},
      lines_{*rtl},
      rtl_{std::move(rtl)},
      signals_{simulation, stands == Stands::kForCache ? std::string{this->name()} : sampler(), rtl_.traced(),
               [this] { pass_edges(); }},
      accounts_{stands == Stands::kForCache
                    ? simulation.statistics.group(this->name(), machine::kTagsDescription)
                    : simulation.statistics.group(sampler() + ".filter", "address generator to filter as RTL")},
      cycles_{accounts_.account("cycles", "what the RTL's input did, cycle by cycle", enum_rows(StageState{}))},
      passed_{accounts_.counter("footprints", machine::StatisticUnit::kFootprints, "footprints that left the stage")},
      clocked_{
          accounts_.counter("clocked_cycles", machine::StatisticUnit::kCycles, "cycles in which the RTL was clocked")} {
  simulation.watchdog.add({std::string{this->name()} + ".slots", kLineIds,
                           [this] { return std::uint64_t{entries_.size()}; },
                           [this] { return std::string{entries_.front().passes ? "token" : "footprint"}; }});
}

std::string LineStage::sampler() const {
  const std::string path = name();
  return path.substr(0, path.rfind('.'));
}

void LineStage::expected(std::uint32_t footprints) {
  upstream_ += footprints;
  account();
}

void LineStage::before_results() {
  ask();
  answer();
}

bool LineStage::works() const {
  const auto any = [](const auto& key) { return key.has_value(); };
  return !entries_.empty() || rtl_.offers() || lines_.ask_valid() ||
         std::any_of(on_their_way_.begin(), on_their_way_.end(), any);
}

void LineStage::edge() {
  const bool in = answering_ && lines_.answer_ready();
  clocked_.add(rtl_.pass_edges(period() + Cycles{1}, true));
  if (in) {
    on_their_way_[*answering_].reset();
    answering_.reset();
  }
  asked_ = false;
  put_lines();
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
    if (!fills.wait(flight, asked.id)) line_came(asked.id);
  } else {
    fills.request(line.key, line.decoding, asked.id, {now(), now()});
  }
  on_their_way_[asked.id] = asked.key;
  asked_ = true;
  put_lines();
}

/// A line that came stands at the port until the RTL takes it.
void LineStage::answer() {
  if (answering_) return;
  answering_ = next_line();
  if (!answering_) return;
  const std::uint64_t key = *on_their_way_[*answering_];
  const Line line = line_of(key);
  words_ = line_bytes(simulation(), fills, line.key, line.decoding.expansion);
  brought(key, words_);
  put_lines();
}

/// At most one result leaves the RTL per period.
timing::Payload* LineStage::ready_head() {
  if (entries_.empty()) return nullptr;
  const Entry& head = entries_.front();
  if (head.passes && head.ready > now()) return nullptr;
  if (!head.passes && head.first) {
    if (!rtl_.has_result()) return nullptr;
    deliver(timing::footprint_of(*head.payload), rtl_.result());
  }
  return &*head.payload;
}

void LineStage::head_left() {
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
  cycles_.enter(period(), waiting() != nullptr && !rtl_.took_request() ? StageState::kBlocked
                          : upstream_ > 0                              ? StageState::kStarved
                                                                       : StageState::kIdle);
}

/// The next period while the RTL works, or that in which what passes may leave.
void LineStage::schedule() {
  account();
  if (works() || waiting() != nullptr) wake_at(now() + Cycles{1});
}

}  // namespace texpipe::rtl_cosim
