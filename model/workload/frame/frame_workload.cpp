#include "workload/frame/frame_workload.h"

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "functional/frame/frame_executor.h"
#include "host/text/json_text.h"
#include "pictures/texture/png.h"
#include "workload/frame/frame_local_memory.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/frame_survey.h"
#include "workload/frame/noted_bytes.h"
#include "workload/frame/noted_picture.h"

namespace texpipe::study {

namespace {

using functional::FrameExecutor;

/// Refuses a choice of numbers that a recording does not have.
void require_present(const NumberRanges& chosen, std::uint64_t count, const char* what, const std::string& file) {
  if (chosen.all() || chosen.last() < count) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = std::string{"workload."} + what,
                         .problem = file + " has " + std::to_string(count) + ' ' + what + ", and none of number " +
                                    std::to_string(chosen.last()),
                         .hint = count == 0 ? "" : "expected 0 to " + std::to_string(count - 1)}};
}

template <class... Recording>
void require_present(const FrameParameters& parameters, const Recording&... arguments) {
  if (parameters.submissions.all() && parameters.draws.all()) return;
  FrameRecording recording{arguments...};
  const FrameSurvey survey = survey_frames(recording);
  require_present(parameters.submissions, survey.submissions.size(), "submissions", recording.name());
  require_present(parameters.draws, survey.draws.size(), "draws", recording.name());
  if (parameters.submissions.all() || parameters.draws.all()) return;
  const auto runs = [&](const DrawSummary& draw) {
    return parameters.draws.contains(draw.number) && parameters.submissions.contains(draw.submission);
  };
  if (std::any_of(survey.draws.begin(), survey.draws.end(), runs)) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = "workload.draws",
                         .problem = "none of these draws belongs to the chosen submissions of " + recording.name(),
                         .hint = "`texpipe frame draws` tells the submission of each draw"}};
}

/// Threads of a recording, in phases: each shader of a draw, and each compute walker. Those that were not chosen run
/// to their end between two phases, so that the chosen ones find what they would have found. Behind the last chosen
/// one there are only the driver's own draws, up to the next picture that is noted: it shows what was drawn until then.
class FrameThreads final : public functional::ThreadSource {
 public:
  /// @param recording  arguments of FrameRecording
  template <class... Recording>
  FrameThreads(const FrameParameters& parameters, functional::GpuMemory& memory, functional::FrameObserver* observer,
               Recording&&... recording)
      : recording_{std::forward<Recording>(recording)...},
        submissions_{parameters.submissions},
        draws_{parameters.draws},
        memory_{memory},
        observer_{observer},
        executor_{memory,
                  [this](ByteAddress address, ByteSize size) { return recording_.mapped().holds(address, size); },
                  kFrameLocalMemory,
                  {.commands = parameters.max_commands,
                   .vertices = parameters.max_vertices,
                   .groups = parameters.max_groups}} {
    executor_.observe(observer);
    if (draws_.all()) return;
    executor_.leave_out_from(draws_.last() + 1);
    executor_.choose([this](std::uint64_t draw) { return draws_.contains(draw); });
  }

