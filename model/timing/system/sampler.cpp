#include "timing/system/sampler.h"

#include <utility>

#include "machine/graph/machine_graph.h"
#include "timing/sampler/address_generator.h"

namespace texpipe::timing {

std::unique_ptr<FootprintBlock> make_model_address_generator(sc_core::sc_module_name name, Simulation& simulation,
                                                             const machine::AddressGeneratorParameters& parameters) {
  return std::make_unique<AddressGenerator>(name, simulation, parameters);
}

std::unique_ptr<FootprintBlock> make_model_filter(sc_core::sc_module_name name, Simulation& simulation,
                                                  const machine::FilterParameters& parameters) {
  return std::make_unique<TexelFilter>(name, simulation, parameters);
}

Sampler::Sampler(sc_core::sc_module_name name, Simulation& simulation, const machine::SamplerParameters& parameters,
                 functional::GpuMemory& memory, SamplerSemantics semantics, ByteSize next_line,
                 const SamplerStages& stages, functional::PlanDetail detail)
    : sc_module{name},
      front_end_{"front_end", simulation, parameters.front_end, std::move(semantics)},
      address_generator_{stages.address_generator("address_generator", simulation, parameters.address_generator)},
      l1_{"l1", simulation, parameters.l1, parameters.latency_fifo,
          parameters.l2.enabled ? parameters.l2.cache.line : next_line},
      l1_data_{"l1_data", simulation, parameters.l1},
      decoder_{"decoder", simulation, parameters.decoder},
      filter_{stages.filter("filter", simulation, parameters.filter)},
      writeback_{"writeback", simulation, parameters.writeback} {
  front_end_.attach({address_generator_.get(), &l1_, &l1_data_, &decoder_, filter_.get()}, writeback_,
                    {detail, machine::line_shape(parameters.l1)}, parameters.filter.rates);
  simulation.lost_cycles.add(
      simulation.statistics.group(this->name(), machine::kSamplerDescription)
          .account("lost_cycles", "where the cycles of the filter went, by cause", machine::lost_cycle_rows()),
      front_end_.filter_work());
  if (parameters.l2.enabled) {
    l2_ = std::make_unique<LineCache>("l2", simulation, parameters.l2.cache, 1, memory, machine::kL2Description,
                                      next_line, machine::kL2Causes);
  }
  bind(simulation, parameters);
}

void Sampler::bind(Simulation& simulation, const machine::SamplerParameters& parameters) {
  machine::MachineGraph graph;
  add_sampler(graph, parameters, name());
  Sockets sockets;
  sockets.offer(front_end_.name(), 0, front_end_.out);
  FootprintBlock* stages[] = {address_generator_.get(), &l1_, &l1_data_, &decoder_, filter_.get()};
  for (FootprintBlock* stage : stages) {
    sockets.offer(stage->name(), 0, stage->in);
    sockets.offer(stage->name(), 0, stage->out);
  }
  sockets.offer(writeback_.name(), 0, writeback_.in);
  if (l2_) {
    sockets.offer(l1_.name(), 0, l1_.fills.port.socket);
    sockets.offer(l2_->name(), 0, l2_->requester(0));
  }
  sockets.bind(simulation, graph);
}

void Sampler::offer(Sockets& sockets) {
  sockets.offer(front_end_.name(), 0, messages());
  sockets.offer(l2_ ? l2_->name() : l1_.name(), 0, fills());
}

}  // namespace texpipe::timing
