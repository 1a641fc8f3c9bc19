#include "analysis/why/pixel_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "analysis/why/history_recorder.h"
#include "base/diagnostic.h"
#include "functional/sampling/texel_reader.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "isa/gen9/message_descriptor.h"
#include "isa/gen9/surface_format.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/execution/pixel_messages.h"
#include "study/run_folder/manifest.h"
#include "study/run_folder/run_record.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string path, std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = std::move(path), .problem = std::move(problem), .hint = std::move(hint)}};
}

using Channels = std::map<std::uint64_t, std::set<unsigned>>;  // of messages, by number

/// Finds the messages that a query asks for, in a run without time.
class Finder final : public MessageFollower {
 public:
  Finder(const functional::GpuMemory& memory, const HistoryQuery& query) : memory_{memory}, query_{query} {}

  void sent(const functional::Message& message) override {
    ++sent_;
    if (query_.message && message.number == query_.message->number()) {
      for (std::uint32_t mask = message.execution_mask & 0xFFFF; mask != 0; mask &= mask - 1)
        found_[message.number].insert(static_cast<unsigned>(std::countr_zero(mask)));
      if (message.execution_mask == 0) found_[message.number];
    }
    if (query_.texel) look_for_texel(message);
  }

  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override {
    for (const auto& [message, channel] : sampled) {
      if (query_.pixel && query_.pixel->x == x && query_.pixel->y == y) found_[message].insert(channel);
      const auto known = found_.find(message);
      if (known != found_.end() && known->second.contains(channel)) pixels_[{message, channel}] = {x, y};
    }
  }

  std::uint64_t sent() const { return sent_; }
  const Channels& found() const { return found_; }
  bool surface_read() const { return surface_read_; }
  std::optional<PixelPlace> pixel(std::uint64_t message, unsigned channel) const {
    const auto known = pixels_.find({message, channel});
    if (known == pixels_.end()) return {};
    return known->second;
  }

 private:
  void look_for_texel(const functional::Message& message) {
    const TexelQuery& texel = *query_.texel;
    functional::decode_sampler_request(message, request_);
    if (request_.binding_table_index != texel.surface || request_.operation->queries()) return;
    if (!surface_read_) find_address(message);
    functional::execute_sampler_message(memory_, message, functional::PlanDetail::kOperands, outcome_);
    for (unsigned subspan = 0; subspan < outcome_.subspans.size(); ++subspan) {
      const functional::SubspanPlan& plan = outcome_.subspans[subspan];
      for (std::size_t f = 0; f < plan.footprints.size() && f < plan.addresses.size(); ++f) {
        for (std::uint32_t mask = plan.footprints[f].texels; mask != 0; mask &= mask - 1) {
          const auto place = static_cast<unsigned>(std::countr_zero(mask));
          if (plan.footprints[f].level != level_ || plan.addresses[f][place].decoded != address_) continue;
          found_[message.number].insert(subspan * functional::kPixelsPerSubspan + place / functional::kTexelsPerPixel);
        }
      }
    }
  }

  void find_address(const functional::Message& message) {
    const TexelQuery& texel = *query_.texel;
    const RowProbe probe{memory_, message, 0};
    const functional::SurfaceBinding& surface = probe.binding().surface;
    surface_read_ = true;
    if (surface.null)
      refuse("--texel", fmt::format("surface {} is a null surface, which has no texels", texel.surface), "");
    if (texel.level > surface.last_level) {
      refuse("--texel", fmt::format("surface {} has no level {}", texel.surface, texel.level),
             fmt::format("expected a level from 0 to {}", surface.last_level));
    }
    const functional::LevelSize& size = surface.size[texel.level];
    if (texel.x >= size.width || texel.y >= size.height) {
      refuse("--texel",
             fmt::format("level {} of surface {} has no texel ({}, {})", texel.level, texel.surface, texel.x, texel.y),
             fmt::format("it has {}x{} texels", size.width, size.height));
    }
    functional::TexelReader reader{memory_, surface};
    address_ = reader.address(texel.level, {.x = texel.x, .y = texel.y}).decoded;
    level_ = texel.level + surface.first_level;
  }

  const functional::GpuMemory& memory_;
  const HistoryQuery& query_;
  std::uint64_t sent_ = 0;
  Channels found_;
  std::map<std::pair<std::uint64_t, unsigned>, PixelPlace> pixels_;
  functional::SamplerRequest request_;
  functional::SamplerOutcome outcome_;
  bool surface_read_ = false;
  ByteAddress address_;
  unsigned level_ = 0;
};

std::string surface_text(const functional::SurfaceBinding& surface) {
  if (surface.null) return "null";
  const gen9::RenderSurfaceState& state = surface.state;
  std::string size = fmt::format("{}", state.width);
  if (surface.axes.count > 1) size += fmt::format("x{}", state.height);
  if (surface.axes.count > 2) size += fmt::format("x{}", state.depth);
  return fmt::format("{} {} {}, {} level{}, tiling {}, at 0x{:x}", texpipe::name_of(state.type),
                     gen9::format_facts(state.format).name, size, surface.last_level + 1,
                     surface.last_level == 0 ? "" : "s", texpipe::name_of(state.tile_mode), state.base_address.value());
}