  /// Recording, and the command whose threads run; errors of commands without threads name their command themselves.
  std::string name() const override {
    return recording_.name() +
           (current_ != nullptr ? ": " + executor_.place() + ": " + current_->name() : std::string{});
  }
  std::optional<functional::DrawOfThreads> draw() const override {
    return current_ != nullptr ? executor_.draw() : std::nullopt;
  }
  std::string stage() const override { return current_ != nullptr ? current_->name() : std::string{}; }
  std::vector<functional::PhasePart> parts() const override {
    if (current_ != nullptr && current_->parts().front().draw) return current_->parts();
    return {{.draw = draw(), .stage = stage(), .groups = groups(), .next_draw = executor_.draw_number()}};
  }
  functional::GroupPlace place_of(unsigned group) const override { return current_->place_of(group); }
  unsigned groups() const override { return current_ != nullptr ? current_->groups() : 0; }
  unsigned threads_per_group() const override { return current_ != nullptr ? current_->threads_per_group() : 1; }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    current_->start(group, thread, registers, program);
  }

  unsigned reuse_distance() const override { return current_ != nullptr ? current_->reuse_distance() : kNeverReused; }
  std::optional<functional::ThreadPixel> pixel_of(unsigned group) const override { return current_->pixel_of(group); }
  const functional::OlderThreads* older_at_same_pixels() const override {
    return current_ != nullptr ? current_->older_at_same_pixels() : nullptr;
  }
  bool keeps_order() const override { return current_ != nullptr && current_->keeps_order(); }
  bool has_phases() const override { return true; }
  bool advance() override {
    // Steps that draws without threads have left for the fixed functions stay until somebody takes them.
    std::size_t told = work_.steps.size();
    while (true) {
      if (submitted_) {
        current_ = nullptr;
        current_ = executor_.next_threads();
        keep_chosen_work(told);
        told = work_.steps.size();
        if (current_ != nullptr && is_chosen()) {
          functional::count_threads(*current_, chosen_threads_);
          return true;
        }
        if (current_ != nullptr) {
          functional::run_phase(*current_, memory_);
          continue;
        }
        submitted_ = false;
      }
      if (!read_to_submission()) return false;
    }
  }

  /// Tells the work of the fixed functions from now on, before the first phase.
  functional::FrameWork& tell_work() {
    executor_.tell_work(&work_);
    return work_;
  }

  void order_by(functional::TileOrder order) { executor_.order_by(order); }
  void count_by(functional::CountMore count) { executor_.count_by(std::move(count)); }
  const functional::PerformanceCounters& chosen_threads() const { return chosen_threads_; }

  const std::vector<functional::PaintedPicture>& painted_pictures() const { return painted_; }

  std::vector<functional::ResultFile> results() const {
    std::vector<functional::ResultFile> files;
    for (const auto& [number, png] : pictures_)
      files.push_back({.name = "picture_" + std::to_string(number) + ".png", .content = png});
    for (const auto& [number, bytes] : bytes_)
      files.push_back({.name = "bytes_" + std::to_string(number) + ".bin", .content = bytes});
    const functional::FrameCounts& counts = executor_.counts();
    const functional::PipelineStatistics& pipeline = executor_.statistics();
    const nlohmann::ordered_json json{{"submissions", counts.submissions},
                                      {"commands", executor_.commands()},
                                      {"draws", counts.draws},
                                      {"fast_clears", counts.fast_clears},
                                      {"resolves", counts.resolves},
                                      {"depth_clears", counts.depth_clears},
                                      {"compute_walkers", counts.walkers},
                                      {"vertices_fetched", pipeline.vertices_fetched},
                                      {"primitives_fetched", pipeline.primitives_fetched},
                                      {"vertex_shader_runs", pipeline.vertex_shader_runs},
                                      {"hull_shader_runs", pipeline.hull_shader_runs},
                                      {"domain_shader_runs", pipeline.domain_shader_runs},
                                      {"geometry_shader_runs", pipeline.geometry_shader_runs},
                                      {"geometry_shader_primitives", pipeline.geometry_shader_primitives},
                                      {"clipper_runs", pipeline.clipper_runs},
                                      {"clipper_primitives", pipeline.clipper_primitives},
                                      {"pixel_shader_runs", pipeline.pixel_shader_runs},
                                      {"samples_passed", pipeline.samples_passed},
                                      {"compute_shader_runs", pipeline.compute_shader_runs}};
    files.push_back({.name = "frame.json", .content = json_text(json, 2) + "\n"});
    return files;
  }

 private:
  std::uint64_t submission() const { return executor_.counts().submissions - 1; }
  bool is_chosen() const { return submissions_.contains(submission()) && draws_.contains(executor_.draw_number()); }

  /// Work of draws that were not chosen takes no time, and neither do commands behind the last one that was.
  void keep_chosen_work(std::size_t told) {
    if (draws_.all() && submissions_.all()) return;
    const bool submitted = submissions_.contains(submission());
    work_.keep(told, [&](std::uint32_t draw) { return submitted && draws_.contains(draw); });
  }

  /// Between submissions: none that follows was chosen.
  bool chosen_are_over() const {
    return (!draws_.all() && executor_.primitives() > draws_.last()) ||
           (!submissions_.all() && executor_.counts().submissions > submissions_.last());
  }

  /// Replays records up to a submission, which begins; false: there is none.
  bool read_to_submission() {
    while (std::optional<FrameRecord> record = recording_.next()) {
      if (const auto* note = std::get_if<FrameNote>(&record->content)) {
        keep_picture(*note);
        keep_bytes(*note);
        continue;
      }
      if (const auto* submit = std::get_if<FrameSubmit>(&record->content)) {
        if (shown_) break;
        if (chosen_are_over()) executor_.leave_out_from(0);
        executor_.submit(ByteAddress{submit->first_command}, submit->context);
        submitted_ = true;
        return true;
      }
      if (const auto* map = std::get_if<FrameMap>(&record->content))
        require_beside_local_memory(recording_, *record, *map);
      replay_into(memory_, *record);
    }
    current_ = nullptr;
    return false;
  }

  void keep_picture(const FrameNote& note) {
    const std::optional<NotedPicture> noted = parse_noted_picture(note.text);
    if (!noted || note.address == 0) return;
    if (pictures_.contains(noted->number))
      throw Error{ExitCode::kMalformedInput, "notes picture " + std::to_string(noted->number) + " twice"};
    painted_.push_back({.number = noted->number,
                        .address = ByteAddress{note.address},
                        .width = noted->width,
                        .height = noted->height,
                        .draws = executor_.primitives()});
    if (observer_ != nullptr)
      observer_->picture(noted->number, ByteAddress{note.address}, noted->width, noted->height, noted->row_bytes);
    const std::vector<std::byte> png = png_bytes(read_noted_picture(*noted, note, memory_));
    shown_ = chosen_are_over();
    pictures_.emplace(noted->number, std::string{reinterpret_cast<const char*>(png.data()), png.size()});
  }

  void keep_bytes(const FrameNote& note) {
    const std::optional<std::uint32_t> number = parse_noted_bytes(note.text);
    if (!number || note.address == 0) return;
    if (!bytes_.emplace(*number, read_noted_bytes(note, memory_)).second)
      throw Error{ExitCode::kMalformedInput, "notes bytes " + std::to_string(*number) + " twice"};
  }

  FrameRecording recording_;
  NumberRanges submissions_, draws_;
  functional::GpuMemory& memory_;
  functional::FrameObserver* observer_;
  functional::FrameWork work_;
  FrameExecutor executor_;
  functional::PerformanceCounters chosen_threads_;
  const functional::ThreadSource* current_ = nullptr;
  bool submitted_ = false;
  bool shown_ = false;                               // a picture was noted after all that was chosen
  std::map<std::uint32_t, std::string> pictures_;    // PNG, by number
  std::vector<functional::PaintedPicture> painted_;  // pictures, in the order of their notes
  std::map<std::uint32_t, std::string> bytes_;       // contents, by number
};

