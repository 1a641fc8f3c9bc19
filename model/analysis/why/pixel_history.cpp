#include "analysis/why/pixel_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "analysis/why/history_recorder.h"
#include "analysis/why/message_finder.h"
#include "base/diagnostic.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/execution/pixel_messages.h"
#include "study/execution/timed_order.h"
#include "study/run_folder/manifest.h"
#include "study/run_folder/run_picture.h"
#include "study/run_folder/run_record.h"
#include "study/run_folder/unchanged_inputs.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string path, std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = std::move(path), .problem = std::move(problem), .hint = std::move(hint)}};
}

void check_found(const HistoryQuery& query, const MessageFinder& finder) {
  if (!finder.found().empty() || !finder.paints().paints.empty()) return;
  const std::string all = fmt::format("the run's threads send {} sampler messages", finder.sent());
  if (query.pixel) {
    refuse("--pixel",
           fmt::format("pixel ({}, {}) comes from no sampler message", query.pixel->place.x, query.pixel->place.y),
           all);
  }
  if (query.message) {
    refuse("--message", "no sampler message of the run is called " + query.message->text(),
           all + "; THREAD.N is thread THREAD's message N from 0, others than the sampler's counted");
  }
  if (!finder.surface_read()) refuse("--texel", fmt::format("no message reads surface {}", query.texel->surface), all);
}

Configuration configuration_of(const fs::path& folder, const timing::BlockRegistry& blocks) {
  return load_configuration({.file = folder / kResolvedConfigurationName}, FileKind::kStudy, &blocks);
}

functional::Workload prepared(const Configuration& configuration, const fs::path& folder,
                              functional::FrameObserver* observer = nullptr) {
  std::optional<functional::Workload> workload = prepare_study(configuration, observer);
  if (workload && workload->threads) return std::move(*workload);
  throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = folder.string()},
                                                 .problem = "has no messages that could be asked",
                                                 .hint = "a cache_table has none"}};
}

/// Hands what is told on to each of several.
class Finders final : public MessageFollower {
 public:
  std::vector<MessageFinder> all;

  void sent(const functional::Message& message) override {
    for (MessageFinder& finder : all) finder.sent(message);
  }
  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override {
    for (MessageFinder& finder : all) finder.stored(x, y, sampled);
  }
  void painted(const Paint& paint, std::span<const SampledChannel> sampled) override {
    for (MessageFinder& finder : all) finder.painted(paint, sampled);
  }
};

/// The run as it was, with the recorder at it.
std::optional<std::uint64_t> run_again(const Configuration& configuration, const timing::BlockRegistry& blocks,
                                       functional::Workload& workload, HistoryRecorder& recorder,
                                       ThreadTimesRecorder& threads) {
  threads.follow(follow_messages(workload, recorder));
  const Execution execution = execute(configuration.machine, workload,
                                      {.timing = configuration.study.timing,
                                       .blocks = &blocks,
                                       .watchdog = configuration.study.watchdog,
                                       .on_built = [&](timing::Simulation& simulation) {
                                         recorder.listen(simulation);
                                         threads.listen(simulation);
                                       }});
  if (execution.stopped) throw Error{*execution.stopped, "stopped"};
  if (!execution.cycles) return {};
  return execution.cycles->value();
}

/// Treatment of a query that finds no message.
enum class Unfound : std::uint8_t { kRefused, kLeftOut };

/// Messages that the queries find, as many of each as it wants, with the channels that any of them asks for.
Channels chosen_messages(const Finders& finders, const std::vector<HistoryQuery>& queries) {
  Channels chosen;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    std::size_t left = queries[q].most;
    for (auto found = finders.all[q].found().begin(); found != finders.all[q].found().end() && left > 0;
         ++found, --left)
      chosen[found->first].insert(found->second.begin(), found->second.end());
  }
  return chosen;
}

void check_same_end(const RunRecord& run, std::optional<std::uint64_t> cycles, const fs::path& folder) {
  const RunNumber* before = run.find("cycles");
  if (before == nullptr || !cycles || static_cast<double>(*cycles) == before->value) return;
  throw Error{ExitCode::kMismatch,
              Diagnostic{.position = {.file = folder.string()},
                         .problem = fmt::format("took {} cycles, and {} when run again", before->text, *cycles),
                         .hint = "another version of texpipe made it: run the study again"}};
}

