#include "timing/system/sampler.h"

#include <utility>

namespace texpipe::timing {

std::unique_ptr<FootprintBlock> make_model_filter(sc_core::sc_module_name name, Simulation& simulation,
                                                  const FilterParameters& parameters) {
  return std::make_unique<TexelFilter>(name, simulation, parameters);
}

Sampler::Sampler(sc_core::sc_module_name name, Simulation& simulation, const SamplerParameters& parameters,
                 functional::GpuMemory& memory, SamplerSemantics semantics, const FilterFactory& make_filter,
                 functional::PlanDetail detail)
    : sc_module{name},
      front_end_{"front_end", simulation, parameters.front_end, std::move(semantics)},
      address_generator_{"address_generator", simulation, parameters.address_generator},
      l1_{"l1", simulation, parameters.l1, parameters.latency_fifo},
      l1_data_{"l1_data", simulation, parameters.l1},
      decoder_{"decoder", simulation, parameters.decoder},
      filter_{make_filter("filter", simulation, parameters.filter)},
      writeback_{"writeback", simulation, parameters.writeback} {
  front_end_.out.bind(address_generator_.in);
  address_generator_.out.bind(l1_.in);
  l1_.out.bind(l1_data_.in);
  l1_data_.out.bind(decoder_.in);
  decoder_.out.bind(filter_->in);
  filter_->out.bind(writeback_.in);
  front_end_.attach({&address_generator_, &l1_, &l1_data_, &decoder_, filter_.get()}, writeback_, detail);
  if (parameters.l2.enabled) {
    l2_ = std::make_unique<LineCache>("l2", simulation, parameters.l2.cache, 1, memory,
                                      "second texture cache level: blocks as stored");
    l1_.fills.port.socket.bind(l2_->requester(0));
  }
}

}  // namespace texpipe::timing
