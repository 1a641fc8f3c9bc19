#include "study/run/bounds_report.h"

namespace texpipe::study {

std::string bounds_text(const functional::Workload& workload) {
  return workload.bounds && workload.bounds->count() != 0 ? workload.bounds->text() : "";
}

std::optional<Diagnostic> report_beyond_buffers(const functional::Workload& workload,
                                                machine::StatisticsRegistry& statistics) {
  std::string problem = bounds_text(workload);
  if (problem.empty()) return {};
  statistics.group("bounds", "accesses of the kernel to memory")
      .counter("beyond_buffers", machine::StatisticUnit::kEvents, "channels' accesses beyond every buffer")
      .add(workload.bounds->count());
  return Diagnostic{
      .path = "workload.bounds", .problem = std::move(problem), .hint = "--bounds fatal ends at the first"};
}

}  // namespace texpipe::study
