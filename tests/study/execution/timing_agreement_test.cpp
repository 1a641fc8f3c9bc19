// Whole machines of random values with kernels, interpolators, data port and sampler programs of random values: both
// timings take the same cycles, count the same in each interval, and leave the same traces.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "study/definition/prepare_study.h"
#include "study/execution/any_workload.h"
#include "study/execution/execution.h"
#include "study/trace/kanata_trace.h"
#include "study/trace/perfetto_trace.h"
#include "study/trace/thread_timeline.h"
#include "study/trace/trace_recorder.h"
#include "timing/support/any_hashes.h"
#include "timing/support/statistic_text.h"

using namespace texpipe;
using namespace texpipe::study;
using timing::test::Random;

namespace {

constexpr const char* kScene =
    "{image: 113x67, samples: 1, triangles: [[[59.94, 0.68], [23.06, 6.83], [21.4, -10.11]], [[132.21, 12.67], [63.31, "
    "60.55, 4.06], [15.75, 79.41]], [[124.47, 28.17], [-14.2, 1.69, 2.53], [6.48, 25.05, 3.61]]]}\n";

Configuration study_of(const test::ScratchFolder& folder, const std::string& text) {
  folder.write("study.yaml", "study: agreement\n" + text);
  return load_configuration({folder / "study.yaml", {}, nullptr}, FileKind::kStudy);
}

constexpr std::uint32_t kIntervals = 10;

/// Everything that a trace is told, a line each.
class TraceText final : public TraceSink {
 public:
  void on(const TracedMessage& m) override {
    line("message", m.eu, m.number, m.thread, m.what, m.sent_at, m.accepted_at, m.answered_at);
  }
  void on(const TracedPassage& p) override { line("passage", p.block, p.number, p.entered, p.left); }
  void on(const TracedFootprint& f) override {
    line("footprint", f.stage, f.number, f.subspan, f.index, f.level, f.tap, f.last, f.entered, f.issued, f.ready,
         f.left);
  }
  void on(const TracedLevel& l) override { line("level", l.queue, l.time, l.level); }
  void on(const TracedFill& f) override { line("fill", f.cache, f.line, f.asked, f.there); }
  void finish() override {}

  std::vector<std::string> lines;

