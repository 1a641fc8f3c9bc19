#include "study/trace/run_trace.h"

#include "base/diagnostic.h"
#include "study/trace/kanata_trace.h"
#include "study/trace/perfetto_trace.h"
#include "study/trace/trace_recorder.h"

namespace texpipe::study {

namespace {

std::unique_ptr<TraceSink> make_sink(TraceFormat format, std::ostream& out, const std::string& title) {
  if (format == TraceFormat::kKanata) return std::make_unique<KanataTrace>(out);
  return std::make_unique<PerfettoTrace>(out, title);
}

TraceWindow window_of(const TraceRequest& request, std::span<const std::uint64_t> of_pixel) {
  TraceWindow window{request.from, request.to};
  if (!request.pixel && request.messages.empty()) return window;
  window.messages.emplace();
  for (const MessageName& message : request.messages) window.messages->insert(message.number());
  window.messages->insert(of_pixel.begin(), of_pixel.end());
  return window;
}

}  // namespace

TraceFormat trace_format(const std::filesystem::path& file, std::string_view option) {
  if (file.extension() == ".pftrace") return TraceFormat::kPerfetto;
  if (file.extension() == ".kanata") return TraceFormat::kKanata;
  throw Error{ExitCode::kUsage, Diagnostic{.path = std::string{option},
                                           .problem = "no format of traces is named by " + file.string(),
                                           .hint = "expected a name that ends in .pftrace or .kanata"}};
}

RunTrace::RunTrace(const TraceRequest& request, Existing existing, std::span<const std::uint64_t> of_pixel,
                   const std::string& title)
    : file_{request.file, existing},
      sink_{make_sink(request.format, file_.stream(), title)},
      recorder_{std::make_unique<TraceRecorder>(*sink_, window_of(request, of_pixel), request.start)},
      from_{request.from},
      to_{request.to} {}

RunTrace::~RunTrace() = default;

void RunTrace::follow(functional::Workload& workload) {
  const bool phased = workload.painted_pictures != nullptr;
  const std::shared_ptr<const FrameTrail> trail = follow_messages(workload, *recorder_);
  if (phased) recorder_->follow_frame(trail);
}

void RunTrace::listen(timing::Simulation& simulation, EventOrder order) {
  recorder_->listen(simulation, order);
}

void RunTrace::reach(Cycles now, Cycles soon) {
  recorder_->reach(now, soon);
}

void RunTrace::record(TraceSwitch to, Cycles now) {
  recorder_->record(to, now);
}

bool RunTrace::records() const {
  return recorder_->records();
}

void RunTrace::add(const FrameCourse& course) {
  recorder_->finish();
  sink_->course(course, from_, to_);
}

bool RunTrace::any() const {
  return recorder_->any();
}

void RunTrace::publish() {
  recorder_->finish();
  sink_->finish();
  file_.publish();
}

}  // namespace texpipe::study
