#include "timing/system/sampler.h"

#include "machine/cache/line_cache_statistics.h"
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
  const auto add = [this](const char* stage, std::unique_ptr<FootprintBlock> block) {
    block->offer_sockets(sockets_, path_of(stage));
    stages_.push_back(std::move(block));
  };
  front_end_ = make.block<BlockKind::kFrontEnd>("front_end", parameters.front_end, semantics);
  front_end_->offer_sockets(sockets_, path_of("front_end"));
  add("address_generator", make.block<BlockKind::kAddressGenerator>("address_generator", parameters.address_generator));
  add("l1", make.chosen<BlockKind::kTags>("l1", parameters.l1.implementation, parameters,
                                          parameters.l2.enabled ? parameters.l2.cache.line : next_line));
  if (!stages_.back()->reads_data())
    add("l1_data", make.chosen<BlockKind::kData>("l1_data", parameters.l1_data.implementation, parameters));
  add("decoder", make.block<BlockKind::kDecoder>("decoder", parameters.decoder));
  add("filter", make.block<BlockKind::kFilter>("filter", parameters.filter));
  writeback_ = make.block<BlockKind::kWriteback>("writeback", parameters.writeback);
  writeback_->offer_sockets(sockets_, path_of("writeback"));
  std::vector<FootprintBlock*> stages;
  for (const auto& stage : stages_) stages.push_back(stage.get());
  front_end_->attach(std::move(stages), *writeback_, {detail, machine::line_shape(parameters.l1)},
                     parameters.filter.rates);
  simulation.lost_cycles.add(
      simulation.statistics.group(this->name(), machine::kSamplerDescription)
          .account("lost_cycles", "where the cycles of the filter went, by cause", machine::lost_cycle_rows()),
      front_end_->filter_work());
  if (parameters.l2.enabled) {
    const LineCachePlace place{{.next_line = next_line}, memory, machine::kL2Description, machine::kL2Causes};
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
