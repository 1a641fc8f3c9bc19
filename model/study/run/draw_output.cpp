#include "study/run/draw_output.h"

#include <sstream>

#include "study/draws/draw_chart.h"
#include "study/draws/draw_table.h"
#include "study/sampled_run/sampled_source.h"
#include "study/trace/draw_timeline.h"
#include "study/trace/thread_timeline.h"

namespace texpipe::study {

bool times_draws(const StudyParameters& study, const functional::Workload& workload) {
  return study.timing != Timing::kUntimed && workload.ask_for_work != nullptr &&
         dynamic_cast<const SampledSource*>(workload.threads.get()) == nullptr;
}

void DrawOutput::write(const Execution& execution, const std::string& title, RunFolder& folder) {
  phases_.finish();
  if (execution.draws.empty() || !execution.cycles) return;
  course_ = course_of(execution.draws, execution.stalls, phases_,
                      facts_of_draws(configuration_.study.workload.frame.file), *execution.cycles);
  course_->l3_line = configuration_.machine.slice.l3.line.value();
  folder.write(kDrawTableName, draw_table(*course_));
  folder.write(kPassTableName, pass_table(*course_));
  const std::string& study = configuration_.study.name;
  folder.write(kDrawChartName, draw_chart(*course_, study + " on " + configuration_.machine_name.name));
  std::ostringstream bytes;
  PerfettoWriter writer{bytes, title};
  write_draw_timeline(*course_, Cycles{}, Cycles{~std::uint64_t{0}}, writer);
  folder.write(kTimelineName, bytes.view());
}

}  // namespace texpipe::study
