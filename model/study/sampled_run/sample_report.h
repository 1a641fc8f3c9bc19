// Report of a sample about itself.
#pragma once

#include <string>

#include "host/files/json_writer.h"
#include "study/sampled_run/sampled_threads.h"

namespace texpipe::study {

inline constexpr const char* kSampleTableName = "sample.csv";

/// The member `sampled` of stats.json.
void write_sample(JsonWriter& json, const SampleResult& sample);

/// Each simulated stretch: where it lies, how often it counts, its cycles.
std::string sample_csv(const SampleResult& sample);

/// For a summary.
std::string sample_line(const SampleResult& sample);

}  // namespace texpipe::study
