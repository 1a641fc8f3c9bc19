#include "study/sampled_run/sample_report.h"

#include <fmt/format.h>

namespace texpipe::study {

void write_sample(JsonWriter& json, const SampleResult& sample) {
  json.key("sampled");
  json.begin_object();
  json.member("stretches", static_cast<std::uint64_t>(sample.rows.size()));
  json.member("of_stretches", static_cast<std::uint64_t>(sample.stretches));
  json.member("groups", std::uint64_t{sample.groups});
  json.member("of_groups", std::uint64_t{sample.all_groups});
  json.member("cycles_simulated", sample.simulated.value());
  json.member("cycles_within", sample.bound.value());
  json.end_object();
}

std::string sample_csv(const SampleResult& sample) {
  std::string text = "first_group,groups,weight,cycles,posted,steady_cycles\n";
  for (const SampleResult::Row& row : sample.rows)
    text += fmt::format("{},{},{:.6f},{},{},{:.0f}\n", row.first_group, row.groups, row.weight, row.cycles, row.posted,
                        row.steady_cycles);
  return text;
}

std::string sample_line(const SampleResult& sample) {
  const double percent = sample.cycles == Cycles{} ? 0
                                                   : 100 * static_cast<double>(sample.bound.value()) /
                                                         static_cast<double>(sample.cycles.value());
  return fmt::format("{} of {} stretches, {} of {} work groups; cycles +-{:.1f} %", sample.rows.size(),
                     sample.stretches, sample.groups, sample.all_groups, percent);
}

}  // namespace texpipe::study