/// Errors: kUsage for a pixel outside the picture, and for a question that does not suit the workload.
void check_query(const functional::Workload& workload, const HistoryQuery& query) {
  if (query.pixel) check_pixel(workload, *query.pixel, "--pixel");
  if (!query.texel) return;
  const bool frame = workload.painted_pictures != nullptr;
  if (frame && !query.texel->draw)
    refuse("--texel", "the draws of a frame have surfaces of their own", "--draw N says which draw's surface is meant");
  if (!frame && query.texel->draw)
    refuse("--draw", "only frames have draws to choose from", "expected a run of a workload of kind frame");
}

/// Histories of the messages that a finder found, with the channels and pixels of its question.
void add_messages(const std::map<std::uint64_t, AnsweredMessage>& answered, const MessageFinder& finder,
                  QueryAnswer& answer) {
  for (const auto& [number, channels] : finder.found()) {
    if (answer.answered.size() == answer.query.most) return;
    const auto known = answered.find(number);
    if (known == answered.end()) continue;
    AnsweredMessage& message = answer.answered.emplace_back(known->second);
    std::erase_if(message.channels,
                  [&channels = channels](const ChannelHistory& one) { return !channels.contains(one.channel); });
    for (ChannelHistory& channel : message.channels) channel.pixel = finder.pixel(number, channel.channel);
    if (const FollowedPhase* phase = finder.trail().phase_of(message.history.name.thread)) message.phase = *phase;
  }
}

/// Errors: kUnsupported for a sample; kMalformedInput for what is no complete run, or one whose files have changed.
RunRecord asked_run(const fs::path& folder, const timing::BlockRegistry& blocks) {
  RunRecord run = read_run(folder, blocks);
  if (!run.sample.empty()) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = folder.string()},
                                                   .problem = "is a sample, which has no history of each pixel",
                                                   .hint = "-p workload.sample.enabled=false simulates the whole"}};
  }
  if (run.settings.empty() || run.unfinished) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = folder.string()},
                           .problem = run.unfinished ? "is the folder of an unfinished run"
                                                     : std::string{"has no "} + kResolvedConfigurationName,
                           .hint = "expected the folder of a complete run"}};
  }
  check_run_inputs(folder);
  return run;
}

/// Primitives that cover a pixel of a frame, after the run that was tracked.
std::vector<TrackedCoverage> coverage_of(const PixelTrack& track, const MessageFinder& finder,
                                         const Configuration& configuration) {
  return track.found(finder.paints(), facts_of_draws(configuration.study.workload.frame.file),
                     finder.query().pixel->draw);
}

std::set<std::uint64_t> threads_of(const std::vector<TrackedCoverage>& covered) {
  std::set<std::uint64_t> threads;
  for (const TrackedCoverage& one : covered)
    if (one.thread) threads.insert(*one.thread);
  return threads;
}

/// Parts of a run that the answers to all questions share.
struct AnswerParts {
  const RunRecord& run;
  std::optional<std::uint64_t> cycles;
  bool is_frame = false;
  std::map<std::uint64_t, AnsweredMessage> messages;
};

QueryAnswer answer_of(const AnswerParts& parts, const MessageFinder& finder) {
  QueryAnswer answer{.study = parts.run.study,
                     .machine = parts.run.machine,
                     .timing = parts.run.timing,
                     .query = finder.query(),
                     .cycles = parts.cycles};
  answer.messages = finder.found().size();
  if (parts.is_frame && finder.query().pixel) answer.paints = finder.paints();
  add_messages(parts.messages, finder, answer);
  return answer;
}

