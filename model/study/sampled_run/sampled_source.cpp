#include "study/sampled_run/sampled_source.h"

#include "timing/system/system.h"

namespace texpipe::study {

std::size_t SampledSource::look() const {
  timing::Simulation& simulation = system_->simulation();
  if (!looks_) looks_.emplace(simulation.statistics);
  const Cycles now = simulation.clock.now();
  if (now != Cycles{}) {
    for (const auto& count : simulation.count_until) count(now - Cycles{1});
    for (const auto& count : simulation.count_before) count(now);
  }
  return looks_->look(now);
}

}  // namespace texpipe::study
