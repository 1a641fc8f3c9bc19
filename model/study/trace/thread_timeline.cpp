#include "study/trace/thread_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "isa/gen9/shared_function.h"
#include "study/trace/message_title.h"
#include "timing/protocol/footprint_protocol.h"
#include "timing/protocol/message_protocol.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::study {

namespace {

std::uint64_t number_of(const timing::ThreadIndex& place) {
  return std::uint64_t{place.subslice} << 32 | std::uint64_t{place.eu} << 16 | place.thread;
}

std::string path_of(const std::vector<std::string>& subslices, std::uint64_t place) {
  return fmt::format("{}.eu[{}].thread[{}]", timing::subslice_path(subslices, static_cast<std::uint32_t>(place >> 32)),
                     place >> 16 & 0xFFFF, place & 0xFFFF);
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void ThreadTimeline::listen(timing::Simulation& simulation) {
  for (std::size_t i = 0; i < simulation.events.channels(); ++i) {
    std::string_view path = simulation.events.path(static_cast<timing::ChannelId>(i));
    path = path.substr(0, path.rfind('.'));
    const std::string block{path.substr(path.rfind('.') + 1)};
    of_channel_.push_back(stage(block));
    of_missing_.push_back(stage(block + " lines"));
  }
  subslices_ = simulation.events.subslices;
  lines_.listen(simulation.events);
  simulation.events.add(*this);
}

ThreadTimeline::Stage ThreadTimeline::stage(std::string_view name) {
  const auto known = std::find(names_.begin(), names_.end(), name);
  if (known != names_.end()) return static_cast<Stage>(known - names_.begin());
  names_.emplace_back(name);
  return static_cast<Stage>(names_.size() - 1);
}

std::uint32_t ThreadTimeline::title(const functional::Message& message) {
  const std::uint64_t kind = std::uint64_t{message.descriptor} << 16 | std::uint64_t{message.shared_function} << 1 |
                             (message.variant == functional::OperationVariant::kSpa ? 1u : 0u);
  const auto [known, added] = title_of_.emplace(kind, 0);
  if (added) {
    const std::string text = message_title(message);
    const auto same = std::find(titles_.begin(), titles_.end(), text);
    known->second = static_cast<std::uint32_t>(same - titles_.begin());
    if (same == titles_.end()) {
      titles_.push_back(text);
      waits_for_.push_back("waits for " + text);
      sums_.emplace_back();
    }
  }
  return known->second;
}

/// Payloads are used again: what is known of an earlier message goes.
ThreadTimeline::Progress& ThreadTimeline::progress(const timing::MessageExtension& message) {
  Progress& progress = messages_[&message];
  const std::uint64_t sender = number_of(message.sender);
  if (progress.sent_at != message.sent_at || progress.id != message.id || progress.sender != sender) {
    progress.id = message.id;
    progress.sender = sender;
    progress.sent_at = message.sent_at;
    progress.passed.clear();
  }
  return progress;
}

void ThreadTimeline::pass(Progress& progress, Stage stage, Cycles until) {
  progress.passed.push_back({stage, until});
}

void ThreadTimeline::on(const timing::MessageEvent& event) {
  pass(progress(timing::message_of(*event.work->message)), of_channel_[static_cast<std::size_t>(event.block)],
       event.left);
}

void ThreadTimeline::on(const timing::FootprintEvent& event) {
  if (!event.footprint->last) return;
  const auto channel = static_cast<std::size_t>(event.stage);
  Progress& message = progress(timing::message_of(*event.footprint->work->message));
  if (event.lines_there != Cycles{}) pass(message, of_missing_[channel], std::min(event.lines_there, event.left));
  pass(message, of_channel_[channel], event.left);
}

void ThreadTimeline::on(const timing::DataPortEvent& event) {
  Progress& message = progress(*event.message);
  if (event.local) return pass(message, local_memory_, event.done);
  pass(message, data_port_, event.sent);
  if (event.there > event.sent) {
    for (const LineStages::Stop& stop : lines_.stops(event.last_line, event.sent, event.there))
      pass(message, stage(stop.place), stop.until);
  }
  pass(message, data_port_, event.done);
}

bool ThreadTimeline::room(Cycles now) {
  if (full_at_) return false;
  if (writer_.bytes() >= kMostTimelineBytes) full_at_ = now;
  return !full_at_;
}

ThreadTimeline::Thread& ThreadTimeline::thread(std::uint64_t place) {
  Thread& thread = threads_[place];
  if (thread.track == 0 && !full_at_) thread.track = writer_.group(path_of(subslices_, place));
  return thread;
}

void ThreadTimeline::close(Thread& thread, Cycles end) {
  if (!thread.running) return;
  thread.running = false;
  thread_cycles_ += (end - thread.from).value();
  const Cycles told = full_at_ ? std::min(end, *full_at_) : end;
  if (thread.track == 0 || told <= thread.from) return;
  // One that goes on where the timeline ends is told up to there, once.
  if (full_at_ && thread.from >= *full_at_) return;
  writer_.write(thread.track, {.name = thread.name, .from = thread.from, .to = told, .notes = {}});
}

void ThreadTimeline::draw(Drawing drawing, Cycles now) {
  if (now > drawn_at_) draw_all();
  drawn_at_ = now;
  drawings_.push_back(std::move(drawing));
}

void ThreadTimeline::draw_all() {
  std::stable_sort(drawings_.begin(), drawings_.end(),
                   [](const Drawing& a, const Drawing& b) { return a.place < b.place; });
  for (const Drawing& drawing : drawings_) drawing.wait ? draw_wait(drawing) : draw_thread(drawing);
  drawings_.clear();
}

void ThreadTimeline::on(const timing::ThreadEvent& event) {
  Drawing drawing{.place = number_of(*event.place), .ended = event.ended, .until = event.time};
  if (!event.ended) drawing.name = fmt::format("group {} thread {}", event.group, event.thread);
  draw(std::move(drawing), event.time);
}

void ThreadTimeline::draw_thread(const Drawing& drawing) {
  Thread& thread = this->thread(drawing.place);
  room(drawing.until);
  close(thread, drawing.until);
  if (drawing.ended) return;
  thread.name = drawing.name;
  thread.from = drawing.until;
  thread.running = true;
}

void ThreadTimeline::on(const timing::ThreadWaitEvent& event) {
  if (event.until <= event.since) return;
  const timing::MessageExtension& message = *event.message;
  Progress& known = progress(message);
  const std::uint32_t title = this->title(message.message);
  Drawing drawing{.place = known.sender,
                  .wait = true,
                  .name = waits_for_[title],
                  .since = event.since,
                  .until = event.until,
                  .sent_at = message.sent_at,
                  .accepted_at = message.accepted_at};
  Cycles at = event.since;
  const auto tell = [&](Stage stage, Cycles until) {
    const Cycles end = std::min(until, event.until);
    if (end <= at) return;
    std::vector<Sum>& sums = sums_[title];
    if (sums.size() <= stage) sums.resize(stage + 1);
    Sum& sum = sums[stage];
    sum.cycles += (end - at).value();
    ++sum.waits;
    drawing.slices.push_back({stage, end});
    at = end;
  };
  tell(on_its_way_, message.accepted_at);
  for (const Passed& passed : known.passed) tell(passed.stage, passed.until);
  // A block that tells nothing has had it since it was accepted.
  const auto function = static_cast<gen9::SharedFunction>(message.message.shared_function);
  tell(known.passed.empty() ? stage(texpipe::name_of(function)) : on_its_way_back_, event.until);
  draw(std::move(drawing), event.until - Cycles{1});
}

void ThreadTimeline::draw_wait(const Drawing& drawing) {
  if (!room(drawing.until)) return;
  const PerfettoWriter::Track track = thread(drawing.place).track;
  writer_.begin(track, {.name = drawing.name,
                        .from = drawing.since,
                        .to = drawing.until,
                        .notes = {{"sent_at", drawing.sent_at.value()}, {"accepted_at", drawing.accepted_at.value()}}});
  Cycles at = drawing.since;
  for (const Slice& slice : drawing.slices) {
    writer_.write(track, {.name = names_[slice.stage], .from = at, .to = slice.until, .notes = {}});
    at = slice.until;
  }
  writer_.end(track, drawing.until);
}

void ThreadTimeline::finish(Cycles end) {
  draw_all();
  for (auto& [place, thread] : threads_) close(thread, end);
  writer_.flush();
}

std::vector<ThreadWait> ThreadTimeline::waits() const {
  std::vector<ThreadWait> waits;
  for (std::size_t title = 0; title < sums_.size(); ++title) {
    for (std::size_t stage = 0; stage < sums_[title].size(); ++stage) {
      const Sum& sum = sums_[title][stage];
      if (sum.waits != 0) waits.push_back({titles_[title], names_[stage], sum.cycles, sum.waits});
    }
  }
  std::sort(waits.begin(), waits.end(), [](const ThreadWait& a, const ThreadWait& b) {
    return std::tie(b.cycles, a.message, a.stage) < std::tie(a.cycles, b.message, b.stage);
  });
  return waits;
}

std::string thread_waits_csv(const ThreadTimeline& timeline) {
  std::string text = "message,stage,cycles,waits,percent_of_thread_cycles\n";
  for (const ThreadWait& wait : timeline.waits())
    text += fmt::format("{},{},{},{},{:.3f}\n", wait.message, wait.stage, wait.cycles, wait.waits,
                        percent(wait.cycles, timeline.thread_cycles()));
  return text;
}

std::string thread_waits_text(const ThreadTimeline& timeline) {
  struct Message {
    std::string name;
    std::uint64_t cycles = 0;
    std::vector<ThreadWait> stages;
  };
  std::vector<Message> messages;
  std::uint64_t all = 0;
  for (const ThreadWait& wait : timeline.waits()) {
    auto known =
        std::find_if(messages.begin(), messages.end(), [&](const Message& m) { return m.name == wait.message; });
    if (known == messages.end()) known = messages.insert(messages.end(), Message{.name = wait.message, .stages = {}});
    known->cycles += wait.cycles;
    known->stages.push_back(wait);
    all += wait.cycles;
  }
  std::stable_sort(messages.begin(), messages.end(),
                   [](const Message& a, const Message& b) { return a.cycles > b.cycles; });
  constexpr std::size_t kMessages = 3, kStages = 3;
  constexpr double kLeast = 0.5;
  std::string text;
  for (std::size_t m = 0; m < std::min(kMessages, messages.size()); ++m) {
    const double share = percent(messages[m].cycles, timeline.thread_cycles());
    if (share < kLeast) break;
    std::string stages;
    for (std::size_t s = 0; s < std::min(kStages, messages[m].stages.size()); ++s) {
      const double part = percent(messages[m].stages[s].cycles, timeline.thread_cycles());
      if (part >= kLeast)
        stages += fmt::format("{}{} {:.0f} %", stages.empty() ? "" : ", ", messages[m].stages[s].stage, part);
    }
    text += fmt::format("{}{} {:.0f} % ({})", text.empty() ? "" : ", ", messages[m].name, share, stages);
  }
  return fmt::format("{:.0f} % of their time wait{}{}", percent(all, timeline.thread_cycles()),
                     text.empty() ? "" : " for: ", text);
}

}  // namespace texpipe::study
