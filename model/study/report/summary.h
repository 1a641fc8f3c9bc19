// What a person sees at the end of a run, on one screen.
#pragma once

#include <filesystem>
#include <string>

#include "study/image/png.h"
#include "study/run/execution.h"
#include "study/run/study.h"

namespace texpipe::study {

struct SummaryFacts {
  const Configuration& configuration;
  const Execution& execution;
  const Picture& picture;
  std::filesystem::path folder;
  double host_seconds = 0;
};

/// Lines of a label and what was measured; what a run does not have is left out.
std::string summary_text(const SummaryFacts& facts);

}  // namespace texpipe::study
