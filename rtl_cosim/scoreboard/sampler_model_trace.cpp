#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "machine/blocks/block_facts.h"
#include "machine/stage/stage_state.h"
#include "rtl_cosim/blocks/sampler_machine.h"
#include "rtl_cosim/scoreboard/cache_modules.h"
#include "rtl_cosim/scoreboard/sampler_trace.h"
#include "timing/cache/texture_cache.h"
#include "timing/kernel/kernel.h"
#include "timing/sampler/address_generator.h"
#include "timing/sampler/pipeline_stages.h"

namespace texpipe::rtl_cosim {

namespace {

using machine::StageState;

/// Stages of the model that the RTL sampler has, in the order of SamplerStage.
constexpr std::array<machine::BlockKind, kSamplerStages> kStages{
    machine::BlockKind::kAddressGenerator, machine::BlockKind::kTags, machine::BlockKind::kData,
    machine::BlockKind::kDecoder, machine::BlockKind::kFilter};

std::string name_of(SamplerStage stage) {
  return std::string{machine::stage_facts(kStages[static_cast<std::size_t>(stage)]).name};
}

/// Times at which the last footprint of each subspan leaves the filter.
class ResultTimes final : public timing::EventListener {
 public:
  ResultTimes(const timing::Simulation& simulation, std::uint64_t begin, SamplerTrace& trace)
      : events_{simulation.events}, begin_{begin}, trace_{trace} {}

  void on(const timing::FootprintEvent& event) override {
    if (!event.footprint->last || events_.path(event.stage) != "filter.slots") return;
    trace_.passages[event.footprint->work->sequence].taken = begin_ + event.left.value();
  }
  void on(const timing::LookupEvent& event) override { ++trace_.lookups[static_cast<std::size_t>(event.result)]; }

 private:
  const timing::EventHub& events_;
  std::uint64_t begin_;
  SamplerTrace& trace_;
};

SamplerAccount account_of(const timing::Simulation& simulation, const std::string& stage, std::uint64_t cycles) {
  const machine::Statistic* found = simulation.statistics.find(stage + ".cycles");
  const auto& account = std::get<machine::CycleAccount>(found->value);
  const auto in = [&](StageState state) { return account.cycles_in(state).value(); };
  SamplerAccount cut{.busy = in(StageState::kBusy),
                     .blocked = in(StageState::kBlocked),
                     .miss = in(StageState::kMiss),
                     .latency = in(StageState::kLatency)};
  cut.idle = cycles - cut.busy - cut.stalls();
  return cut;
}

/// Removes from a trace all that happens at the reset or later.
void cut(SamplerTrace& trace, std::uint64_t end) {
  for (SamplerTrace::Passage& passage : trace.passages) {
    if (passage.taken >= end) passage.taken = SamplerTrace::kNot;
  }
}

}  // namespace

std::string_view stage_name(SamplerStage stage) {
  constexpr std::string_view kNames[] = {"addresses", "tags", "data", "decoder", "filter"};
  return kNames[static_cast<std::size_t>(stage)];
}

SamplerTrace sampler_trace_of_model(const SamplerStimulus& stimulus, const SamplerStretch& stretch) {
  const timing::Kernel kernel;
  timing::Simulation simulation{{}};
  const machine::SamplerParameters machine = sampler_machine();

  SamplerTrace trace;
  CacheTrace memory_trace;
  std::vector<std::unique_ptr<timing::SamplerWork>> works;
  // A reset cuts what comes after it: nothing more needs to be offered then.
  const std::uint64_t left = stimulus.count() - stretch.first;
  const std::uint64_t most = stretch.end == SamplerTrace::kNot ? left : std::min(left, stretch.end - stretch.begin);
  const auto at = [&](Cycles cycle) { return stretch.begin + cycle.value(); };
  CacheSource source{
      "source", simulation, most,
      [&](std::uint64_t turn) {
        const std::uint64_t number = stimulus.number(stretch.first + turn);
        auto work = std::make_unique<timing::SamplerWork>();
        work->outcome.subspans.push_back(stimulus.subspan(number).plan);
        work->footprints = static_cast<std::uint32_t>(work->outcome.subspans[0].footprints.size());
        work->sequence = turn;
        trace.passages.push_back({.number = number});
        works.push_back(std::move(work));
        return works.back().get();
      },
      [&](std::uint64_t turn, Cycles cycle) { return at(cycle) >= stimulus.arrival(stretch.first + turn); }};
  timing::AddressGenerator addresses{name_of(SamplerStage::kAddresses).c_str(), simulation, machine.address_generator};
  timing::CacheTags tags{name_of(SamplerStage::kTags).c_str(), simulation, machine.l1, machine.latency_fifo};
  timing::CacheData data{name_of(SamplerStage::kData).c_str(), simulation, machine.l1};
  timing::TexelDecoder decoder{name_of(SamplerStage::kDecoder).c_str(), simulation, machine.decoder};
  timing::TexelFilter filter{name_of(SamplerStage::kFilter).c_str(), simulation, machine.filter};
  // Only the sums of a whole subspan wait for somebody.
  CacheSink sink{"sink", simulation, [&](const timing::FootprintExtension& footprint, Cycles cycle) {
                   return !footprint.last || stimulus.takes(at(cycle));
                 }};
  CacheMemoryModule memory{"memory", simulation, stimulus.around(), stretch.begin, memory_trace};
  source.out.bind(addresses.in);
  addresses.out.bind(tags.in);
  tags.out.bind(data.in);
  data.out.bind(decoder.in);
  decoder.out.bind(filter.in);
  filter.out.bind(sink.in);
  tags.fills.port.socket.bind(memory.socket);
  ResultTimes times{simulation, stretch.begin, trace};
  simulation.events.add(times);
  simulation.run();

  std::uint64_t last = stretch.begin;
  for (const SamplerTrace::Passage& passage : trace.passages) last = std::max(last, passage.taken);
  trace.cycles = last + 1 - stretch.begin;
  for (unsigned stage = 0; stage < kSamplerStages; ++stage)
    trace.accounts[stage] = account_of(simulation, name_of(static_cast<SamplerStage>(stage)), trace.cycles);
  cut(trace, stretch.end);
  return trace;
}

}  // namespace texpipe::rtl_cosim
