#include "exploration/sweep/point_inputs.h"

#include "host/files/files_read.h"
#include "host/hashes/input_hashes.h"
#include "host/hashes/sha256.h"
#include "study/definition/prepare_study.h"

namespace texpipe::study {

namespace fs = std::filesystem;

const std::string& PointInputs::of(const Configuration& configuration, const std::string& resolved) {
  const auto [place, added] = workloads_.try_emplace(resolved.substr(0, resolved.find("\nmachine:")));
  Workload& known = place->second;
  if (added) {
    try {
      const std::size_t mark = files_read();
      if (const auto workload = prepare_study(configuration))
        known.threads_per_group = workload->threads->threads_per_group();
      for (const fs::path& file : files_read_since(mark)) known.inputs += note(file) + '\n';
      for (const std::string& plugin : configuration.study.plugins) known.inputs += note(plugin) + '\n';
    } catch (...) {
      workloads_.erase(place);
      throw;
    }
  } else if (known.threads_per_group != 0) {
    check_machine(configuration, known.threads_per_group);
  }
  for (const fs::path& file : configuration.files) note(file);
  return known.inputs;
}

const std::string& PointInputs::note(const fs::path& file) {
  const auto [place, added] = hashes_.try_emplace(fs::absolute(file).lexically_normal().string());
  if (added) place->second = sha256_of_input(file);
  return place->second;
}

std::vector<PlanInput> PointInputs::all() const {
  std::vector<PlanInput> inputs;
  for (const auto& [path, hash] : hashes_) inputs.push_back({path, hash});
  return inputs;
}

}  // namespace texpipe::study