template <class... Recording>
functional::Workload workload_of(const FrameParameters& parameters, functional::FrameObserver* observer,
                                 const Recording&... recording) {
  require_present(parameters, recording...);
  functional::Workload workload;
  auto threads = std::make_unique<FrameThreads>(parameters, *workload.memory, observer, recording...);
  workload.results = [made = threads.get()] { return made->results(); };
  workload.ask_for_work = [made = threads.get()]() -> functional::FrameWork& { return made->tell_work(); };
  workload.order_tiles = [made = threads.get()](functional::TileOrder order) { made->order_by(order); };
  workload.count_by = [made = threads.get()](functional::CountMore count) { made->count_by(std::move(count)); };
  workload.chosen_threads = [made = threads.get()] { return made->chosen_threads(); };
  workload.painted_pictures = [made = threads.get()] { return made->painted_pictures(); };
  workload.threads = std::move(threads);
  return workload;
}

}  // namespace

functional::Workload make_frame_workload(const FrameParameters& parameters, functional::FrameObserver* observer) {
  return workload_of(parameters, observer, parameters.file);
}

functional::Workload make_frame_workload(const std::vector<std::byte>& bytes, const std::string& name,
                                         const FrameParameters& parameters) {
  return workload_of(parameters, nullptr, bytes, name);
}

}  // namespace texpipe::study
