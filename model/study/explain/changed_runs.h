// Runs of a study on changed machines, in processes of this host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "study/run/study.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// The study of a run folder; its workload is read once.
class ChangedRuns {
 public:
  /// @param blocks  outlives this
  ChangedRuns(std::filesystem::path folder, const timing::BlockRegistry& blocks, unsigned jobs);

  /// The study as the folder has it.
  Configuration& configuration() { return configuration_; }
  Timing timing() const { return timing_; }

  /// Its machine with assignments as -p takes them; nothing when they break a rule of machine or study.
  std::optional<Configuration> changed(const std::vector<std::string>& assignments) const;

  /// Cycles of the machine as it is: loosely timed, as all runs that follow, unless that machine cannot be; then they
  /// are timed as the folder was.
  std::uint64_t run_unchanged();

  /// Cycles with each list of assignments; nothing where the machine cannot be run so.
  std::vector<std::optional<std::uint64_t>> run_each(const std::vector<std::vector<std::string>>& runs) const;

 private:
  /// In a process of its own, which may change its copy of the workload.
  std::string told_by_run(const std::vector<std::string>& assignments) const;

  std::filesystem::path folder_;
  const timing::BlockRegistry& blocks_;
  unsigned jobs_;
  Configuration configuration_;
  Timing timing_;
  std::unique_ptr<functional::Workload> workload_;
};

}  // namespace texpipe::study