std::string sampler_text(const gen9::SamplerState& state) {
  std::string text = fmt::format("min {}, mag {}, mip {}", texpipe::name_of(state.min_filter),
                                 texpipe::name_of(state.mag_filter), texpipe::name_of(state.mip_filter));
  if (state.min_filter == gen9::MapFilter::kAnisotropic || state.mag_filter == gen9::MapFilter::kAnisotropic)
    text += fmt::format(", up to {} taps", state.max_anisotropy);
  return text + fmt::format(", address {} {} {}", texpipe::name_of(state.address_u), texpipe::name_of(state.address_v),
                            texpipe::name_of(state.address_r));
}

/// A channel's colour in the registers of a response of 32-bit floats; nothing of others.
std::optional<Rgba> returned(const RowProbe& probe, const functional::MessageResponse& response, unsigned channel) {
  const functional::SamplerRequest& request = probe.request();
  const bool plain = request.simd == functional::SamplerSimd::kSimd8 ||
                     request.simd == functional::SamplerSimd::kSimd16 ||
                     request.simd == functional::SamplerSimd::kSimd8D;
  if (!plain || request.half_return || request.null_mask) return {};
  for (const functional::ChannelCoding& coding : probe.binding().surface.coding) {
    if (coding.kind == functional::ChannelKind::kUint || coding.kind == functional::ChannelKind::kSint) return {};
  }
  const unsigned width = request.simd == functional::SamplerSimd::kSimd16 ? 2 : 1;
  Rgba rgba{};
  unsigned given = 0;
  for (unsigned c = 0; c < 4; ++c) {
    if ((request.disabled_channels >> c & 1) != 0) continue;
    const std::size_t place = given++ * width + channel / 8;
    if (place >= response.registers.size()) return {};
    rgba[c] = std::bit_cast<float>(response.registers[place][channel % 8]);
  }
  return rgba;
}

ChannelHistory channel_history(const RowProbe& probe, const MessageHistory& history, unsigned channel) {
  ChannelHistory made{.channel = channel};
  made.texels = probe.texels();
  made.steps = place_steps(probe, made.texels);
  made.result = probe.result(probe.binding(), probe.pixel());
  made.returned = returned(probe, history.response, channel);
  return made;
}

AnsweredMessage answered(const functional::GpuMemory& memory, MessageHistory history,
                         const std::set<unsigned>& channels, const Finder& finder) {
  AnsweredMessage made{.history = std::move(history)};
  const functional::Message& message = made.history.message;
  made.descriptor = gen9::describe_message(gen9::decode_message({message.descriptor, message.extended_descriptor}));
  const RowProbe first{memory, message, 0};
  made.operation = first.request().operation->name;
  made.surface = surface_text(first.binding().surface);
  if (first.request().operation->uses_sampler_state()) made.sampler = sampler_text(first.binding().sampler.state);
  using gen9::SamplerAction;
  const SamplerAction action = first.request().operation->action;
  made.explained =
      !first.binding().surface.null &&
      (action == SamplerAction::kSample || action == SamplerAction::kGather || action == SamplerAction::kLoad) &&
      first.request().simd != functional::SamplerSimd::kSimd4x2;
  for (const unsigned channel : channels) {
    ChannelHistory one{.channel = channel};
    if (made.explained) one = channel_history(RowProbe{memory, message, channel}, made.history, channel);
    one.pixel = finder.pixel(message.number, channel);
    made.channels.push_back(std::move(one));
  }
  return made;
}

void check_found(const HistoryQuery& query, const Finder& finder) {
  if (!finder.found().empty()) return;
  const std::string all = fmt::format("the run's threads send {} sampler messages", finder.sent());
  if (query.pixel) {
    refuse("--pixel", fmt::format("pixel ({}, {}) comes from no sampler message", query.pixel->x, query.pixel->y), all);
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

functional::Workload prepared(const Configuration& configuration, const fs::path& folder) {
  std::optional<functional::Workload> workload = prepare_study(configuration);
  if (workload && workload->threads) return std::move(*workload);
  throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = folder.string()},
                                                 .problem = "has no messages that could be asked",
                                                 .hint = "a cache_table has none"}};
}

/// Hands what is told on to each of several.
class Finders final : public MessageFollower {
 public:
  std::vector<Finder> all;

  void sent(const functional::Message& message) override {
    for (Finder& finder : all) finder.sent(message);
  }
  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override {
    for (Finder& finder : all) finder.stored(x, y, sampled);
  }
};

/// The run as it was, with the recorder at it.
std::optional<std::uint64_t> run_again(const Configuration& configuration, const timing::BlockRegistry& blocks,
                                       functional::Workload& workload, HistoryRecorder& recorder) {
  follow_messages(workload, recorder);
  const Execution execution =
      execute(configuration.machine, workload,
              {.timing = configuration.study.timing,
               .blocks = &blocks,
               .watchdog = configuration.study.watchdog,
               .on_built = [&](timing::Simulation& simulation) { recorder.listen(simulation); }});
  if (execution.stopped) throw Error{*execution.stopped, "stopped"};
  if (!execution.cycles) return {};
  return execution.cycles->value();
}

