// Timeline of what the threads of a run wait for: a track for each, and the sums of all.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "study/trace/line_stages.h"
#include "study/trace/perfetto_writer.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

/// Cycles in which threads could issue nothing before a message came back, by the place where it was meanwhile.
struct ThreadWait {
  std::string message;  // message_title
  std::string stage;    // of its shared function; `on its way` and `on its way back` between
  std::uint64_t cycles = 0;
  std::uint64_t waits = 0;  // that this stage was part of
};

/// The most that a timeline takes on disk; what comes later is only summed up.
inline constexpr std::uint64_t kMostTimelineBytes = 16 << 20;

/// A thread's slot is a track; a thread is a slice of it, its waits are slices inside, and the stages that the message
/// waited for passed slices inside those.
class ThreadTimeline final : public timing::EventListener {
 public:
  /// @param out  of the timeline, in Perfetto's format
  ThreadTimeline(std::ostream& out, const std::string& title) : writer_{out, title} {}

  void listen(timing::Simulation& simulation);

  void on(const timing::ThreadEvent& event) override;
  void on(const timing::ThreadWaitEvent& event) override;
  void on(const timing::MessageEvent& event) override;
  void on(const timing::FootprintEvent& event) override;
  void on(const timing::DataPortEvent& event) override;
  void on(const timing::LookupEvent& event) override { lines_.on(event); }
  bool wants_sampler_details() const override { return false; }

  /// After the run: threads that did not end stop where it did.
  void finish(Cycles end);

  /// Cycle at which the timeline stopped because it was full.
  std::optional<Cycles> full_at() const { return full_at_; }
  /// Cycles of all threads from start to end.
  std::uint64_t thread_cycles() const { return thread_cycles_; }
  /// The longest first; of equals by name.
  std::vector<ThreadWait> waits() const;

 private:
  using Stage = std::uint32_t;  // of names_
  struct Passed {
    Stage stage;
    Cycles until;
  };
  /// Progress of a message from its acceptance on.
  struct Progress {
    std::uint64_t id = 0;
    std::uint64_t sender = 0;
    Cycles sent_at;
    std::vector<Passed> passed;
  };
  struct Thread {
    PerfettoWriter::Track track = 0;
    std::string name;
    Cycles from;
    bool running = false;
  };
  struct Sum {
    std::uint64_t cycles = 0;
    std::uint64_t waits = 0;
  };

  /// A slice of a thread's wait.
  struct Slice {
    Stage stage;
    Cycles until;
  };
  /// Drawing of a thread in a cycle: its start or end, or a wait that is over.
  struct Drawing {
    std::uint64_t place = 0;
    bool wait = false;
    bool ended = false;
    std::string name{};
    Cycles since, until, sent_at, accepted_at;
    std::vector<Slice> slices{};
  };

  void draw(Drawing drawing, Cycles now);
  void draw_all();
  void draw_thread(const Drawing& drawing);
  void draw_wait(const Drawing& drawing);
  Stage stage(std::string_view name);
  std::uint32_t title(const functional::Message& message);
  Progress& progress(const timing::MessageExtension& message);
  void pass(Progress& progress, Stage stage, Cycles until);
  Thread& thread(std::uint64_t place);
  void close(Thread& thread, Cycles end);
  bool room(Cycles now);

  PerfettoWriter writer_;
  std::vector<std::string> subslices_;  // paths, in a machine of several slices
  std::vector<Drawing> drawings_;       // of a cycle, to be drawn in the order of places, whatever the order of EUs was
  Cycles drawn_at_;                     // the cycle
  LineStages lines_;
  std::optional<Cycles> full_at_;
  std::vector<std::string> names_;
  Stage on_its_way_ = stage("on its way"), on_its_way_back_ = stage("on its way back");
  Stage data_port_ = stage("data_port"), local_memory_ = stage("local memory");
  std::vector<Stage> of_channel_, of_missing_;  // the block of a channel, and the lines that it waits for
  std::unordered_map<const timing::MessageExtension*, Progress> messages_;
  std::map<std::uint64_t, Thread> threads_;                    // by place
  std::vector<std::string> titles_, waits_for_;                // of messages; what a wait for one is called
  std::unordered_map<std::uint64_t, std::uint32_t> title_of_;  // of titles_, by kind of message
  std::vector<std::vector<Sum>> sums_;                         // by title and stage
  std::uint64_t thread_cycles_ = 0;
};

inline constexpr std::string_view kTimelineName = "timeline.pftrace";
inline constexpr std::string_view kThreadWaitsName = "thread_waits.csv";

/// All rows, with the share of the threads' cycles.
std::string thread_waits_csv(const ThreadTimeline& timeline);

/// `57 % of their time wait: sample_l 40 % (l1_data lines 31 %, filter 5 %), untyped surface read 17 % (memory 15 %)`.
std::string thread_waits_text(const ThreadTimeline& timeline);

}  // namespace texpipe::study
