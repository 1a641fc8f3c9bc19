// The loosely timed sampler against the approximately timed one: the same cycle for every message, the same statistics.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include "machine/cache/tlb.h"
#include "machine/graph/cache_surroundings.h"
#include "timing/cache/line_cache.h"
#include "timing/cache/loose_line_port.h"
#include "timing/memory/memory.h"
#include "timing/sampler/loose_sampler.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;
using namespace texpipe::timing::test;
using machine::MachineParameters;

namespace {

using Random = std::mt19937_64;

std::uint64_t below(Random& random, std::uint64_t limit) {
  return random() % limit;
}

/// Small numbers are as likely as large ones.
std::uint32_t any(Random& random, std::uint32_t low, std::uint32_t high) {
  const double span = static_cast<double>(high) / low;
  const double chosen = low * std::pow(span, static_cast<double>(below(random, 1001)) / 1000.0);
  return std::clamp(static_cast<std::uint32_t>(chosen), low, high);
}

Fraction any_rate(Random& random) {
  static const std::vector<Fraction> kRates{{1, 3}, {1, 2}, 1, {3, 2}, 2, 3, 4, {16, 3}, 8, 16, 64};
  return kRates[below(random, kRates.size())];
}

/// Bytes per cycle.
Fraction any_width(Random& random) {
  const Fraction rate = any_rate(random);
  return {8 * rate.numerator(), rate.denominator()};
}

void any_line_cache(Random& random, machine::LineCacheParameters& cache) {
  cache.line = ByteSize{std::uint64_t{32} << below(random, 3)};
  cache.ways = any(random, 1, 16);
  cache.banks = 1u << below(random, 4);
  cache.size = cache.line * cache.ways * cache.banks * any(random, 1, 64);
  cache.replacement = below(random, 4) == 0 ? machine::Replacement::kRandom : machine::Replacement::kLru;
  cache.set_hash = below(random, 2) == 0 ? machine::SetHash::kModulo : machine::SetHash::kXor;
  cache.bytes_per_cycle = any_width(random);
  cache.hit_latency = Cycles{any(random, 1, 40)};
  cache.data_latency = Cycles{any(random, 1, 40) - 1};
  cache.fill_latency = Cycles{any(random, 1, 12)};
  cache.mshrs = any(random, 1, 32);
  cache.queue = any(random, 1, 16);
  cache.write_buffer = any(random, 1, 16);
}

/// A machine of any numbers, with `samplers` samplers.
MachineParameters any_machine(Random& random, std::uint32_t samplers) {
  MachineParameters machine;
  machine.slice.subslices = samplers;
  machine.slice.subslice.resize(samplers);
  for (auto& subslice : machine.slice.subslice) {
    machine::SamplerParameters& p = subslice.sampler;
    p.front_end = {{}, any(random, 1, 8), Cycles{any(random, 1, 10)}, any_width(random)};
    p.address_generator = {{}, any(random, 1, 16), Cycles{any(random, 1, 10)}, any_rate(random)};
    p.address_generator.buffer_texels_per_cycle = any_rate(random);
    p.filter.rates.float_channels = any_rate(random);
    p.l1.line = ByteSize{std::uint64_t{32} << below(random, 3)};
    p.l1.ways = any(random, 1, 8);
    p.l1.size = p.l1.line * p.l1.ways * any(random, 1, 64);
    p.l1.enabled = below(random, 8) != 0;
    p.l1.mshrs = any(random, 1, 32);
    p.l1.lookups_per_cycle = any_rate(random);
    p.l1.lookup_order = below(random, 4) == 0 ? machine::LookupOrder::kOneByOne : machine::LookupOrder::kTogether;
    p.l1.tag_latency = Cycles{any(random, 1, 8)};
    p.l1.banks = 1u << below(random, 5);
    p.l1.ports = any(random, 1, 4);
    p.l1.overlapping_reads = below(random, 2) == 0;
    p.l1.level_banks = below(random, 2) == 0;
    p.l1.half_banks = below(random, 2) == 0;
    p.l1.wide_reads = below(random, 2) == 0 ? machine::WideReads::kLines : machine::WideReads::kPairs;
    p.l1.data_latency = Cycles{any(random, 1, 12)};
    p.l1.data_slots = any(random, 1, 32);
    p.l1.replacement = below(random, 4) == 0 ? machine::Replacement::kRandom : machine::Replacement::kLru;
    p.l1.decompression = {
        below(random, 2) == 0 ? machine::DecompressionPlace::kBeforeL1 : machine::DecompressionPlace::kAfterL1,
        Cycles{any(random, 1, 12) - 1}, any_rate(random)};
    p.latency_fifo.slots = any(random, 1, 200);
    p.l2.enabled = below(random, 3) != 0;
    any_line_cache(random, p.l2.cache);
    p.decoder = {{}, any(random, 1, 16), Cycles{any(random, 1, 8)}, any_rate(random), below(random, 4) == 0};
    p.filter.slots = any(random, 1, 32);
    p.filter.latency = Cycles{any(random, 1, 16)};
    p.writeback = {{}, any(random, 1, 8), Cycles{any(random, 1, 8)}, any_width(random)};
  }
  machine::LineCacheParameters& l3 = machine.slice.l3;
  any_line_cache(random, l3);
  l3.urb = l3.slm = l3.line * l3.ways * l3.banks * any(random, 1, 8);
  l3.size = l3.size + l3.urb + l3.slm;
  l3.subslice_ports = below(random, 2) == 0 ? machine::SubslicePorts::kSeparate : machine::SubslicePorts::kShared;
  if (below(random, 3) == 0) {
    machine.slice.shared_l2.enabled = true;
    any_line_cache(random, machine.slice.shared_l2.cache);
    l3.subslice_ports = machine::SubslicePorts::kSeparate;
  }
  machine.slice.tlb = {below(random, 2) == 0, any(random, 1, 64), ByteSize{4096}, Cycles{any(random, 1, 200)}};
  machine.llc.enabled = below(random, 2) == 0;
  any_line_cache(random, machine.llc.cache);
  machine.llc.write_bytes_per_cycle = any_width(random);
  machine.memory.latency = TimeSpan{std::uint64_t{1'000} * any(random, 1, 200)};
  machine.memory.bandwidth = Bandwidth{std::uint64_t{1'000'000'000} * any(random, 2, 100)};
  machine.memory.banks = 1u << below(random, 5);
  machine.memory.row = ByteSize{std::uint64_t{64} << below(random, 6)};
  machine.memory.row_miss = TimeSpan{std::uint64_t{1'000} * any(random, 1, 40)};
  machine.memory.bank_cycle = TimeSpan{std::uint64_t{1'000} * any(random, 1, 20)};
  machine.memory.queue = any(random, 1, 64);
  return machine;
}

/// What one EU sends: any footprints near a place that wanders, and what it does with the responses.
struct Traffic {
  Traffic(std::uint64_t seed, std::uint64_t stream)
      : random{seed * 64 + stream}, holds{seed * 64 + stream + 32}, pauses{seed * 64 + stream + 48} {
    texels = std::uint64_t{1} << (6 + below(random, 14));
    locality = 1 + below(random, 512);
    hold = below(random, 3) == 0 ? below(random, 60) : 0;
    pause = below(random, 2) == 0 ? below(random, 40) : 0;
    footprints = any(random, 1, 8);
    expansion = static_cast<std::uint8_t>(1u << (below(random, 2) * below(random, 4)));
  }

  functional::SamplerOutcome next(functional::LineShape lines) {
    functional::SamplerOutcome outcome;
    const bool query = below(random, 16) == 0;
    for (std::uint64_t s = 1 + below(random, 4); s > 0; --s) {
      functional::SubspanPlan& subspan = outcome.subspans.emplace_back();
      subspan.pixels = 0xF;
      if (query || below(random, 8) == 0) continue;
      for (std::uint64_t f = 1 + below(random, footprints); f > 0; --f) subspan.footprints.push_back(footprint(lines));
    }
    outcome.response.registers.resize(1 + below(random, 8));
    outcome.response.byte_enables.assign(outcome.response.registers.size(), 0xFFFFFFFF);
    return outcome;
  }

  functional::Footprint footprint(functional::LineShape lines) {
    functional::Footprint footprint;
    footprint.pixels = 0xF;
    footprint.filter = static_cast<functional::FilterClass>(below(random, 4));
    footprint.format_class = static_cast<functional::FormatClass>(below(random, 3));
    footprint.expansion = below(random, 4) == 0 ? 1 : expansion;
    footprint.element_bytes = below(random, 2) == 0 ? 4 : 8;
    footprint.float_channels = static_cast<std::uint8_t>(below(random, 5));
    footprint.buffer = below(random, 4) == 0;
    footprint.texel_bytes = 4;
    functional::FootprintAddresses addresses{};
    const std::uint64_t count = below(random, 17);
    place = below(random, 16) == 0 ? below(random, texels) : (place + below(random, locality)) % texels;
    for (std::uint64_t t = 0; t < count; ++t) {
      const std::uint64_t texel = (place + below(random, locality)) % texels;
      footprint.texels = static_cast<std::uint16_t>(footprint.texels | 1u << t);
      addresses[t] = {ByteAddress{4 * texel}, ByteAddress{4 * texel * footprint.expansion}};
    }
    functional::collect_lines(lines, addresses, footprint);
    return footprint;
  }

  Random random;
  Random holds;
  Random pauses;
  std::uint64_t place = 0;
  std::uint64_t texels;
  std::uint64_t locality;
  std::uint64_t hold;
  std::uint64_t pause;
  std::uint32_t footprints;
  std::uint8_t expansion;
};

/// Writes lines at random times into what the sampler reads, like a data port.
class Writer {
 public:
  Writer(const char* name, Simulation& simulation, std::uint64_t seed, ByteSize line)
      : port{name, simulation, [](Payload&) {}}, simulation_{simulation}, random_{seed}, bytes_{std::min(line, 64_B)} {
    pause_ = 1 + below(random_, 60);
    wake_.at(Cycles{below(random_, 50)});
  }

  RequestPort port;

 private:
  void write() {
    const ByteAddress address{below(random_, 1024) * bytes_.value()};
    port.send(memory_request(simulation_.memory, MemoryCommand::kWrite, address, bytes_));
    if (++written_ < 200) wake_.at(simulation_.clock.now() + Cycles{1 + below(random_, pause_)});
  }

  Simulation& simulation_;
  Random random_;
  ByteSize bytes_;
  std::uint64_t pause_;
  std::uint32_t written_ = 0;
  Wake wake_{simulation_.agenda, wakes<&Writer::write>(*this)};
};

struct Times {
  std::vector<std::vector<MockEu::Answer>> answers;  // by sampler
  std::map<std::string, std::string> statistics;     // as text, by path
  Cycles end;
};

SamplerSemantics semantics_of(Traffic& traffic) {
  return {[&traffic](const functional::Message&, const functional::PlanRequest& plan,
                     functional::SamplerOutcome& outcome) { outcome = traffic.next(plan.lines); },
          {}};
}

std::string text_of(const machine::Statistic& statistic) {
  std::string text;
  const auto add = [&text](std::uint64_t number) { text += std::to_string(number) + " "; };
  if (const auto* counter = std::get_if<machine::Counter>(&statistic.value)) add(counter->value());
  if (const auto* histogram = std::get_if<machine::Histogram>(&statistic.value)) {
    for (const std::uint64_t n : {histogram->count(), histogram->sum(), histogram->low(), histogram->high()}) add(n);
    for (const machine::Histogram::Bucket& bucket : histogram->buckets()) add(bucket.low), add(bucket.weight);
  }
  if (const auto* account = std::get_if<machine::CycleAccount>(&statistic.value)) {
    for (std::uint32_t i = 0; i < account->categories().rows.size(); ++i) add(account->cycles(i).value());
  }
  return text;
}

/// Lost cycles and the accounts of banks and buses are those of event-driven blocks.
bool only_of_events(std::string_view group, std::string_view statistic) {
  return statistic == "lost_cycles" || group.starts_with("relaxed") ||
         (statistic.starts_with("bank_") && statistic.ends_with("_cycles")) ||
         (group == "memory" && statistic == "cycles");
}

/// By path; `above` is what stands before the paths of samplers and L3.
std::map<std::string, std::string> texts_of(const machine::StatisticsRegistry& registry, const std::string& above) {
  std::map<std::string, std::string> texts;
  for (const auto& [path, group] : registry.groups()) {
    std::string name = path.starts_with(above) ? path.substr(above.size()) : path;
    constexpr std::string_view kSubslice = "subslice", kSampler = ".sampler";
    if (name.starts_with(kSubslice)) {  // subslice[1].sampler.l2 is sampler[1].l2 here
      name.erase(name.find(kSampler), kSampler.size());
      name = "sampler" + name.substr(kSubslice.size());
    }
    for (const auto& statistic : group.statistics()) {
      if (!only_of_events(name, statistic->name)) texts.emplace(name + "." + statistic->name, text_of(*statistic));
    }
  }
  return texts;
}

std::string indexed(const char* name, std::size_t index) {
  return std::string{name} + "[" + std::to_string(index) + "]";
}

/// @param build  makes the samplers and what is behind them, and binds EUs to them
template <class Build>
Times run(const MachineParameters& machine, std::uint64_t seed, std::uint64_t messages, const Build& build) {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{
      SimulationOptions{.clock = machine.clock, .watchdog_limit = Cycles{10'000'000}, .check_protocols = true}};
  std::vector<std::unique_ptr<Traffic>> traffic;
  std::vector<std::unique_ptr<MockEu>> eus;
  for (std::size_t i = 0; i < machine.slice.subslice.size(); ++i) {
    traffic.push_back(std::make_unique<Traffic>(seed, i));
    eus.push_back(std::make_unique<MockEu>(indexed("eu", i).c_str(), simulation));
    Traffic& mine = *traffic.back();
    eus.back()->hold = [&mine] { return Cycles{mine.hold == 0 ? 0 : below(mine.holds, mine.hold)}; };
    eus.back()->pause = [&mine] { return Cycles{mine.pause == 0 ? 0 : below(mine.pauses, mine.pause)}; };
    eus.back()->start(messages, Cycles{3 * i}, 1 + static_cast<unsigned>(below(mine.pauses, 8)));
  }
  Times times;
  build(simulation, traffic, eus, times);
  for (const auto& eu : eus) times.answers.push_back(eu->answers);
  return times;
}

Times approximately(const MachineParameters& machine, std::uint64_t seed, std::uint64_t messages) {
  return run(machine, seed, messages, [&](Simulation& simulation, auto& traffic, auto& eus, Times& times) {
    functional::GpuMemory bytes;
    std::optional<machine::Tlb> tlb;
    if (machine.slice.tlb.enabled)
      tlb.emplace(machine.slice.tlb, simulation.statistics.group("tlb", machine::kTlbDescription));
    LineCache l3{"l3",
                 simulation,
                 machine.slice.l3,
                 {machine::surroundings_of_l3(machine, tlb ? &*tlb : nullptr), bytes, "last cache of the slice"}};
    Memory memory{"memory", simulation, machine.memory, bytes};
    std::optional<LineCache> llc;
    if (machine.llc.enabled) {
      llc.emplace("llc", simulation, machine.llc.cache,
                  LineCachePlace{machine::surroundings_of_llc(machine), bytes, "last-level cache"});
      connect(simulation, l3.memory_port.socket, llc->requester(0));
      connect(simulation, llc->memory_port.socket, memory.socket());
    } else {
      connect(simulation, l3.memory_port.socket, memory.socket());
    }
    const machine::L3Requesters of_l3{machine.slice};
    std::optional<LineCache> shared_l2;
    if (machine.slice.shared_l2.enabled) {
      shared_l2.emplace("shared_l2", simulation, machine.slice.shared_l2.cache,
                        LineCachePlace{machine::surroundings_of_shared_l2(machine.slice), bytes, "of all samplers",
                                       machine::kSharedL2Causes});
      connect(simulation, shared_l2->memory_port.socket, l3.requester(of_l3.sampler(0)));
    }
    std::vector<std::unique_ptr<Sampler>> samplers;
    std::vector<std::unique_ptr<Writer>> writers;
    for (std::uint32_t i = 0; i < eus.size(); ++i) {
      samplers.push_back(std::make_unique<Sampler>(indexed("sampler", i).c_str(), simulation,
                                                   machine.slice.subslice[i].sampler, bytes, semantics_of(*traffic[i]),
                                                   machine::line_behind_samplers(machine.slice)));
      connect(simulation, eus[i]->socket, samplers[i]->messages());
      connect(simulation, samplers[i]->fills(), shared_l2 ? shared_l2->requester(i) : l3.requester(of_l3.sampler(i)));
      writers.push_back(
          std::make_unique<Writer>(indexed("writer", i).c_str(), simulation, seed + i, machine.slice.l3.line));
      connect(simulation, writers[i]->port.socket, l3.requester(of_l3.data_port(i)));
    }
    times.end = simulation.run();
    l3.write_back_all();
    if (llc) llc->write_back_all();
    times.statistics = texts_of(simulation.statistics, "");
  });
}

Times loosely(const MachineParameters& machine, std::uint64_t seed, std::uint64_t messages) {
  return run(machine, seed, messages, [&](Simulation& simulation, auto& traffic, auto& eus, Times& times) {
    functional::GpuMemory bytes;
    RecurrenceDriver driver{"driver", simulation, machine};
    std::vector<std::unique_ptr<LooseSampler>> samplers;
    std::vector<std::unique_ptr<LooseLinePort>> ports;
    std::vector<std::unique_ptr<Writer>> writers;
    for (std::size_t i = 0; i < eus.size(); ++i) {
      samplers.push_back(std::make_unique<LooseSampler>(indexed("sampler", i).c_str(), simulation, driver, i,
                                                        semantics_of(*traffic[i])));
      connect(simulation, eus[i]->socket, samplers[i]->messages());
      ports.push_back(std::make_unique<LooseLinePort>(indexed("port", i).c_str(), simulation, driver, i, bytes));
      writers.push_back(
          std::make_unique<Writer>(indexed("writer", i).c_str(), simulation, seed + i, machine.slice.l3.line));
      connect(simulation, writers[i]->port.socket, ports[i]->socket);
    }
    times.end = simulation.run();
    times.statistics = texts_of(simulation.statistics, "slice.");
  });
}

/// The first message whose times differ, as text; empty: none does.
std::string difference(const Times& a, const Times& b) {
  for (std::size_t s = 0; s < a.answers.size(); ++s) {
    for (std::size_t i = 0; i < std::min(a.answers[s].size(), b.answers[s].size()); ++i) {
      const auto &one = a.answers[s][i], &other = b.answers[s][i];
      if (one.sent == other.sent && one.answered == other.answered && one.id == other.id) continue;
      return "sampler " + std::to_string(s) + " message " + std::to_string(i) + ": offered at " +
             std::to_string(one.sent.value()) + " / " + std::to_string(other.sent.value()) + ", answered at " +
             std::to_string(one.answered.value()) + " / " + std::to_string(other.answered.value());
    }
    if (a.answers[s].size() != b.answers[s].size()) {
      return "sampler " + std::to_string(s) + ": " + std::to_string(a.answers[s].size()) + " / " +
             std::to_string(b.answers[s].size()) + " answers";
    }
  }
  if (a.end != b.end) return "end " + std::to_string(a.end.value()) + " / " + std::to_string(b.end.value());
  if (a.statistics.size() != b.statistics.size()) {
    return std::to_string(a.statistics.size()) + " / " + std::to_string(b.statistics.size()) + " statistics";
  }
  for (const auto& [path, text] : a.statistics) {
    const auto other = b.statistics.find(path);
    if (other == b.statistics.end()) return path + " is missing";
    if (other->second != text) return path + ": " + text + "/ " + other->second;
  }
  return "";
}

}  // namespace

TEST_CASE("the recurrence of one sampler answers every message in the cycle in which the stages do", "[recurrence]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random{seed};
    const MachineParameters machine = any_machine(random, 1);
    CAPTURE(seed);
    REQUIRE(difference(approximately(machine, seed, 60), loosely(machine, seed, 60)) == "");
  }
}

TEST_CASE("samplers that share L3 and memory meet there in the same cycles", "[recurrence]") {
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    Random random{seed};
    const auto samplers = static_cast<std::uint32_t>(2 + below(random, 3));
    const MachineParameters machine = any_machine(random, samplers);
    CAPTURE(seed, samplers);
    REQUIRE(difference(approximately(machine, seed, 40), loosely(machine, seed, 40)) == "");
  }
}