/// Treatment of a query that finds no message.
enum class Unfound : std::uint8_t { kRefused, kLeftOut };

/// Numbers of messages that the queries find, each once, as many of each as it wants.
std::vector<std::uint64_t> chosen_messages(const Finders& finders, const std::vector<HistoryQuery>& queries) {
  std::set<std::uint64_t> chosen;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    std::size_t left = queries[q].most;
    for (auto found = finders.all[q].found().begin(); found != finders.all[q].found().end() && left > 0;
         ++found, --left)
      chosen.insert(found->first);
  }
  return {chosen.begin(), chosen.end()};
}

void check_same_end(const RunRecord& run, std::optional<std::uint64_t> cycles, const fs::path& folder) {
  const RunNumber* before = run.find("cycles");
  if (before == nullptr || !cycles || static_cast<double>(*cycles) == before->value) return;
  throw Error{ExitCode::kMismatch,
              Diagnostic{.position = {.file = folder.string()},
                         .problem = fmt::format("took {} cycles, and {} when run again", before->text, *cycles),
                         .hint = "another version of texpipe made it: run the study again"}};
}

std::vector<QueryAnswer> ask(const fs::path& folder, const timing::BlockRegistry& blocks,
                             const std::vector<HistoryQuery>& queries, Unfound unfound) {
  const RunRecord run = read_run(folder, blocks);
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
  const Configuration configuration = configuration_of(folder, blocks);

  functional::Workload untimed = prepared(configuration, folder);
  if (untimed.threads->has_phases()) {
    throw Error{
        ExitCode::kUnsupported,
        Diagnostic{.position = {.file = folder.string()},
                   .problem = "is a run of a frame, whose messages have no history: their state is that of a draw",
                   .hint = "texture walks, kernels and recordings of messages have one"}};
  }
  Finders finders;
  for (const HistoryQuery& query : queries) {
    if (query.pixel) check_pixel(untimed, *query.pixel, "--pixel");
    finders.all.emplace_back(*untimed.memory, query);
  }
  follow_messages(untimed, finders);
  execute(configuration.machine, untimed, {});
  for (std::size_t q = 0; q < queries.size() && unfound == Unfound::kRefused; ++q)
    check_found(queries[q], finders.all[q]);

  functional::Workload workload = prepared(configuration, folder);
  HistoryRecorder recorder{configuration.machine, chosen_messages(finders, queries)};
  const std::optional<std::uint64_t> cycles = run_again(configuration, blocks, workload, recorder);
  check_same_end(run, cycles, folder);
  std::map<std::uint64_t, MessageHistory> histories;
  for (MessageHistory& history : recorder.histories()) {
    // Without times or values, the response shown is the one that it would be.
    const bool without_values = std::exchange(history.message.planned, nullptr) != nullptr;
    if (!history.times || without_values) {
      history.response =
          functional::execute_sampler_message(*workload.memory, history.message, functional::PlanDetail::kNone)
              .response;
    }
    histories.emplace(history.name.number(), std::move(history));
  }
  std::vector<QueryAnswer> answers;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const Finder& finder = finders.all[q];
    if (finder.found().empty() && unfound == Unfound::kLeftOut) continue;  // else a texel that nobody reads
    QueryAnswer& answer = answers.emplace_back(QueryAnswer{
        .study = run.study, .machine = run.machine, .timing = run.timing, .query = queries[q], .cycles = cycles});
    answer.messages = finder.found().size();
    for (const auto& [number, channels] : finder.found()) {
      if (answer.answered.size() == queries[q].most) break;
      if (const auto history = histories.find(number); history != histories.end())
        answer.answered.push_back(answered(*workload.memory, history->second, channels, finder));
    }
  }
  return answers;
}

}  // namespace

std::vector<QueryAnswer> ask_pixels(const fs::path& folder, const timing::BlockRegistry& blocks,
                                    std::span<const PixelPlace> pixels, std::size_t most) {
  std::vector<HistoryQuery> queries;
  for (const PixelPlace& pixel : pixels) queries.push_back({.pixel = pixel, .most = most});
  return ask(folder, blocks, queries, Unfound::kLeftOut);
}

QueryAnswer ask_run(const fs::path& folder, const timing::BlockRegistry& blocks, const HistoryQuery& query) {
  return std::move(ask(folder, blocks, {query}, Unfound::kRefused).front());
}

std::vector<PixelPlace> spread_pixels(const fs::path& folder, const timing::BlockRegistry& blocks, unsigned count) {
  const Configuration configuration = configuration_of(folder, blocks);
  const functional::OutputImage output = prepared(configuration, folder).output;
  if (output.width == 0)
    refuse("--pixels", "the run draws no picture", "texture walks and kernels with a 2D image among their outputs do");
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
