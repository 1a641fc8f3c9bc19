#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "rtl_cosim/blocks/texture_cache_machine.h"
#include "rtl_cosim/scoreboard/cache_modules.h"
#include "rtl_cosim/scoreboard/cache_trace.h"
#include "timing/cache/texture_cache.h"
#include "timing/kernel/kernel.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr std::uint64_t kSpaceBit = std::uint64_t{1} << (verilated_texture_cache::kKeyBits - 1);

/// Writes the trace from what the blocks publish.
class TraceWriter final : public timing::EventListener {
 public:
  TraceWriter(const timing::Simulation& simulation, std::uint64_t begin, CacheTrace& trace)
      : events_{simulation.events}, begin_{begin}, trace_{trace} {}

  void on(const timing::LookupEvent& event) override {
    const bool miss = event.result == machine::LineLookup::kMiss;
    on_their_way_ += miss;
    const CacheOutcome outcome = miss                                          ? CacheOutcome::kMiss
                                 : event.result == machine::LineLookup::kMerge ? CacheOutcome::kMerge
                                                                               : CacheOutcome::kHit;
    const std::uint64_t key = event.line | (event.footprint->decoded_lines ? kSpaceBit : 0);
    trace_.lookups.push_back({begin_ + event.time.value(), key, outcome, on_their_way_});
  }
  void on(const timing::FillEvent&) override { --on_their_way_; }
  void on(const timing::FootprintEvent& event) override {
    CacheTrace::Passage& passage = trace_.passages[event.footprint->work->sequence];
    if (events_.path(event.stage) == "l1.slots") {
      passage.accepted = begin_ + event.entered.value();
      passage.looked_up = begin_ + event.issued.value();
      passage.moved = begin_ + event.left.value();
    } else {
      passage.read = begin_ + event.ready.value() - verilated_texture_cache::kDataLatency;
      passage.taken = begin_ + event.left.value();
    }
  }

 private:
  const timing::EventHub& events_;
  std::uint64_t begin_;
  CacheTrace& trace_;
  unsigned on_their_way_ = 0;
};

std::unique_ptr<timing::SamplerWork> work_of(const std::vector<std::uint64_t>& keys) {
  auto work = std::make_unique<timing::SamplerWork>();
  functional::Footprint footprint;
  footprint.pixels = footprint.texels = 0xF;
  footprint.line_count = static_cast<std::uint8_t>(keys.size());
  for (unsigned line = 0; line < keys.size(); ++line) footprint.lines[line] = keys[line] & ~kSpaceBit;
  footprint.element_bytes = verilated_texture_cache::kLineBytes;  // a line is one block
  footprint.decoded_lines = !keys.empty() && (keys[0] & kSpaceBit) != 0;
  functional::SubspanPlan plan;
  plan.footprints.push_back(footprint);
  work->outcome.subspans.push_back(std::move(plan));
  return work;
}

/// Removes from a trace all that happens at the reset or later.
void cut(CacheTrace& trace, std::uint64_t end) {
  const auto late = [end](const auto& event) { return event.cycle >= end; };
  std::erase_if(trace.lookups, late);
  std::erase_if(trace.requests, late);
  std::erase_if(trace.passages, [end](const CacheTrace::Passage& passage) { return passage.accepted >= end; });
  for (CacheTrace::Passage& passage : trace.passages) {
    for (std::uint64_t* cycle : {&passage.looked_up, &passage.moved, &passage.read, &passage.taken}) {
      if (*cycle >= end) *cycle = CacheTrace::kNot;
    }
  }
}

}  // namespace

std::string_view outcome_name(CacheOutcome outcome) {
  constexpr std::string_view kNames[] = {"hit", "merge", "miss"};
  return kNames[static_cast<std::size_t>(outcome)];
}

CacheTrace trace_of_model(const CacheStimulus& stimulus, const CacheStretch& stretch) {
  const timing::Kernel kernel;
  timing::Simulation simulation{{}};
  TextureCacheMachine machine = texture_cache_machine();
  // Lines of both address spaces come alike.
  machine.l1.decompression = {.latency = Cycles{0}, .blocks_per_cycle = 64};

  CacheTrace trace;
  std::vector<std::unique_ptr<timing::SamplerWork>> works;
  // A reset cuts what comes after it: nothing more needs to be offered then.
  const std::uint64_t most = stretch.end == CacheTrace::kNot
                                 ? stimulus.count() - stretch.first
                                 : std::min(stimulus.count() - stretch.first, stretch.end - stretch.begin);
  const auto at = [&](Cycles cycle) { return stretch.begin + cycle.value(); };
  CacheSource source{"source", simulation, most,
                     [&](std::uint64_t turn) {
                       const std::uint64_t number = stimulus.number(stretch.first + turn);
                       works.push_back(work_of(stimulus.keys(number)));
                       works.back()->sequence = turn;
                       trace.passages.push_back({.number = number});
                       return works.back().get();
                     },
                     [&](std::uint64_t, Cycles cycle) { return stimulus.offers(at(cycle)); }};
  timing::CacheTags tags{"l1", simulation, machine.l1, machine.latency_fifo};
  timing::CacheData data{"l1_data", simulation, machine.l1};
  CacheSink sink{"sink", simulation,
                 [&](const timing::FootprintExtension&, Cycles cycle) { return stimulus.takes(at(cycle)); }};
  CacheMemoryModule memory{"memory", simulation, stimulus, stretch.begin, trace};
  source.out.bind(tags.in);
  tags.out.bind(data.in);
  data.out.bind(sink.in);
  tags.fills.port.socket.bind(memory.socket);
  TraceWriter writer{simulation, stretch.begin, trace};
  simulation.events.add(writer);
  simulation.run();

  std::size_t lookups = 0;
  for (std::size_t turn = 0; turn < trace.passages.size(); ++turn) {
    trace.passages[turn].first_lookup = lookups;
    lookups += works[turn]->outcome.subspans[0].footprints[0].line_count;
  }
  cut(trace, stretch.end);
  return trace;
}

}  // namespace texpipe::rtl_cosim
