#include "timing/system/sampler.h"

#include "machine/cache/line_cache_statistics.h"
#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_graph.h"
#include "machine/sampler/sampler_statistics.h"
#include "timing/system/make_block.h"

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
      this->name(), simulation, parameters, parameters.l2.enabled ? parameters.l2.cache.line : next_line, blocks);
  stages_->offer_sockets(sockets_, this->name());
  writeback_ = make.block<BlockKind::kWriteback>("writeback", parameters.writeback);
  writeback_->offer_sockets(sockets_, path_of("writeback"));
  front_end_->attach(stages_->stages(), *writeback_, {detail, machine::line_shape(parameters.l1)},
                     parameters.filter.rates);
  if (parameters.l2.enabled) {
    const LineCachePlace place{machine::surroundings_of_l2(next_line), memory, machine::kL2Description};
    l2_ = make.block<BlockKind::kL2>("l2", parameters.l2.cache, place);
    l2_->offer_sockets(sockets_, path_of("l2"));
  }
  machine::MachineGraph graph;
  add_sampler(graph, parameters, this->name());
  sockets_.bind(simulation, graph);
}

void Sampler::offer(Sockets& sockets) {
  sockets.offer(path_of("front_end"), 0, messages());
  sockets.offer(filling(), 0, fills());
}

}  // namespace texpipe::timing
