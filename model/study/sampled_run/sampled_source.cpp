#include "study/sampled_run/sampled_source.h"

#include "timing/system/system.h"

namespace texpipe::study {

std::size_t SampledSource::look() const {
  timing::Simulation& simulation = system_->simulation();
  if (!looks_) looks_.emplace(simulation.statistics);
  simulation.count_what_has_happened();
  return looks_->look(simulation.clock.now());
}

}  // namespace texpipe::study
