// Runs of a study on changed machines, in processes of this host.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "study/definition/study.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// Cycles of a run; of a sample, those of the whole, and by how many they may be off in 95 of 100 cases.
struct TakenCycles {
  std::uint64_t cycles = 0;
  std::uint64_t within = 0;
};

/// Part of a run that a sample simulates.
struct SampledPart {
  std::uint64_t threads = 0;
  std::uint64_t of_threads = 0;
};

/// A study whose workload is read once.
class ChangedRuns {
 public:
  /// @param configuration  the study, as Configuration::resolved_yaml() writes it
  /// @param name           of it, for messages
  /// @param blocks         outlives this
  ChangedRuns(std::string configuration, std::string name, const timing::BlockRegistry& blocks, unsigned jobs);

  /// The study as it was given.
  Configuration& configuration() { return configuration_; }
  Timing timing() const { return timing_; }

  /// Takes a sample of its recording in place of the workload, which is recorded for it. The same stretches are run on
  /// every machine: those that stand for the rest on the unchanged one. Nothing, and nothing is changed, when the
  /// workload has fewer threads than `least`, has a scene, or is too short for a sample to be worth it.
  std::optional<SampledPart> take_sample(std::uint64_t least);

  /// Its machine with assignments as -p takes them; nothing when they break a rule of machine or study.
  std::optional<Configuration> changed(const std::vector<std::string>& assignments) const;

  /// Cycles of the machine as it is: loosely timed, as all runs that follow, unless that machine cannot be; then they
  /// are timed as the study says.
  TakenCycles run_unchanged();

  /// Cycles with each list of assignments; nothing where the machine cannot be run so.
  std::vector<std::optional<std::uint64_t>> run_each(const std::vector<std::vector<std::string>>& runs) const;

 private:
  std::vector<std::optional<TakenCycles>> take(const std::vector<std::vector<std::string>>& runs) const;
  /// In a process of its own, which may change its copy of the workload.
  std::string told_by_run(const std::vector<std::string>& assignments) const;

  std::string text_, name_;
  const timing::BlockRegistry& blocks_;
  unsigned jobs_;
  Configuration configuration_;
  Timing timing_;
  std::unique_ptr<functional::Workload> workload_;
};

}  // namespace texpipe::study
