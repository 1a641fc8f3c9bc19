#include "timing/system/sampler.h"

#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_graph.h"
#include "machine/sampler/sampler_statistics.h"

namespace texpipe::timing {

using machine::BlockKind;

Sampler::Sampler(sc_core::sc_module_name name, Simulation& simulation, const machine::SamplerParameters& parameters,
                 functional::GpuMemory& memory, const SamplerSemantics& semantics, ByteSize next_line,
                 const BlockRegistry& blocks, functional::PlanDetail detail)
    : sc_module{name} {
  const BlockMaker make{blocks, simulation, this->name()};
  front_end_ = make.block<BlockKind::kFrontEnd>("front_end", parameters.front_end, semantics);
  front_end_->offer_sockets(sockets_, path_of("front_end"));
  stages_ = blocks.factory<BlockKind::kSampler>(parameters.implementation.name, this->name())(
      this->name(), simulation, parameters, machine::line_behind_first_level(parameters, next_line), blocks);
  stages_->offer_sockets(sockets_, this->name());
  writeback_ = make.block<BlockKind::kWriteback>("writeback", parameters.writeback);
  writeback_->offer_sockets(sockets_, path_of("writeback"));
  front_end_->attach(stages_->stages(), *writeback_, {detail, machine::line_shape(parameters.l1)},
                     parameters.filter.rates);
  const std::vector<machine::LineCacheOf> own = machine::own_caches(parameters);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const ByteSize behind = i + 1 < own.size() ? own[i + 1].parameters.line : next_line;
    caches_.push_back(make.cache(
        own[i], {machine::surroundings_of_own(own[i].facts.kind, behind), memory, own[i].facts.description}));
    caches_.back().block->offer_sockets(sockets_, path_of(own[i].facts.name()));
  }
  machine::MachineGraph graph;
  add_sampler(graph, parameters, this->name());
  sockets_.bind(simulation, graph);
}

std::vector<machine::WarmCache*> Sampler::caches() const {
  std::vector<machine::WarmCache*> caches;
  for (const CacheBlock& cache : caches_) caches.push_back(cache.warm());
  return caches;
}

void Sampler::offer(Sockets& sockets) {
  sockets.offer(path_of("front_end"), 0, messages());
  sockets.offer(filling(), 0, fills());
}

}  // namespace texpipe::timing