 private:
  template <class... Parts>
  void line(const Parts&... parts) {
    std::ostringstream text;
    const auto add = [&text](const auto& part) {
      if constexpr (std::is_same_v<std::decay_t<decltype(part)>, Cycles>) {
        text << part.value() << ' ';
      } else {
        text << part << ' ';
      }
    };
    (add(parts), ...);
    lines.push_back(text.str());
  }
};

/// Results that a run leaves.
struct Seen {
  std::map<std::string, std::string> counts;  // in all and over time, as text by path
  TraceText trace;
  std::string perfetto, kanata, timeline, waits;
  std::map<std::string, std::string> results;  // content of files by name
};

std::map<std::string, std::string> results_of(const functional::Workload& workload) {
  std::map<std::string, std::string> results;
  if (!workload.results) return results;
  for (const functional::ResultFile& file : workload.results()) results.emplace(file.name, file.content);
  return results;
}

std::string text_over_time(const machine::TimeTable::Row& row) {
  std::string text;
  for (const double value : row.values) text += std::to_string(value) + " ";
  return text;
}

Seen seen_of(const Configuration& configuration, Timing timing) {
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> workload = prepare_study(configuration);
  Seen seen;
  std::ostringstream perfetto, kanata, timeline;
  PerfettoTrace perfetto_trace{perfetto, "agreement"};
  KanataTrace kanata_trace{kanata};
  ThreadTimeline threads{timeline, "agreement"};
  TraceRecorder text_recorder{seen.trace, {}}, perfetto_recorder{perfetto_trace, {}},
      kanata_recorder{kanata_trace, {Cycles{100}, Cycles{5'000}}};
  const std::array recorders{&text_recorder, &perfetto_recorder, &kanata_recorder};
  follow_messages(*workload, text_recorder);
  const EventOrder order = timing == Timing::kApproximatelyTimed ? EventOrder::kWhenOver : EventOrder::kWhenKnown;
  const Execution execution = execute(configuration.machine, *workload,
                                      {.timing = timing,
                                       .blocks = &blocks,
                                       .check_protocols = true,
                                       .intervals = kIntervals,
                                       .on_progress =
                                           [&](const ExecutionProgress& p) {
                                             for (TraceRecorder* recorder : recorders)
                                               recorder->reach(p.now, p.now + kProgressStep);
                                           },
                                       .on_built =
                                           [&](timing::Simulation& simulation) {
                                             for (TraceRecorder* recorder : recorders)
                                               recorder->listen(simulation, order);
                                             threads.listen(simulation);
                                           }});
  for (TraceRecorder* recorder : recorders) recorder->finish();
  perfetto_trace.finish();
  kanata_trace.finish();
  threads.finish(*execution.cycles);
  seen.perfetto = perfetto.str(), seen.kanata = kanata.str(), seen.timeline = timeline.str();
  seen.waits = thread_waits_csv(threads);
  seen.counts.emplace("cycles", std::to_string(execution.cycles->value()));
  for (const auto& [path, group] : execution.statistics->groups()) {
    for (const auto& statistic : group.statistics())
      seen.counts.emplace(path + "." + statistic->name, timing::test::text_of(*statistic));
  }
  seen.results = results_of(*workload);
  for (const machine::TimeTable::Row& row : execution.time_table->rows)
    seen.counts.emplace(row.path + " over time", text_over_time(row));
  return seen;
}

/// The first count that differs, as text; empty: none does.
std::string difference(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
  if (a.at("cycles") != b.at("cycles")) return "cycles: " + a.at("cycles") + " / " + b.at("cycles");
  for (const auto& [path, text] : a) {
    const auto other = b.find(path);
    if (other == b.end()) return path + " is missing";
    if (other->second != text) return path + ": " + text + "/ " + other->second;
  }
  return a.size() == b.size() ? "" : "other statistics";
}

/// The first thing that differs, as text; empty: none does.
std::string difference(const Seen& a, const Seen& b) {
  if (const std::string counts = difference(a.counts, b.counts); !counts.empty()) return counts;
  for (std::size_t i = 0; i < std::max(a.trace.lines.size(), b.trace.lines.size()); ++i) {
    const std::string one = i < a.trace.lines.size() ? a.trace.lines[i] : "nothing";
    const std::string other = i < b.trace.lines.size() ? b.trace.lines[i] : "nothing";
    if (one != other) return "trace, line " + std::to_string(i) + ": " + one + "/ " + other;
  }
  if (a.results != b.results) return "results";
  if (a.waits != b.waits) return "waits of threads: " + a.waits + "/ " + b.waits;
  if (a.timeline != b.timeline) return "timeline";
  if (a.perfetto != b.perfetto) return "Perfetto trace";
  return a.kanata == b.kanata ? "" : "Kanata trace";
}

}  // namespace

TEST_CASE(
    "random machines leave the same statistics, time series, traces and timelines in both timings, whatever runs on "
    "them",
    "[recurrence][study]") {
  const test::ScratchFolder folder;
  const char* first = std::getenv("TEXPIPE_RANDOM_MACHINES");  // by hand: other seeds
  const std::uint64_t start = first == nullptr ? 1 : std::stoull(first);
  for (std::uint64_t seed = start; seed < start + 40; ++seed) {
    Random random{seed};
    const auto subslices = static_cast<std::uint32_t>(1 + timing::test::below(random, 3));
    const machine::MachineParameters machine = timing::test::any_machine(random, subslices);
    const std::string workload = test::any_workload(random, folder);
    INFO("seed " << seed << ", " << subslices << " subslices: " << workload);
    Configuration configuration = study_of(folder, test::kAnyMachine + ("workload: " + workload + "\n"));
    configuration.machine = machine;
    REQUIRE(difference(seen_of(configuration, Timing::kApproximatelyTimed),
                       seen_of(configuration, Timing::kLooselyTimed)) == "");
  }
}

TEST_CASE("random machines with several samplers, shared ones or none of L3 leave the same in both timings",
          "[recurrence][study][topology]") {
  const test::ScratchFolder folder;
  const char* first = std::getenv("TEXPIPE_RANDOM_MACHINES");  // by hand: other seeds
  const std::uint64_t start = first == nullptr ? 1 : std::stoull(first);
  for (std::uint64_t seed = start; seed < start + 24; ++seed) {
    Random random{1000 + seed};
    machine::MachineParameters machine =
        timing::test::any_machine(random, static_cast<std::uint32_t>(1 + timing::test::below(random, 4)));
    timing::test::any_topology(random, machine);
    if (seed % 2 == 0) timing::test::any_hashes(random, machine);
    const std::string workload = test::any_workload(random, folder);
    INFO("seed " << seed << ": " << workload);
    Configuration configuration = study_of(folder, test::kAnyMachine + ("workload: " + workload + "\n"));
    configuration.machine = machine;
    REQUIRE(difference(seen_of(configuration, Timing::kApproximatelyTimed),
                       seen_of(configuration, Timing::kLooselyTimed)) == "");
  }
}

TEST_CASE("frames leave the same pictures without time and in both timings, which count the same", "[frame][study]") {
  const test::ScratchFolder folder;
  const auto [name, pictures] = GENERATE(std::pair{"interface.frames.zst", 1}, std::pair{"stages.frames.zst", 2});
  INFO(name);
  const std::string text =
      "workload: {kind: frame, file: " TEXPIPE_SOURCE_DIR "/tests/data/frames/" + std::string{name} + "}\n";
  const Configuration usual = study_of(folder, test::kAnyMachine + text);
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> untimed = prepare_study(usual);
  const Execution execution = execute(usual.machine, *untimed, {.timing = Timing::kUntimed, .blocks = &blocks});
  const std::map<std::string, std::string> results = results_of(*untimed);
  CHECK(results.size() == static_cast<std::size_t>(pictures) + 1);  // and frame.json

  Random random{7};
  Configuration other = usual;
  other.machine = timing::test::any_machine(random, 2);
  for (const Configuration* configuration : std::array<const Configuration*, 2>{&usual, &other}) {
    const Seen approximately = seen_of(*configuration, Timing::kApproximatelyTimed);
    CHECK(difference(approximately, seen_of(*configuration, Timing::kLooselyTimed)) == "");
    CHECK(approximately.results == results);
    CHECK(approximately.counts.at("slice.dispatch.threads") == std::to_string(execution.counts.threads) + " ");
  }
}

TEST_CASE("writes are answered in time while L3 has no room for the next one", "[recurrence][study]") {
  const test::ScratchFolder folder;
  folder.write("scene.yaml", kScene);
  const Configuration configuration =
      study_of(folder,
               "machine: {machine: small_l3, slice: {subslices: 1, l3: {ways: 3, banks: 1, size: 1920B}}}\n"
               "workload: {kind: pixel_interpolator, scene: scene.yaml}\n");
  CHECK(difference(seen_of(configuration, Timing::kApproximatelyTimed),
                   seen_of(configuration, Timing::kLooselyTimed)) == "");
}