std::vector<QueryAnswer> ask(const fs::path& folder, const timing::BlockRegistry& blocks,
                             const std::vector<HistoryQuery>& queries, Unfound unfound) {
  const RunRecord run = asked_run(folder, blocks);
  const Configuration configuration = configuration_of(folder, blocks);

  // Only a frame looks at the observer: one question about one of its pixels. A watched draw overlaps no others, and
  // its threads have other numbers then.
  std::optional<PixelTrack> track;
  if (queries.size() == 1 && queries[0].pixel && configuration.machine.slice.frame.vertex_fetch.ahead == 0)
    track.emplace(queries[0].pixel->place.x, queries[0].pixel->place.y);
  functional::Workload untimed = prepared(configuration, folder, track ? &*track : nullptr);
  if (untimed.threads->has_phases() && !untimed.painted_pictures) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = folder.string()},
                                                   .problem = "replays the messages of a frame without its textures",
                                                   .hint = "a run of the frame itself has histories"}};
  }
  Finders finders;
  for (const HistoryQuery& query : queries) {
    check_query(untimed, query);
    finders.all.emplace_back(*untimed.memory, query);
  }
  number_as_timed(configuration, untimed);
  const std::shared_ptr<const FrameTrail> trail = follow_messages(untimed, finders);
  if (track) track->look_at(*untimed.memory, trail);
  for (MessageFinder& finder : finders.all) finder.set_trail(trail);
  execute(configuration.machine, untimed, {});
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (untimed.painted_pictures) finders.all[q].choose_paints(untimed.painted_pictures());
    if (unfound == Unfound::kRefused) check_found(queries[q], finders.all[q]);
  }

  std::vector<TrackedCoverage> covered;
  if (track && untimed.painted_pictures) covered = coverage_of(*track, finders.all[0], configuration);

  functional::Workload workload = prepared(configuration, folder);
  HistoryRecorder recorder{configuration.machine, *workload.memory, chosen_messages(finders, queries)};
  ThreadTimesRecorder threads{threads_of(covered)};
  AnswerParts parts{.run = run,
                    .cycles = run_again(configuration, blocks, workload, recorder, threads),
                    .is_frame = untimed.painted_pictures != nullptr,
                    .messages = {}};
  check_same_end(run, parts.cycles, folder);
  for (AnsweredMessage& message : recorder.answered()) {
    const std::uint64_t number = message.history.name.number();
    parts.messages.emplace(number, std::move(message));
  }
  std::vector<QueryAnswer> answers;
  for (const MessageFinder& finder : finders.all) {
    if (finder.found().empty() && unfound == Unfound::kLeftOut) continue;  // else a texel that nobody reads
    QueryAnswer& answer = answers.emplace_back(answer_of(parts, finder));
    if (!track) continue;
    answer.covered = std::move(covered);
    answer.threads = threads.times();
  }
  return answers;
}

}  // namespace

std::vector<QueryAnswer> ask_pixels(const fs::path& folder, const timing::BlockRegistry& blocks,
                                    std::span<const PixelPlace> pixels, std::size_t most) {
  std::vector<HistoryQuery> queries;
  for (const PixelPlace& pixel : pixels) queries.push_back({.pixel = PixelQuery{.place = pixel}, .most = most});
  return ask(folder, blocks, queries, Unfound::kLeftOut);
}

QueryAnswer ask_run(const fs::path& folder, const timing::BlockRegistry& blocks, const HistoryQuery& query) {
  return std::move(ask(folder, blocks, {query}, Unfound::kRefused).front());
}

std::vector<PixelPlace> spread_pixels(const fs::path& folder, const timing::BlockRegistry& blocks, unsigned count) {
  const functional::Workload workload = prepared(configuration_of(folder, blocks), folder);
  const RunPicture output = run_picture(folder).value_or(RunPicture{});
  if (output.width == 0 || (workload.output.width == 0 && !workload.painted_pictures)) {
    refuse("--pixels", "the run draws no picture",
           "texture walks, frames and kernels with a 2D image among their outputs do");
  }
  const double aspect = static_cast<double>(output.width) / output.height;
  const unsigned columns =
      std::clamp(static_cast<unsigned>(std::lround(std::sqrt(count * aspect))), 1u, std::min(count, output.width));
  const unsigned rows = (count + columns - 1) / columns;
  const auto at = [](unsigned place, unsigned places, std::uint32_t size) {
    return static_cast<std::uint32_t>((2 * std::uint64_t{place} + 1) * size / (2 * std::uint64_t{places}));
  };
  std::vector<PixelPlace> places;
  for (unsigned n = 0; n < count && n / columns < output.height; ++n)
    places.push_back({at(n % columns, columns, output.width), at(n / columns, rows, output.height)});
  return places;
}

}  // namespace texpipe::study
