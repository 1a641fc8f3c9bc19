// Files that the points of a sweep read, with their hashes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "exploration/sweep/sweep_plan.h"

namespace texpipe::study {

class PointInputs {
 public:
  /// Prepares the point's workload, and checks that its machine can run it. Returns the hashes of the files that the
  /// workload reads, and of its plug-ins, one a line. One workload is prepared once, whatever the machines.
  /// @param resolved  the configuration as text
  /// Errors: those of prepare_study and check_machine.
  const std::string& of(const Configuration& configuration, const std::string& resolved);

  /// Hash of a file that a point reads.
  const std::string& note(const std::filesystem::path& file);

  /// Every file that was noted, by its path.
  std::vector<PlanInput> all() const;

 private:
  struct Workload {
    std::uint64_t threads_per_group = 0;  // 0: it has no threads
    std::string inputs;
  };

  std::map<std::string, Workload> workloads_;  // looked up only
  std::map<std::string, std::string> hashes_;  // by path
};

}  // namespace texpipe::study
