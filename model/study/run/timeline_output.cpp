#include "study/run/timeline_output.h"

#include <fmt/format.h>

namespace texpipe::study {

bool has_timeline(const StudyParameters& study) {
  return study.workload.kind == WorkloadKind::kKernel && study.timing != Timing::kUntimed;
}

void TimelineOutput::write(RunFolder& folder, Cycles end) {
  timeline_.finish(end);
  folder.write(kTimelineName, bytes_.view());
  folder.write(kThreadWaitsName, thread_waits_csv(timeline_));
}

std::string TimelineOutput::place_text(const RunFolder& folder) const {
  const std::string file = (folder.path() / kTimelineName).string();
  const auto full = full_at();
  return full ? fmt::format("{}, up to cycle {}", file, full->value()) : file;
}

}  // namespace texpipe::study
