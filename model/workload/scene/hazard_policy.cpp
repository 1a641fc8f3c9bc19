#include "workload/scene/hazard_policy.h"

#include <algorithm>
#include <string>

namespace texpipe::study {

std::vector<Diagnostic> check_hazards(std::span<const spa::Hazard> hazards,
                                      std::span<const spa::PlacedInstruction> program, HazardPolicy policy) {
  constexpr std::size_t kMostNamed = 16;
  std::vector<Diagnostic> found;
  for (const spa::Hazard& hazard : hazards.first(std::min(hazards.size(), kMostNamed)))
    found.push_back(spa::hazard_diagnostic(hazard, program));
  if (hazards.size() > kMostNamed) {
    found.push_back({.position = {program[hazards[kMostNamed].later].position.file, 0, 0},
                     .problem = "and " + std::to_string(hazards.size() - kMostNamed) + " hazards more"});
  }
  if (policy == HazardPolicy::kFatal && !found.empty()) throw Error{ExitCode::kMismatch, std::move(found)};
  return found;
}

}  // namespace texpipe::study
