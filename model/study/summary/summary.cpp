#include "study/summary/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/printable.h"
#include "machine/blocks/block_facts.h"
#include "machine/graph/places.h"
#include "parameters/names/name_rule.h"
#include "study/summary/run_limit.h"
#include "study/summary/run_numbers.h"

namespace texpipe::study {

namespace {

using machine::Counter;
using machine::CycleAccount;
using machine::StatisticsRegistry;

std::string with_commas(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

/// All groups whose path is the name or ends in it, whatever its indices: a machine has one memory, and one slice or
/// sampler or several.
template <class Take>
void for_each_group(const StatisticsRegistry& statistics, std::string_view name, Take take) {
  for (const auto& [path, group] : statistics.groups()) {
    if (is_last_words(name, path)) take(group);
  }
}

/// A statistic of a type; null where a block of somebody else's does not have it.
template <class T>
const T* find_as(const machine::StatisticsGroup& group, std::string_view name) {
  const machine::Statistic* statistic = group.find(name);
  return statistic == nullptr ? nullptr : std::get_if<T>(&statistic->value);
}

std::uint64_t sum_of(const StatisticsRegistry& statistics, std::string_view suffix, std::string_view counter) {
  std::uint64_t sum = 0;
  for_each_group(statistics, suffix, [&](const machine::StatisticsGroup& group) {
    if (const auto* value = find_as<Counter>(group, counter)) sum += value->value();
  });
  return sum;
}

template <class Take>
void for_each_eu(const StatisticsRegistry& statistics, Take take) {
  for (const auto& [path, group] : statistics.groups()) {
    if (path.substr(path.rfind('.') + 1).starts_with("eu[")) take(group);
  }
}

/// Sum of a counter over all EUs.
std::uint64_t eu_sum(const StatisticsRegistry& statistics, std::string_view counter) {
  std::uint64_t sum = 0;
  for_each_eu(statistics, [&](const machine::StatisticsGroup& group) {
    if (const auto* value = find_as<Counter>(group, counter)) sum += value->value();
  });
  return sum;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

class Lines {
 public:
  void add(std::string_view label, const std::string& left, const std::string& right = "") {
    text_ += fmt::format("  {:<14} {:<32} {}", label, left, right);
    while (text_.back() == ' ') text_.pop_back();
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// Cycles of all filters.
std::uint64_t filter_cycles(const StatisticsRegistry& statistics) {
  std::uint64_t sum = 0;
  for_each_group(statistics, "sampler.front_end", [&](const machine::StatisticsGroup& group) {
    if (const auto* cycles = find_as<CycleAccount>(group, "cycles")) sum += cycles->total().value();
  });
  return sum;
}

void add_sampler_rate(Lines& lines, const StatisticsRegistry& statistics) {
  const std::uint64_t pixels = sum_of(statistics, "sampler.front_end", "pixels"), all = filter_cycles(statistics);
  const double work = static_cast<double>(sum_of(statistics, "sampler.front_end", "filter_work")) /
                      static_cast<double>(machine::kSubcyclesPerCycle);
  if (pixels == 0 || all == 0 || work == 0) return;
  lines.add("sampler rate",
            fmt::format("{:.2f} of {:.2f} texels/clk possible for this mix ({:.0f} %)", share(pixels, all),
                        static_cast<double>(pixels) / work, 100 * work / static_cast<double>(all)));
}

/// The part of a path that equal blocks of all subslices have.
std::string_view below_subslice(std::string_view path) {
  constexpr std::string_view kSubslice = "slice.subslice.";
  return path.starts_with(kSubslice) ? path.substr(kSubslice.size()) : path;
}

/// Bytes over the data bus, and beside them those that dirty lines of caches still had to send when the run ended.
void add_memory(Lines& lines, const StatisticsRegistry& statistics, const Picture& picture) {
  const std::uint64_t pixels = std::uint64_t{picture.width} * picture.height;
  std::uint64_t dirty = 0;
  std::string holders;
  for (const machine::CacheFacts& cache : machine::kLineCaches) {
    const std::uint64_t here = sum_of(statistics, below_subslice(cache.path), "dirty_at_end");
    dirty += here;
    if (here != 0) holders += fmt::format("{}{}", holders.empty() ? "" : " and ", cache.label);
  }
  const std::uint64_t bytes = sum_of(statistics, "memory", "bytes");
  std::string notes = pixels == 0 ? "" : fmt::format("{:.1f} B per pixel", share(bytes, pixels));
  if (dirty != 0) {
    notes += fmt::format("{}{} more dirty in {} at the end", notes.empty() ? "" : ", ", with_commas(dirty), holders);
  }
  lines.add("memory", with_commas(bytes) + " bytes", notes);
}

/// Adds hit and miss rates. Lookups that are neither hits nor misses joined a miss already in flight (merges).
void add_hit_rates(Lines& lines, const StatisticsRegistry& statistics, const Picture& picture, bool has_l1) {
  std::string names, hits, misses;
  const auto add = [&](std::string_view name, std::string_view path, std::string_view lookups) {
    const std::string_view group = below_subslice(path);
    const std::uint64_t asked = sum_of(statistics, group, lookups);
    if (asked == 0) return;
    const auto percent = [&](std::string_view counter) {
      return 100 * share(sum_of(statistics, group, counter), asked);
    };
    const std::string_view gap = names.empty() ? "" : " / ";
    names += fmt::format("{}{}", names.empty() ? "" : "/", name);
    hits += fmt::format("{}{:.1f}", gap, percent("hits"));
    misses += fmt::format("{}{:.1f}", gap, percent("misses"));
  };
  if (has_l1) add(machine::kFirstLevelLabel, machine::kFirstLevelPath, "lookups");
  for (const machine::CacheFacts& cache : machine::kLineCaches) add(cache.label, cache.path, "reads");
  if (names.empty()) return;
  constexpr std::string_view kAll = "L1/L2/L3/LLC";  // too long for a label
  lines.add((names == kAll ? "L1-LLC" : names) + " hits", hits + " %", "misses " + misses + " %");
  add_memory(lines, statistics, picture);
}

/// Text of an account's categories over all its groups, those above half a percent; empty for an account that nobody
/// keeps.
template <class ForEach>
std::string account_text(ForEach for_each) {
  std::vector<std::uint64_t> parts;
  EnumRows rows{};
  for_each([&](const machine::StatisticsGroup& group) {
    const auto* account = find_as<CycleAccount>(group, "cycles");
    if (account == nullptr) return;
    rows = account->categories();
    parts.resize(rows.rows.size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) parts[i] += account->cycles(i).value();
  });
  std::uint64_t all = 0;
  for (const std::uint64_t part : parts) all += part;
  std::string text;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const double percent = 100 * share(parts[i], all);
    std::string name{rows.rows[i].name};
    std::replace(name.begin(), name.end(), '_', ' ');
    if (percent >= 0.5) text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", name, percent);
  }
  return text;
}

/// Instructions, sends, and what EUs, data ports and gateways waited for.
void add_execution_units(Lines& lines, const StatisticsRegistry& statistics, Cycles cycles) {
  const std::uint64_t instructions = eu_sum(statistics, "instructions"), sends = eu_sum(statistics, "messages");
  lines.add("EUs",
            fmt::format("{:.2f} instructions/clk, {} sends", share(instructions, cycles.value()), with_commas(sends)),
            account_text([&](auto take) { for_each_eu(statistics, take); }));
  const std::uint64_t messages = sum_of(statistics, "data_port", "messages");
  if (messages != 0) {
    const std::uint64_t local = sum_of(statistics, "data_port", "local_messages");
    lines.add("data port",
              fmt::format("{} messages{}", with_commas(messages),
                          local == 0 ? "" : fmt::format(", {} local", with_commas(local))),
              account_text([&](auto take) { for_each_group(statistics, "data_port", take); }));
  }
  if (const std::uint64_t barriers = sum_of(statistics, "gateway", "barriers"); barriers != 0)
    lines.add("barriers", with_commas(barriers),
              account_text([&](auto take) { for_each_group(statistics, "gateway", take); }));
}

void add_raster(Lines& lines, const StatisticsRegistry& statistics) {
  const std::uint64_t subspans = sum_of(statistics, "raster", "subspans");
  if (subspans == 0) return;
  const std::uint64_t tiles = sum_of(statistics, "raster", "tiles");
  lines.add(
      "raster",
      fmt::format("{} subspans, {:.1f} % covered", with_commas(subspans),
                  100 * share(sum_of(statistics, "raster", "pixels"), sum_of(statistics, "raster", "quad_pixels"))),
      fmt::format("{:.1f} % of {} coarse tiles culled",
                  100 * share(sum_of(statistics, "raster", "culled_tiles"), tiles), with_commas(tiles)));
}

void add_pixel_queries(Lines& lines, const StatisticsRegistry& statistics) {
  std::uint64_t count = 0, cycles = 0;
  for_each_group(statistics, "pixel_coverage", [&](const machine::StatisticsGroup& group) {
    const auto* latency = find_as<machine::Histogram>(group, "latency");
    if (latency == nullptr) return;
    count += latency->count();
    cycles += latency->sum();
  });
  if (count == 0) return;
  lines.add("pixel queries", fmt::format("{}, {:.1f} cycles each", with_commas(count), share(cycles, count)));
}

}  // namespace

std::string summary_text(const SummaryFacts& facts) {
  const StatisticsRegistry& statistics = facts.statistics;
  std::string timing = facts.timing;
  std::replace(timing.begin(), timing.end(), '_', ' ');
  const std::string head = fmt::format("{} on {}, {}\n", printable(facts.study), printable(facts.machine_name), timing);
  Lines lines;
  if (facts.picture.width != 0) {
    const std::uint64_t pixels = std::uint64_t{facts.picture.width} * facts.picture.height;
    lines.add("image", fmt::format("{}x{}, {} pixels", facts.picture.width, facts.picture.height, with_commas(pixels)),
              (facts.folder / "image.png").string());
  }
  const auto per_second = [&](std::uint64_t count, std::string_view what) {
    return fmt::format("{:.2f} M {}/s", static_cast<double>(count) / facts.host_seconds / 1e6, what);
  };
  const std::string host = fmt::format("simulated in {:.2f} s: ", facts.host_seconds);
  if (facts.cycles) {
    const std::uint64_t cycles = facts.cycles->value();
    const double milliseconds = 1e3 * static_cast<double>(cycles) / static_cast<double>(facts.machine.clock.value());
    constexpr double kFewest = 0.1;  // ms; less is told in microseconds, with as many digits
    const std::string time =
        milliseconds < kFewest ? fmt::format("{:.4g} us", 1e3 * milliseconds) : fmt::format("{:.3f} ms", milliseconds);
    lines.add("time", fmt::format("{} cycles = {}", with_commas(cycles), time),
              host + per_second(sum_of(statistics, "sampler.front_end", "footprints"), "footprints") + ", " +
                  per_second(eu_sum(statistics, "instructions"), "instructions"));
    if (!facts.sample.empty()) lines.add("sample", facts.sample);
    if (facts.execution_units == UnitLines::kTold) add_execution_units(lines, statistics, *facts.cycles);
    if (!facts.draws.empty()) lines.add("draws", facts.draws);
    if (!facts.thread_waits.empty()) lines.add("threads", facts.thread_waits);
    add_sampler_rate(lines, statistics);
    const std::vector<machine::SamplerPlace> samplers = machine::samplers_of(facts.machine);
    const bool has_l1 = std::any_of(samplers.begin(), samplers.end(),
                                    [](const machine::SamplerPlace& s) { return s.parameters->l1.enabled; });
    add_hit_rates(lines, statistics, facts.picture, has_l1);
    if (const auto limit = limit_of(facts.numbers)) lines.add("limited by", limit->text());
    add_raster(lines, statistics);
    add_pixel_queries(lines, statistics);
  } else {
    lines.add("messages", with_commas(sum_of(statistics, "device", "messages")),
              host + per_second(sum_of(statistics, "device", "instructions"), "instructions"));
  }
  if (!facts.beyond_buffers.empty()) lines.add("bounds", facts.beyond_buffers);
  if (!facts.timeline.empty()) lines.add("timeline", facts.timeline);
  lines.add("more", (facts.folder / "stats.json").string());
  return head + lines.take();
}

}  // namespace texpipe::study
